import { randomBytes } from "node:crypto";

/** Maximum length of a table name. */
const MAX_CHARACTERS = 255;

export function temporaryTableName(table: string): string {
  const suffix = `_new_${randomBytes(6).toString("hex")}`;
  return table.slice(0, MAX_CHARACTERS - suffix.length) + suffix;
}
