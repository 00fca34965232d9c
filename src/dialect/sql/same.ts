import { holds, unplaced, withParts, type Parameter, type Sql, type Variable } from "./sql.ts";

/** Whether SQL is equal, ignoring positions in the user's statement. */
export function sameSql(a: Sql, b: Sql, bound: ReadonlyMap<Variable, Variable> = new Map()): boolean {
  const [x, y] = [unplaced(a), unplaced(b)];
  if (x.kind === "variable") return x === y || bound.get(x) === y;
  if (x === y && bound.size === 0) return true;
  if (x.size !== y.size || x.holds !== y.holds) return false;
  const all = (p: readonly Sql[], q: readonly Sql[]): boolean =>
    p.length === q.length && p.every((part, i) => sameSql(part, q[i]!, bound));
  switch (x.kind) {
    case "text":
      return y.kind === "text" && x.text === y.text;
    case "literal":
      return y.kind === "literal" && x.value === y.value;
    case "name":
      return y.kind === "name" && x.name === y.name;
    case "column":
      return y.kind === "column" && x.relation === y.relation && sameSql(x.name, y.name);
    case "call":
      return y.kind === "call" && x.name === y.name && all(x.args, y.args);
    case "list":
      return y.kind === "list" && x.separator === y.separator && all(x.items, y.items);
    case "lambda":
      return (
        y.kind === "lambda" &&
        sameSql(
          x.body,
          y.body,
          paired(bound, x.parameters.flatMap(variablesOf), y.parameters.flatMap(variablesOf)),
        )
      );
    case "let":
      return (
        y.kind === "let" &&
        all(x.operands, y.operands) &&
        sameSql(x.body, y.body, paired(bound, x.variables, y.variables))
      );
    case "failure":
      return y.kind === "failure" && x.error === y.error && all([x.message, x.type], [y.message, y.type]);
    case "apart":
    case "try":
      return y.kind === x.kind && sameSql(x.of, y.of, bound);
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
 * Replaces parts equal to one of `known` by it. The engine compares expressions by text, and a failure's text contains its position, so only
 * SQL that can fail needs this.
 */
export function withKnown(sql: Sql, known: readonly Sql[]): Sql {
  if (known.length === 0 || !holds(sql, "failure")) return sql;
  return known.find((one) => sameSql(one, sql)) ?? withParts(sql, (part) => withKnown(part, known));
}
