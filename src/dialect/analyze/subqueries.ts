import type { Expr, Query } from "../parse/ast.ts";
import { comparisonType } from "../types/coercion.ts";
import { BOOLEAN } from "../types/type.ts";
import { coerce } from "./convert.ts";
import { analyzeExpr, carry } from "./expression.ts";
import { analyzeQuery } from "./query.ts";
import { rowOf } from "./collections.ts";
import type { Scope } from "./scope.ts";
import type { Translation } from "./translation.ts";
import type { Typed } from "./typed.ts";
import { typed } from "./typed.ts";

/** `(SELECT …)` as a value: one column, at most one row (the engine fails on a second). */
export function analyzeScalarSubquery(t: Translation, query: Query, scope: Scope): Typed {
  const { sql, columns } = analyzeQuery(t, query, scope);
  if (columns.length === 1) return typed(`(${sql})`, columns[0]!.type);
  const alias = t.alias("s");
  const fields = columns.map((column) => ({ name: column.name, type: column.type }));
  const row = rowOf(
    fields,
    columns.map((_, i) => `${alias}.c${i + 1}`),
  );
  return typed(
    `(SELECT ${row.sql} FROM (${sql}) AS ${alias}(${columns.map((_, i) => `c${i + 1}`).join(", ")}))`,
    row.type,
  );
}

export function analyzeExists(t: Translation, query: Query, scope: Scope): Typed {
  return typed(`(EXISTS (${analyzeQuery(t, query, scope).sql}))`, BOOLEAN);
}

export function analyzeInQuery(
  t: Translation,
  expr: Extract<Expr, { kind: "in" }>,
  arg: Typed,
  scope: Scope,
): Typed {
  const query = expr.list as Query;
  const { left, right } = comparedColumn(t, query, arg, "IN", expr.pos, scope);
  return carry(typed(`(${left} ${expr.not ? "NOT " : ""}IN (${right}))`, BOOLEAN), arg);
}

export function analyzeQuantified(
  t: Translation,
  expr: Extract<Expr, { kind: "quantified" }>,
  scope: Scope,
): Typed {
  const arg = analyzeExpr(t, expr.left, scope);
  const { left, right } = comparedColumn(t, expr.query, arg, expr.op, expr.pos, scope);
  return carry(typed(`(${left} ${expr.op} ${expr.all ? "ALL" : "ANY"} (${right}))`, BOOLEAN), arg);
}

/** Both sides converted to the type they are compared in; a row is compared with all columns of the query. */
function comparedColumn(
  t: Translation,
  query: Query,
  arg: Typed,
  op: string,
  pos: number,
  scope: Scope,
): { left: string; right: string } {
  const { sql, columns } = analyzeQuery(t, query, scope);
  const alias = t.alias("s");
  const names = columns.map((_, i) => `c${i + 1}`);
  const row =
    arg.type.kind === "row" && columns.length > 1
      ? rowOf(
          columns.map((column) => ({ name: null, type: column.type })),
          names.map((name) => `${alias}.${name}`),
        )
      : null;
  if (row === null && columns.length !== 1)
    t.mismatch(`the subquery must return one column, found ${columns.length}`, pos);
  const value = row ?? typed(`${alias}.c1`, columns[0]!.type);
  const type = comparisonType(arg.type, value.type, t.dialect);
  if (type === null)
    return t.mismatch(`cannot apply operator: ${t.typeName(arg.type)} ${op} ${t.typeName(value.type)}`, pos);
  const converted = coerce(t, value, type, pos);
  const left = coerce(t, arg, type, pos).sql;
  if (row === null && converted.sql === value.sql) return { left, right: sql };
  return { left, right: `SELECT ${converted.sql} FROM (${sql}) AS ${alias}(${names.join(", ")})` };
}
