import { escapeHtml } from "./escape-html.ts";

/** Method with which values provide a MIME bundle to Jupyter kernels. */
export const JUPYTER_DISPLAY = Symbol.for("Jupyter.display");
/** Key of a bundle's output metadata, such as the size of an image. */
export const METADATA = Symbol.for("svclib.output-metadata");

/** Output for frontends by MIME type: text, and JSON values for JSON types. */
export type MimeBundle = Record<string, unknown> & { readonly [METADATA]?: object };

/** A value that provides its own MIME bundle. */
export interface Displayable {
  [JUPYTER_DISPLAY](): MimeBundle | Promise<MimeBundle>;
}

export function isDisplayable(value: unknown): value is Displayable {
  return (
    ((typeof value === "object" && value !== null) || typeof value === "function") &&
    typeof (value as Partial<Record<symbol, unknown>>)[JUPYTER_DISPLAY] === "function"
  );
}

/** Text displayed unchanged in a monospace font. */
export const codeBlock = (text: string): MimeBundle => ({
  "text/html": `<pre><code>${escapeHtml(text)}</code></pre>`,
  "text/plain": text,
});

/** Whether a value is a promise of any realm. Other objects with a method `then`, such as queries that it would send, are not. */
export function isPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return (
    Object.prototype.toString.call(value) === "[object Promise]" &&
    typeof (value as { then?: unknown }).then === "function"
  );
}
