import { mapColumn } from "./map-column.ts";
import { jsonText } from "../../text/json-text.ts";
import { checkValue } from "./check-value.ts";
import type { UploadColumn } from "./upload-column.ts";

/**
 * A column for tables without booleans and lists: `true` and `false` as text, lists as JSON text unless kept.
 *
 * @throws ConfigError for a kept list with binary values, or text with lone surrogates.
 */
export function plainColumn(column: UploadColumn, keepLists: boolean): UploadColumn {
  const { name, kind, values } = column;
  if (kind === "boolean" || (kind === "list" && !keepLists))
    return { name, kind: "string", values: mapColumn(values, (value) => jsonText(value)) };
  if (kind !== "list") return column;
  return { name, kind, values: mapColumn(values, (value, row) => keptItem(value, name, row)) };
}

function keptItem(value: unknown, column: string, row: number): unknown {
  checkValue(value, column, row);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  // As in a column: -0 must not make a list of integers one of doubles.
  if (Object.is(value, -0)) return 0;
  if (typeof value !== "object" || value === null) return value;
  if (!Array.isArray(value) && !ArrayBuffer.isView(value)) return jsonText(value);
  return Array.from(value as ArrayLike<unknown>, (item) => keptItem(item, column, row));
}
