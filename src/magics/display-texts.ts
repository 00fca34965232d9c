import type { Column } from "../core/table/table.ts";

// Stored on the column object, like its time zone.
const TEXT = Symbol.for("svclib.column-text");

/** The function that formats a column's texts for display, if any. */
export function textFormatter(column: unknown): ((text: string) => string) | null {
  const show = (column as { [TEXT]?: unknown } | null | undefined)?.[TEXT];
  return typeof show === "function" ? (show as (text: string) => string) : null;
}

/** A copy of a column whose texts are displayed through `show`; files and programs still get the original texts. */
export function shownThrough(column: Column, show: (text: string) => string): Column {
  return Object.defineProperty([...column], TEXT, { value: show });
}
