import type { MimeBundle } from "../notebook-host.ts";
import { isAnyTable, type AnyTable } from "./any-table.ts";
import { isDisplayable, JUPYTER_DISPLAY } from "./displayable.ts";
import { toHtml } from "./table-html.ts";
import { toText } from "./table-text.ts";

/**
 * What a notebook shows for a value: tables of any copy of Arquero, charts, and all that has a `Jupyter.display` method of its own.
 *
 * @returns null for other values, which the kernel shows in its own way.
 */
export function mimeBundle(value: unknown): MimeBundle | null {
  if (isAnyTable(value)) return tableBundle(value);
  if (!isDisplayable(value)) return null;
  const bundle: unknown = value[JUPYTER_DISPLAY]();
  return typeof bundle === "object" && bundle !== null && !(bundle instanceof Promise)
    ? (bundle as MimeBundle)
    : null;
}

/** A table as HTML and as text. */
export function tableBundle(table: AnyTable): MimeBundle {
  return { "text/html": toHtml(table), "text/plain": toText(table) };
}
