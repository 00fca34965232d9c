import type { MimeBundle } from "../notebook-host.ts";

/** Method under which Jupyter kernels look for a value's own bundle. */
export const JUPYTER_DISPLAY = Symbol.for("Jupyter.display");
/** Method under which Node.js looks for a value's own text. */
export const NODE_INSPECT = Symbol.for("nodejs.util.inspect.custom");
/** The same of Deno. */
export const DENO_INSPECT = Symbol.for("Deno.customInspect");

/** A value that brings the bundle it is shown as. */
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
