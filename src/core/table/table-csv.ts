import { csvQuoter } from "../text/csv-quoter.ts";
import { hexText, jsonText } from "../text/json-text.ts";
import { parseServiceType } from "../wire/service-type.ts";
import type { Column, Table } from "./table.ts";
import { shortIso } from "./table-json.ts";
import type { CsvOptions } from "./typed-verbs.ts";

/**
 * The rows as CSV, where Arquero's writer loses rows and values: null is an empty field, but `""` in a single column, as is empty text.
 * Nested values are JSON, binary is hexadecimal, dates are the shortest ISO text.
 */
export function tableCsv(
  table: Table,
  { columns, delimiter = ",", header = true, format = {}, limit = Infinity, offset = 0 }: CsvOptions,
): string {
  const names = typeof columns === "function" ? columns(table) : (columns ?? table.columnNames());
  const quote = csvQuoter(delimiter);
  const fields = names.map((name) => {
    const column = table.data()[name] as Column;
    const text = fieldText(table.types[name]);
    const own = Object.hasOwn(format, name) ? format[name] : undefined;
    return (row: number): string => {
      const value = column.at(row);
      const field = text(own === undefined ? value : own(value));
      return field === null ? (names.length === 1 ? '""' : "") : quote(field);
    };
  });
  const lines = Array.from(table.indices().subarray(offset, offset + limit), (row) =>
    fields.map((field) => field(row)).join(delimiter),
  );
  if (header) lines.unshift(names.map(quote).join(delimiter));
  return lines.map((line) => `${line}\n`).join("");
}

function fieldText(serviceType: string | undefined): (value: unknown) => string | null {
  const type = serviceType === undefined ? undefined : parseServiceType(serviceType);
  return (value) => {
    if (value === null || value === undefined) return null;
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : shortIso(value);
    if (value instanceof Uint8Array) return hexText(value);
    if (typeof value === "object") return jsonText(value, type);
    return Object.is(value, -0) ? "-0" : `${value as string | number | bigint | boolean}`;
  };
}
