// This folder: rows of a batch as a page of the statement protocol.

import { parseServiceType, type ServiceType } from "../../../core/wire/service-type.ts";
import type { Batch } from "../../../core/blocks/batch.ts";
import type { ColumnData } from "../../../core/blocks/column-data.ts";
import { rowReader } from "../../../core/blocks/row-reader.ts";
import type { ResultColumn } from "../../contract/engine.ts";
import { stringifyJson } from "../stringify-json.ts";
import { isTime, type AnswerForm } from "./column-json.ts";

/** Encodes a batch as JSON rows, `[1,"a"],[2,"b"]`, without the outer brackets. */
export type RowsToJson = (batch: Batch) => string;

/** Returns an encoder for columns, in the statement protocol's form. */
export function rowsToJson(
  columns: readonly ResultColumn[],
  { parametricTimes }: Pick<AnswerForm, "parametricTimes">,
): RowsToJson {
  const texts: TextForm = parametricTimes ? asItIs : timesInMilliseconds;
  const types = columns.map(({ type }) => parseServiceType(type));
  return (batch) => {
    const cells = batch.columns.map((column, index) => cellWriter(column, types[index]!, texts));
    const rows: string[] = [];
    for (let row = 0; row < batch.rowCount; row++) rows.push(`[${cells.map((cell) => cell(row)).join(",")}]`);
    return rows.join(",");
  };
}

/** JSON of a text value of a type, or of null. */
type TextForm = (text: string | null, type: ServiceType) => string;

const asItIs: TextForm = (text) => JSON.stringify(text);

const timesInMilliseconds: TextForm = (text, type) =>
  JSON.stringify(text !== null && isTime(type) ? inMilliseconds(text) : text);

function cellWriter(column: ColumnData, type: ServiceType, texts: TextForm): (row: number) => string {
  const read = rowReader(column);
  switch (column.kind) {
    case "int64":
    case "integer":
    case "boolean":
      return (row) => String(read(row));
    case "float":
      return (row) => {
        const value = read(row);
        return value === null ? "null" : doubleJson(value as number);
      };
    case "text":
    case "utf8":
    case "coded":
      return (row) => texts(read(row) as string | null, type);
    default:
      return (row) => valueJson(read(row), type, texts);
  }
}

/** JSON of a value of any type; rows become arrays of their fields, bytes base64. */
function valueJson(value: unknown, type: ServiceType, texts: TextForm): string {
  if (value === null || value === undefined) return "null";
  if (typeof value === "number") return isFloating(type) ? doubleJson(value) : stringifyJson(value);
  if (typeof value === "string") return texts(value, type);
  if (value instanceof Uint8Array) return JSON.stringify(Buffer.from(value).toString("base64"));
  const innerJson = (item: unknown, index: number): string => valueJson(item, type.inner[index]!, texts);
  if (Array.isArray(value)) {
    const isRow = type.name === "row";
    return `[${value.map((item, index) => innerJson(item, isRow ? index : 0)).join(",")}]`;
  }
  if (typeof value === "object") {
    const entries = value instanceof Map ? [...(value as Map<string, unknown>)] : Object.entries(value);
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${innerJson(item, 1)}`).join(",")}}`;
  }
  return stringifyJson(value);
}

function isFloating({ name }: ServiceType): boolean {
  return name === "double" || name === "real";
}

/** Whole doubles keep a fraction, for clients that infer the type from the number's text. */
function doubleJson(value: number): string {
  if (!Number.isFinite(value)) return JSON.stringify(String(value));
  const text = Object.is(value, -0) ? "-0" : String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

/** A time as the protocol writes it: an optional date, the time of day, fraction, zone. */
const TIME = /^(?:([+-]?\d{4,})-(\d\d)-(\d\d) )?(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(.*)$/s;

/** The text of a time rounded half up to milliseconds, as Trino does for clients without other precisions; those read an offset behind a space. */
export function inMilliseconds(text: string): string {
  const match = TIME.exec(text);
  if (match === null) return text;
  const [, year, month, day, hour, minute, second, fraction = "", rest = ""] = match;
  const zone = rest.replace(/^(?=[+-])/, " ");
  if (fraction.length <= 3 || fraction[3]! < "5") {
    const head = text.slice(0, text.length - rest.length - (fraction === "" ? 0 : fraction.length + 1));
    return `${head}.${fraction.slice(0, 3).padEnd(3, "0")}${zone}`;
  }
  // The carry may reach the year; a time of day wraps at midnight.
  const at = new Date(0);
  at.setUTCFullYear(Number(year ?? 2000), Number(month ?? 1) - 1, Number(day ?? 1));
  at.setUTCHours(Number(hour), Number(minute), Number(second), Number(fraction.slice(0, 3)) + 1);
  const clock = at.toISOString().slice(-13, -1);
  if (year === undefined) return clock + zone;
  const two = (n: number): string => String(n).padStart(2, "0");
  const years = at.getUTCFullYear();
  const sign = years < 0 ? "-" : years > 9999 ? "+" : "";
  const date = `${sign}${String(Math.abs(years)).padStart(4, "0")}-${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())}`;
  return `${date} ${clock}${zone}`;
}
