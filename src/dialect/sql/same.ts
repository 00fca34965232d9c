import { step } from "../budget.ts";
import { holds, unplaced, type Parameter, type Sql, type Variable } from "./nodes.ts";
import { withParts } from "./sql.ts";

/** Whether SQL is equal, ignoring positions in the user's statement and the names of its own relations. */
export function sameSql(a: Sql, b: Sql): boolean {
  if (!holds(a, "query")) return same(a, b, new Map(), null);
  const relations: RelationPairs = { own: new Set(), named: new Map() };
  if (!same(a, b, new Map(), relations)) return false;
  const { own, named } = relations;
  return new Set(named.values()).size === named.size && [...named].every(([x, y]) => x === y || own.has(x));
}

/** Relations of the first SQL with those of the other that stand for them; `own` are those that it declares. */
interface RelationPairs {
  readonly own: Set<string>;
  readonly named: Map<string, string>;
}

function areNamed({ named }: RelationPairs, x: string, y: string): boolean {
  if (!named.has(x)) named.set(x, y);
  return named.get(x) === y;
}

type Bound = ReadonlyMap<Variable, Variable>;

function same(a: Sql, b: Sql, bound: Bound, relations: RelationPairs | null): boolean {
  step();
  const [x, y] = [unplaced(a), unplaced(b)];
  if (x.kind === "variable") return x === y || bound.get(x) === y;
  if (x === y && bound.size === 0 && relations === null) return true;
  if (x.kind !== y.kind || x.holds !== y.holds || x.parts.length !== y.parts.length) return false;
  if (relations === null && x.size !== y.size) return false;
  if (!sameOwn(x, y, relations)) return false;
  const inner = pairedVariables(x, y, bound);
  const last = x.parts.length - 1;
  return x.parts.every((part, i) => same(part, y.parts[i]!, i === last ? inner : bound, relations));
}

/** Whether two nodes of one kind are equal, but for their parts. */
function sameOwn(x: Sql, y: Sql, relations: RelationPairs | null): boolean {
  switch (x.kind) {
    case "text":
    case "constant":
      return x.text === (y as typeof x).text;
    case "literal":
      return x.value === (y as typeof x).value;
    case "relation":
      relations?.own.add(x.name);
      return relations === null ? x.name === (y as typeof x).name : areNamed(relations, x.name, (y as typeof x).name); // prettier-ignore
    case "column":
      return relations === null ? x.relation === (y as typeof x).relation : areNamed(relations, x.relation, (y as typeof x).relation); // prettier-ignore
    case "name":
    case "call":
    case "hole":
      return x.name === (y as typeof x).name;
    case "unary":
    case "binary":
      return x.operator === (y as typeof x).operator;
    case "between":
      return x.not === (y as typeof x).not;
    case "case":
      return x.hasOperand === (y as typeof x).hasOperand && x.hasElse === (y as typeof x).hasElse;
    case "cast":
      return x.orNull === (y as typeof x).orNull;
    case "group":
      return x.bracket === (y as typeof x).bracket;
    case "list":
      return x.separator === (y as typeof x).separator;
    case "failure":
      return x.error === (y as typeof x).error;
    default:
      return true;
  }
}

const variablesOf = (parameter: Parameter): readonly Variable[] =>
  "kind" in parameter ? [parameter] : parameter.map((one) => one.variable);

/** The variables that two nodes bind for their last parts, beside those around them. */
function pairedVariables(x: Sql, y: Sql, bound: Bound): Bound {
  if (x.kind === "lambda")
    return paired(bound, x.parameters.flatMap(variablesOf), (y as typeof x).parameters.flatMap(variablesOf));
  return x.kind === "let" ? paired(bound, x.variables, (y as typeof x).variables) : bound;
}

function paired(bound: Bound, from: readonly Variable[], to: readonly Variable[]): Bound {
  const all = new Map(bound);
  from.forEach((variable, i) => all.set(variable, to[i]!));
  return all;
}

/**
 * SQL by which other SQL is looked up. What has no query of its own is found at once, however many there are: only what is as long and
 * begins alike is compared.
 */
export class SqlIndex {
  readonly #alike = new Map<string, Sql[]>();

  constructor(all: readonly Sql[] = []) {
    all.forEach((one) => this.add(one));
  }

  add(sql: Sql): void {
    const key = keyOf(sql);
    const alike = this.#alike.get(key);
    if (alike === undefined) this.#alike.set(key, [sql]);
    else alike.push(sql);
  }

  /** The one that is equal, if there is one. */
  find(sql: Sql): Sql | undefined {
    return this.#alike.size === 0 ? undefined : this.#alike.get(keyOf(sql))?.find((one) => sameSql(one, sql));
  }
}

/** Equal for equal SQL. */
function keyOf(sql: Sql): string {
  if (holds(sql, "query")) return "query";
  const of = unplaced(sql);
  let first: Sql = of;
  while (first.kind !== "column" && first.parts.length > 0) first = unplaced(first.parts[0]!);
  const named = first.kind === "column" ? first.parts[0] : first;
  const text =
    named.kind === "text" || named.kind === "constant" ? named.text
    : named.kind === "name" ? named.name
    : named.kind === "literal" ? named.value.slice(0, 50)
    : ""; // prettier-ignore
  return `${of.kind} ${of.size} ${text}`;
}

/**
 * Replaces parts equal to one of `known` by it. The engine compares expressions by text, and a failure's text contains its position, a
 * subquery's the names of its relations, so only SQL with one of these needs this.
 */
export function withKnown(sql: Sql, known: SqlIndex): Sql {
  if (!(holds(sql, "failure") || holds(sql, "query"))) return sql;
  return known.find(sql) ?? withParts(sql, (part) => withKnown(part, known));
}
