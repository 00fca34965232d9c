import type { MimeBundle } from "../notebook-host.ts";

/** Method with which values provide a MIME bundle to Jupyter kernels. */
export const JUPYTER_DISPLAY = Symbol.for("Jupyter.display");
/** Method with which values provide text to consoles, of Deno too. */
export const NODE_INSPECT = Symbol.for("nodejs.util.inspect.custom");

/** A value that provides its own MIME bundle. */
export interface Displayable {
  [JUPYTER_DISPLAY](): MimeBundle;
}

export function isDisplayable(value: unknown): value is Displayable {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof (value as Partial<Record<symbol, unknown>>)[JUPYTER_DISPLAY] === "function"
  );
}
