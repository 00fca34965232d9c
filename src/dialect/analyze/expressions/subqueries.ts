import type { ExprOf, Query } from "../../parse/ast.ts";
import { comparisonType } from "../../types/coercion.ts";
import { engineType } from "../../types/engine-type.ts";
import { BOOLEAN, isOrderable } from "../../types/type.ts";
import { coerce } from "../coerce.ts";
import { rowOf } from "./row-value.ts";
import type { Scope } from "../scope.ts";
import type { Translation } from "../translation.ts";
import type { Typed } from "../typed.ts";
import { typed } from "../typed.ts";
import { apart, columnAt, columnNames, commas, EMPTY, engine, type Sql, word } from "../../sql/tree.ts";

/** `(SELECT …)` as a value: at most one row (the engine fails on a second); several columns are a row, of nulls if there is none. */
export function analyzeScalarSubquery(t: Translation, query: Query, scope: Scope): Typed {
  const { sql, columns } = t.query(query, scope);
  if (columns.length === 1) return typed(apart(engine`(${sql})`), columns[0]!.type);
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
  const rows = engine`(SELECT ${row.sql} FROM (${sql}) AS ${word(alias)}(${commas(columnNames(columns))}))`;
  return typed(apart(engine`coalesce(${rows}, ${nulls.sql})`), row.type);
}

export function analyzeExists(t: Translation, query: Query, scope: Scope): Typed {
  return typed(apart(engine`(EXISTS (${t.query(query, scope).sql}))`), BOOLEAN);
}

export function analyzeInQuery(t: Translation, expr: ExprOf<"in">, arg: Typed, scope: Scope): Typed {
  const query = expr.list as Query;
  const { left, right } = comparedColumn(t, query, arg, "IN", expr.pos, scope);
  return typed(apart(engine`(${left} ${expr.not ? engine`NOT ` : EMPTY}IN (${right}))`), BOOLEAN, arg);
}

export function analyzeQuantified(t: Translation, expr: ExprOf<"quantified">, scope: Scope): Typed {
  const arg = t.expression(expr.left, scope);
  const { left, right } = comparedColumn(t, expr.query, arg, expr.op, expr.pos, scope);
  return typed(
    apart(engine`(${left} ${word(expr.op)} ${word(expr.all ? "ALL" : "ANY")} (${right}))`),
    BOOLEAN,
    arg,
  );
}

/** Converts both sides to their comparison type; a row is compared with all columns of the query. */
function comparedColumn(
  t: Translation,
  query: Query,
  arg: Typed,
  op: string,
  pos: number,
  scope: Scope,
): { left: Sql; right: Sql } {
  const { sql, columns } = t.query(query, scope);
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
  const value = row ?? typed(columnAt(alias, 0), columns[0]!.type);
  const type = comparisonType(arg.type, value.type, t.dialect);
  if (type === null)
    return t.mismatch(`cannot apply operator: ${t.typeName(arg.type)} ${op} ${t.typeName(value.type)}`, pos);
  if (!t.hive && !["=", "<>", "IN"].includes(op) && !isOrderable(type))
    t.mismatch(`${t.typeName(type)} is not orderable`, pos);
  const converted = coerce(t, value, type, pos);
  const left = coerce(t, arg, type, pos).sql;
  if (row === null && converted.sql === value.sql) return { left, right: sql };
  return {
    left,
    right: engine`SELECT ${converted.sql} FROM (${sql}) AS ${word(alias)}(${commas(columnNames(columns))})`,
  };
}
