import type { Type } from "../../types/type.ts";
import { coerce } from "../convert.ts";
import type { Translation } from "../translation.ts";
import { typed } from "../typed.ts";
import { columnAt, columnNames, commas, engine } from "../../sql/tree.ts";
import type { AnalyzedQuery } from "./query.ts";

/** Converts a query's columns; returns it unchanged if none needs conversion. */
export function convertColumns(
  t: Translation,
  query: AnalyzedQuery,
  types: readonly Type[],
  pos: number,
): AnalyzedQuery {
  const given = query.columns.map((_, i) => columnAt("u", i));
  const values = query.columns.map((column, i) => coerce(t, typed(given[i]!, column.type), types[i]!, pos));
  const columns = query.columns.map((column, i) => ({ name: column.name, type: types[i]! }));
  if (values.every((value, i) => value.sql === given[i])) return { sql: query.sql, columns };
  const list = commas(values.map((value) => value.sql));
  return { sql: engine`SELECT ${list} FROM (${query.sql}) AS u(${commas(columnNames(given))})`, columns };
}
