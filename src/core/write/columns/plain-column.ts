import { mapColumn } from "./map-column.ts";
import { checkDepth, jsonText, ownJson } from "../../text/json-text.ts";
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

function keptItem(item: unknown, column: string, row: number, depth = 0): unknown {
  checkDepth(depth);
  checkValue(item, column, row);
  const value = ownJson(item);
  // As in a column: -0 must not make a list of integers one of doubles.
  if (Object.is(value, -0)) return 0;
  if (typeof value !== "object" || value === null) return value;
  if (!Array.isArray(value) && !ArrayBuffer.isView(value)) return jsonText(value);
  return Array.from(value as ArrayLike<unknown>, (inner) => keptItem(inner, column, row, depth + 1));
}
