import { isAnyTable, type AnyTable } from "./table/any-table.ts";
import { offerTable } from "./grid/offered-tables.ts";
import { codeBlock, isDisplayable, JUPYTER_DISPLAY, type MimeBundle } from "./displayable.ts";
import { toHtml } from "./table/table-html.ts";
import { toText, textAnswer } from "./table/table-text.ts";

export const VEGA_LITE = "application/vnd.vegalite.v5+json";

/**
 * The MIME bundle of a value: tables of any copy of Arquero, charts, Vega-Lite specifications (objects with its `$schema`), and values
 * with a `Jupyter.display` method.
 *
 * @returns null for other values, which the kernel displays itself.
 */
export function mimeBundle(value: unknown): MimeBundle | Promise<MimeBundle> | null {
  if (isAnyTable(value)) return tableBundle(value);
  if (isSpec(value)) return { [VEGA_LITE]: value, "text/plain": "a Vega-Lite chart" };
  if (!isDisplayable(value)) return null;
  const bundle: unknown = value[JUPYTER_DISPLAY]();
  return typeof bundle === "object" ? (bundle as MimeBundle | Promise<MimeBundle> | null) : null;
}

export function isSpec(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const schema = (value as { $schema?: unknown }).$schema;
  return typeof schema === "string" && schema.includes("/schema/vega-lite/");
}

/** A table as HTML and text; a text result as a block of text. */
export function tableBundle(table: AnyTable): MimeBundle {
  const text = textAnswer(table);
  if (text !== null) return codeBlock(text);
  return { "text/html": toHtml(table, offerTable(table)), "text/plain": toText(table) };
}
