import { jsonText } from "../../decode/json-text.ts";
import type { UploadColumn } from "./upload-column.ts";

/** A column as tables without booleans and lists have it: `true` and `false` as text, lists as JSON text unless they are kept. */
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
