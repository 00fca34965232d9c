import { jsonText } from "../text/json-text.ts";
import { parseServiceType } from "../wire/service-type.ts";
import type { Column, Table } from "./table.ts";
import type { JsonOptions } from "./typed-verbs.ts";

/** The rows as JSON, where Arquero's writer fails for BigInts and quotes in names: integers exact, dates as the shortest ISO text. */
export function tableJson(
  table: Table,
  { type, columns, format = {}, limit = Infinity, offset = 0 }: JsonOptions,
): string {
  const names = typeof columns === "function" ? columns(table) : (columns ?? table.columnNames());
  const rows = Array.from(table.indices().subarray(offset, offset + limit));
  const fields = names.map((name) => {
    const column = table.data()[name] as Column;
    const text = cellText(table.types[name], Object.hasOwn(format, name) ? format[name] : undefined);
    return { key: JSON.stringify(name), at: (row: number) => text(column.at(row)) };
  });
  if (type === "columns")
    return `{${fields.map(({ key, at }) => `${key}:[${rows.map(at).join(",")}]`).join(",")}}`;
  const texts = rows.map((row) => `{${fields.map(({ key, at }) => `${key}:${at(row)}`).join(",")}}`);
  return type === "ndjson" ? texts.join("\n") : `[${texts.join(",")}]`;
}

function cellText(
  serviceType: string | undefined,
  format: ((value: unknown) => unknown) | undefined,
): (value: unknown) => string {
  if (format !== undefined) return (value) => jsonText(format(value));
  const type = serviceType === undefined ? undefined : parseServiceType(serviceType);
  return (value) =>
    value instanceof Date
      ? jsonText(Number.isNaN(value.getTime()) ? null : shortIso(value))
      : jsonText(value, type);
}

/** A valid date as ISO text in UTC, without the seconds and time that are 0. */
export const shortIso = (date: Date): string =>
  date.toISOString().replace(/(?:T00:00:00\.000Z|(?::00)?\.000(Z))$/, "$1");
