import { step } from "../budget.ts";
import { holds, unplaced, withParts, type Parameter, type Sql, type Variable } from "./sql.ts";

/** Whether SQL is equal, ignoring positions in the user's statement and the names of its own relations. */
export function sameSql(a: Sql, b: Sql): boolean {
  if (!holds(a, "query")) return same(a, b, new Map(), null);
  const relations: RelationPairs = { own: new Set(), named: new Map() };
  if (!same(a, b, new Map(), relations)) return false;
  const { own, named } = relations;
  return new Set(named.values()).size === named.size && [...named].every(([x, y]) => x === y || own.has(x));
}

/** RelationPairs of the first SQL with those of the other that stand for them; `own` are those that it declares. */
interface RelationPairs {
  readonly own: Set<string>;
  readonly named: Map<string, string>;
}

/** A relation as the compiler names it where it is declared; c1 is a column, w1 also names a common table that is read. */
const RELATION = /^[abd-vx-z]\d+$/;

function areNamed({ named }: RelationPairs, x: string, y: string): boolean {
  if (!named.has(x)) named.set(x, y);
  return named.get(x) === y;
}

function same(
  a: Sql,
  b: Sql,
  bound: ReadonlyMap<Variable, Variable>,
  relations: RelationPairs | null,
): boolean {
  step();
  const [x, y] = [unplaced(a), unplaced(b)];
  if (x.kind === "variable") return x === y || bound.get(x) === y;
  if (x === y && bound.size === 0 && relations === null) return true;
  if (x.holds !== y.holds || (relations === null && x.size !== y.size)) return false;
  const all = (p: readonly Sql[], q: readonly Sql[]): boolean =>
    p.length === q.length && p.every((part, i) => same(part, q[i]!, bound, relations));
  switch (x.kind) {
    case "text":
      if (y.kind !== "text" || relations === null || !RELATION.test(x.text) || !RELATION.test(y.text))
        return y.kind === "text" && x.text === y.text;
      relations.own.add(x.text);
      return areNamed(relations, x.text, y.text);
    case "literal":
      return y.kind === "literal" && x.value === y.value;
    case "name":
      return y.kind === "name" && x.name === y.name;
    case "column":
      return (
        y.kind === "column" &&
        (relations === null ? x.relation === y.relation : areNamed(relations, x.relation, y.relation)) &&
        same(x.name, y.name, bound, null)
      );
    case "call":
      return y.kind === "call" && x.name === y.name && all(x.args, y.args);
    case "list":
      return y.kind === "list" && x.separator === y.separator && all(x.items, y.items);
    case "lambda":
      return (
        y.kind === "lambda" &&
        same(
          x.body,
          y.body,
          paired(bound, x.parameters.flatMap(variablesOf), y.parameters.flatMap(variablesOf)),
          relations,
        )
      );
    case "let":
      return (
        y.kind === "let" &&
        all(x.operands, y.operands) &&
        same(x.body, y.body, paired(bound, x.variables, y.variables), relations)
      );
    case "failure":
      return y.kind === "failure" && x.error === y.error && all([x.message, x.type], [y.message, y.type]);
    case "apart":
    case "try":
      return y.kind === x.kind && same(x.of, y.of, bound, relations);
  }
}

const variablesOf = (parameter: Parameter): readonly Variable[] =>
  "kind" in parameter ? [parameter] : parameter.map((one) => one.variable);

function paired(
  bound: ReadonlyMap<Variable, Variable>,
  from: readonly Variable[],
  to: readonly Variable[],
): ReadonlyMap<Variable, Variable> {
  const all = new Map(bound);
  from.forEach((variable, i) => all.set(variable, to[i]!));
  return all;
}

/**
 * Replaces parts equal to one of `known` by it. The engine compares expressions by text, and a failure's text contains its position, a
 * subquery's the names of its relations, so only SQL with one of these needs this.
 */
export function withKnown(sql: Sql, known: readonly Sql[]): Sql {
  if (known.length === 0 || !(holds(sql, "failure") || holds(sql, "query"))) return sql;
  return known.find((one) => sameSql(one, sql)) ?? withParts(sql, (part) => withKnown(part, known));
}
