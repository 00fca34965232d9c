import { sqlOf, typed, type Typed } from "../typed.ts";
import { columnAt, columnNames, commas, engine } from "../../sql/tree.ts";
import type { AnalyzedQuery } from "./analyzed-query.ts";

/** Converts a query's columns; returns it unchanged if none needs conversion. */
export function convertColumns(
  query: AnalyzedQuery,
  convert: (value: Typed, i: number) => Typed,
): AnalyzedQuery {
  const references = query.columns.map((_, i) => columnAt("u", i));
  const values = query.columns.map((column, i) => convert(typed(references[i]!, column.type), i));
  const columns = query.columns.map((column, i) => ({ name: column.name, type: values[i]!.type }));
  if (values.every((value, i) => value.sql === references[i])) return { sql: query.sql, columns };
  const list = commas(sqlOf(values));
  return {
    sql: engine`SELECT ${list} FROM (${query.sql}) AS u(${commas(columnNames(references))})`,
    columns,
  };
}
