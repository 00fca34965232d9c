import { jsonText } from "../../decode/json-text.ts";
import type { UploadColumn } from "./upload-column.ts";

/** A column for tables without booleans and lists: `true` and `false` as text, lists as JSON text unless kept. */
export function plainColumn(column: UploadColumn, keepLists: boolean): UploadColumn {
  const { name, kind, values } = column;
  if (kind === "boolean" || (kind === "list" && !keepLists)) {
    const texts = Array.from({ length: values.length }, (_, row) => {
      const value = values.at(row);
      return value === null ? null : jsonText(value);
    });
    return { name, kind: "string", values: texts };
  }
  return column;
}
