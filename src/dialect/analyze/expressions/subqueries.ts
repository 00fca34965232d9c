import type { ExprOf, Query } from "../../parse/ast.ts";
import { comparisonType } from "../../types/coercion.ts";
import { engineType } from "../../types/engine-type.ts";
import { BOOLEAN, innerTypes, isFloat, isOrderable, type Type } from "../../types/type.ts";
import { coerce } from "../coerce.ts";
import { equalForm } from "../equal-form.ts";
import { compareSql } from "../operators/compare.ts";
import { joinable } from "../queries/analyzed-query.ts";
import { fieldAt, rowOf } from "./row-value.ts";
import type { Scope } from "../scope.ts";
import type { Translation } from "../translation.ts";
import { withType, type Typed } from "../typed.ts";
import { apart, columnAt, columnNames, commas, EMPTY, engine, type Sql, word, binary, group, relationName } from "../../sql/tree.ts"; // prettier-ignore

/** `(SELECT …)` as a value: at most one row (the engine fails on a second); several columns are a row, of nulls if there is none. */
export function analyzeScalarSubquery(t: Translation, query: Query, scope: Scope): Typed {
  const { sql, columns } = t.query(query, scope);
  if (columns.length === 1) return withType(apart(engine`(${sql})`), columns[0]!.type);
  if (t.hive) return t.syntaxError("a subquery as a value has one column", query.pos);
  const alias = t.alias("s");
  const fields = columns.map((column) => ({ name: column.name, type: column.type }));
  const row = rowOf(
    fields,
    columns.map((_, i) => columnAt(alias, i)),
  );
  const nulls = rowOf(
    fields,
    fields.map(({ type }) => engine`CAST(NULL AS ${engineType(type)})`),
  );
  const rows = engine`(SELECT ${row.sql} FROM (${sql}) AS ${relationName(alias)}(${commas(columnNames(columns))}))`;
  return withType(apart(engine`coalesce(${rows}, ${nulls.sql})`), row.type);
}

export function analyzeExists(t: Translation, query: Query, scope: Scope): Typed {
  return withType(apart(engine`(EXISTS (${t.query(query, scope).sql}))`), BOOLEAN);
}

export function analyzeInQuery(t: Translation, expr: ExprOf<"in">, arg: Typed, scope: Scope): Typed {
  const query = expr.list as Query;
  const { left, right, type } = comparedColumn(t, query, arg, "IN", expr.pos, scope);
  const membership = whole(t, engine`(${left} IN (${right}))`, withType(left, type, arg));
  return withType(apart(expr.not ? engine`(NOT ${membership})` : membership), BOOLEAN, arg);
}

export function analyzeQuantified(t: Translation, expr: ExprOf<"quantified">, scope: Scope): Typed {
  const arg = t.expression(expr.left, scope);
  const { left, right, type } = comparedColumn(t, expr.query, arg, expr.op, expr.pos, scope);
  const isSearch = expr.op === (expr.all ? "<>" : "=");
  if (!t.hive && !isSearch && (isFloat(type) || innerTypes(type).length > 0)) {
    // The engine's own comparison takes nulls inside rows for values, and NaN for the largest number.
    const alias = t.alias("s");
    const column = columnAt(alias, 0);
    const test = compareSql(t, expr.op, withType(left, type), withType(column, type));
    // As a minimum or maximum would, NaN counts only if there is no other number.
    const rest = isFloat(type)
      ? engine` QUALIFY (isnan(${column}) AND bool_or(NOT isnan(${column})) OVER ()) IS NOT TRUE`
      : EMPTY;
    const names = engine`${relationName(alias)}(${commas(columnNames([type]))})`;
    const rows = engine`(SELECT * FROM (${right}) AS ${names}${rest}) AS ${names}`;
    const membership = engine`${expr.all ? engine`NOT FALSE` : engine`TRUE`} IN (SELECT ${test} FROM ${rows})`;
    return withType(apart(engine`(${membership})`), BOOLEAN, arg);
  }
  const comparison = group(binary(expr.op, left, engine`${word(expr.all ? "ALL" : "ANY")} (${right})`));
  return withType(
    apart(expr.all ? comparison : whole(t, comparison, withType(left, type, arg))),
    BOOLEAN,
    arg,
  );
}

/** The engine finds a row or array with nulls inside among its like; such a value equals none, not even itself. */
const whole = (t: Translation, condition: Sql, value: Typed): Sql =>
  innerTypes(value.type).length === 0
    ? condition
    : engine`(${condition} AND ${compareSql(t, "=", value, value)})`;

/** Converts both sides to their comparison type; a row is compared with all columns of the query. */
function comparedColumn(
  t: Translation,
  query: Query,
  value: Typed,
  op: string,
  pos: number,
  scope: Scope,
): { left: Sql; right: Sql; type: Type } {
  const analyzed = t.query(query, scope);
  const { columns } = analyzed;
  const sql = joinable(analyzed);
  const isField = columns.length === 1 && columns[0]!.type.kind !== "row";
  const arg =
    isField && value.type.kind === "row" && value.type.fields.length === 1 ? fieldAt(value, 0) : value;
  const alias = t.alias("s");
  const row =
    arg.type.kind === "row" && columns.length > 1
      ? rowOf(
          columns.map((column) => ({ name: null, type: column.type })),
          columns.map((_, i) => columnAt(alias, i)),
        )
      : null;
  if (row === null && columns.length !== 1)
    t.mismatch(`the subquery must return one column, found ${columns.length}`, pos);
  const column = row ?? withType(columnAt(alias, 0), columns[0]!.type);
  const type = comparisonType(arg.type, column.type, t.dialect);
  if (type === null)
    return t.mismatch(`cannot apply operator: ${t.typeName(arg.type)} ${op} ${t.typeName(column.type)}`, pos);
  if (!t.hive && !["=", "<>", "IN"].includes(op) && !isOrderable(type))
    t.mismatch(`${t.typeName(type)} is not orderable`, pos);
  const comparedForm = (side: Typed): Sql => equalForm(t, coerce(t, side, type, pos), pos).sql;
  const [left, converted] = [comparedForm(arg), comparedForm(column)];
  if (row === null && converted === column.sql) return { left, right: sql, type };
  return {
    left,
    right: engine`SELECT ${converted} FROM (${sql}) AS ${relationName(alias)}(${commas(columnNames(columns))})`,
    type,
  };
}
