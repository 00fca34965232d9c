// This folder: a query's columns and its SQL: from, where, group by, select, order by.

import { convertColumns, type AnalyzedQuery, joinable, type OutputColumn } from "./analyzed-query.ts";
import type { Body, Query } from "../../parse/ast.ts";
import { commonType } from "../../types/coercion.ts";
import { analyzeCommonTables } from "./common-tables.ts";
import { coerce } from "../coerce.ts";
import { equalForm } from "../equal-form.ts";
import { withType } from "../typed.ts";
import { oneOf } from "../whole-digits.ts";
import type { Scope } from "../scope.ts";
import { asValue } from "./group-by.ts";
import { orderByOutput } from "./order-by.ts";
import { limitSql, withTies } from "./row-limit.ts";
import { analyzeSelect } from "./select.ts";
import type { Translation } from "../translation.ts";
import { analyzeValues } from "./values.ts";
import { columnAt, columnNames, commas, EMPTY, engine, sequence, type Sql, word } from "../../sql/tree.ts";

export function analyzeQuery(t: Translation, query: Query, outer: Scope | null): AnalyzedQuery {
  const { scope, sql: withSql } = analyzeCommonTables(t, query, outer);
  const limit = limitSql(t, query, scope);
  const isLimited = limit !== EMPTY;
  if (query.body.kind === "select") {
    const orderBy = query.orderBy.length > 0 ? query.orderBy : query.body.sortBy;
    if (query.withTies) {
      const rows = withTies(t, query, query.body, scope);
      return { ...rows, sql: sequence([withSql, rows.sql]) };
    }
    const select = analyzeSelect(t, query.body, scope, orderBy);
    const oneRow = select.oneRow === true && query.limit === null && query.offset === null;
    return { sql: sequence([withSql, select.sql, limit]), columns: select.columns, oneRow, isLimited };
  }
  const body = analyzeBody(t, query.body, scope);
  if (query.orderBy.length === 0)
    return { sql: sequence([withSql, body.sql, limit]), columns: body.columns, isLimited };
  const order = orderByOutput(t, query.orderBy, body.columns, scope);
  const names = commas(columnNames(body.columns));
  return {
    sql: engine`${withSql}SELECT ${names} FROM (${body.sql}) AS o(${names}) ORDER BY ${order}${limit}`,
    columns: body.columns,
    isLimited,
  };
}

function analyzeBody(t: Translation, body: Body, scope: Scope): AnalyzedQuery {
  switch (body.kind) {
    case "select":
      return analyzeSelect(t, body, scope, body.sortBy);
    case "nested": {
      const query = t.query(body.query, scope);
      return { sql: engine`(${joinable(query)})`, columns: query.columns };
    }
    case "values":
      return analyzeValues(t, body.rows, scope);
    case "setOp": {
      const sides = [analyzeBody(t, body.left, scope), analyzeBody(t, body.right, scope)] as const;
      return combine(t, sides[0], sides[1], `${body.op}${body.all ? " ALL" : ""}`, body.pos);
    }
  }
}

/** A set operation: both sides are converted to common types; names come from the left side. */
export function combine(
  t: Translation,
  left: AnalyzedQuery,
  right: AnalyzedQuery,
  op: string,
  pos: number,
): AnalyzedQuery {
  if (left.columns.length !== right.columns.length)
    t.mismatch(
      `${op} query has different number of fields: ${left.columns.length}, ${right.columns.length}`,
      pos,
    );
  const columns = left.columns.map((column, i): OutputColumn => {
    const other = right.columns[i]!.type;
    const type =
      commonType(column.type, other, t.dialect) ??
      t.mismatch(
        `column ${i + 1} in ${op} query has incompatible types: ${t.typeName(column.type)}, ${t.typeName(other)}`,
        pos,
      );
    return oneOf({ name: column.name, type }, [column, right.columns[i]!]);
  });
  const [a, b] = [left, right].map((side) =>
    convertColumns(side, (value, i) => coerce(t, value, columns[i]!.type, pos)),
  ) as [AnalyzedQuery, AnalyzedQuery];
  const combined = (one: AnalyzedQuery, other: AnalyzedQuery, by = op): Sql =>
    engine`(${one.sql}) ${word(by)} (${other.sql})`;
  const values = columns.map(({ type }, i) => withType(columnAt("u", i), type));
  const forms = values.map((value) => equalForm(t, value, pos));
  if (op === "UNION ALL" || forms.every((form, i) => form === values[i]))
    return { sql: combined(a, b), columns };
  if (op === "UNION") {
    const names = commas(columnNames(values));
    const keys = commas(forms.map(asValue));
    const all = combined(a, b, "UNION ALL");
    return { sql: engine`SELECT DISTINCT ON (${keys}) ${names} FROM (${all}) AS u(${names})`, columns };
  }
  const sides = [a, b].map((side) => convertColumns(side, (value) => equalForm(t, value, pos)));
  return { ...sides[0]!, sql: combined(sides[0]!, sides[1]!) };
}
