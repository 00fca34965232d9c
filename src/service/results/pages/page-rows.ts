import { parseServiceType, type ServiceType } from "../../../core/wire/service-type.ts";
import type { Batch, ColumnData, ResultColumn } from "../../engine/engine.ts";
import { stringifyJson } from "../values/stringify-json.ts";
import { textAt } from "../values/text-at.ts";
import { isTime, type AnswerForm } from "./column-json.ts";
import { inMilliseconds } from "./in-milliseconds.ts";

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
  switch (column.kind) {
    case "int64":
    case "int32": {
      const { values, valid } = column;
      return (row) => (valid?.[row] === 0 ? "null" : String(values[row]));
    }
    case "float64": {
      const { values, valid } = column;
      return (row) => (valid?.[row] === 0 ? "null" : doubleJson(values[row] as number));
    }
    case "boolean": {
      const { values, valid } = column;
      return (row) => (valid?.[row] === 0 ? "null" : values[row] === 0 ? "false" : "true");
    }
    case "text": {
      const { values } = column;
      return (row) => texts(values[row] ?? null, type);
    }
    case "utf8":
      return (row) => texts(textAt(column, row), type);
    case "other": {
      const { values } = column;
      return (row) => valueJson(values[row], type, texts);
    }
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
