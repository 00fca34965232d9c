import type { Column } from "../core/table/table.ts";

// Kept on the column's values, as its time zone is.
const TEXT = Symbol.for("svclib.column-text");

/** How a column's texts are shown where that is not as they are. */
export function textOf(column: unknown): ((text: string) => string) | null {
  const show = (column as { [TEXT]?: unknown } | null | undefined)?.[TEXT];
  return typeof show === "function" ? (show as (text: string) => string) : null;
}

/** The same values, of which texts are shown through `show`; files and programs get them as they are. */
export function shownThrough(column: Column, show: (text: string) => string): Column {
  return Object.defineProperty([...column], TEXT, { value: show });
}
