// Imported by file: the package's main declarations fail under `strict`.
import type { Table as ArqueroTable } from "arquero/dist/types/table/Table.js";
import { csvQuoter } from "../text/csv-quoter.ts";
import { hexText, jsonText } from "../text/json-text.ts";
import { columnKind, parseServiceType, type ServiceType } from "../wire/service-type.ts";
import type { Column } from "./columns/column.ts";
import type { TypedData } from "./typed-data.ts";

/** Options of `toCSV` and similar. */
export interface TextOptions {
  limit?: number;
  offset?: number;
  columns?: string[] | ((table: ArqueroTable) => string[]);
  /** Formatters by column name. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  format?: Record<string, (value: any) => any>;
}

export interface CsvOptions extends TextOptions {
  delimiter?: string;
  header?: boolean;
}

export interface JsonOptions extends TextOptions {
  type?: "columns" | "rows" | "ndjson" | null;
}

export interface MarkupOptions extends Omit<TextOptions, "format"> {
  align?: Record<string, "l" | "c" | "r">;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  format?: Record<string, ((value: any) => any) | { utc?: boolean; digits?: number; maxlen?: number }>;
}

export interface HtmlOptions extends MarkupOptions {
  null?: (value?: null) => string;
  style?: object;
}

/** The ways to write a table as text. */
export interface TextForms {
  /** The rows as CSV. */
  toCSV(options?: CsvOptions): string;
  /** The rows as an HTML table. */
  toHTML(options?: HtmlOptions): string;
  /** The rows as JSON. */
  toJSON(options?: JsonOptions): string;
  /** The rows as a Markdown table. */
  toMarkdown(options?: MarkupOptions): string;
}

/** The rows and columns to write. @param text - The text of a value; its type is that of the column, if known and not formatted. */
function selected<T>(
  table: TypedData,
  { columns, format = {}, limit = Infinity, offset = 0 }: TextOptions,
  text: (value: unknown, type: ServiceType | undefined) => T,
): { rows: number[]; fields: { name: string; at: (row: number) => T }[] } {
  const names = typeof columns === "function" ? columns(table) : (columns ?? table.columnNames());
  const fields = names.map((name) => {
    const column = table.data()[name] as Column;
    const own = Object.hasOwn(format, name) ? format[name] : undefined;
    if (own !== undefined) return { name, at: (row: number) => text(own(column.at(row)), undefined) };
    const serviceType = table.types[name];
    const type = serviceType === undefined ? undefined : parseServiceType(serviceType);
    return { name, at: (row: number) => text(column.at(row), type) };
  });
  return { rows: Array.from(table.indices().subarray(offset, offset + limit)), fields };
}

/**
 * The rows as CSV, where Arquero's writer loses rows and values: null is an empty field, but `""` in a single column, as is empty text.
 * Nested values are JSON, binary is hexadecimal, dates are the shortest ISO text.
 */
export function tableCsv(
  table: TypedData,
  { delimiter = ",", header = true, ...options }: CsvOptions,
): string {
  const { rows, fields } = selected(table, options, fieldText);
  const quote = csvQuoter(delimiter);
  const empty = fields.length === 1 ? '""' : "";
  const line = (texts: readonly (string | null)[]): string =>
    `${texts.map((text) => (text === null ? empty : quote(text))).join(delimiter)}\n`;
  const head = header ? line(fields.map(({ name }) => name)) : "";
  return head + rows.map((row) => line(fields.map(({ at }) => at(row)))).join("");
}

/** A value as a field of CSV, not quoted; null for null. */
export function fieldText(value: unknown, type: ServiceType | undefined): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : shortIso(value);
  if (value instanceof Uint8Array) return hexText(value);
  if (typeof value === "object" || (type !== undefined && columnKind(type) === "decimal"))
    return typeof value === "string" ? value : jsonText(value, type);
  return Object.is(value, -0) ? "-0" : `${value as string | number | bigint | boolean}`;
}

/** The rows as JSON, where Arquero's writer fails for BigInts and quotes in names: integers exact, dates as the shortest ISO text. */
export function tableJson(table: TypedData, { type, ...options }: JsonOptions): string {
  const { rows, fields } = selected(table, options, (value, columnType) =>
    value instanceof Date && !Number.isNaN(value.getTime())
      ? `"${shortIso(value)}"`
      : jsonText(value, columnType),
  );
  const keyed = fields.map(({ name, at }) => ({ key: JSON.stringify(name), at }));
  if (type === "columns")
    return `{${keyed.map(({ key, at }) => `${key}:[${rows.map(at).join(",")}]`).join(",")}}`;
  const texts = rows.map((row) => `{${keyed.map(({ key, at }) => `${key}:${at(row)}`).join(",")}}`);
  return type === "ndjson" ? texts.join("\n") : `[${texts.join(",")}]`;
}

/** A valid date as ISO text in UTC, without the seconds and time that are 0. */
const shortIso = (date: Date): string =>
  date.toISOString().replace(/(?:T00:00:00\.000Z|(?::00)?\.000(Z))$/, "$1");
