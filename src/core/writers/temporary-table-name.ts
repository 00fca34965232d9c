import { randomBytes } from "node:crypto";

/** Longest name that the service takes. */
const MOST_CHARACTERS = 255;

/** A name for a table that takes the place of `table` once it is full. */
export function temporaryTableName(table: string): string {
  const suffix = `_new_${randomBytes(6).toString("hex")}`;
  return table.slice(0, MOST_CHARACTERS - suffix.length) + suffix;
}
