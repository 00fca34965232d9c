/** Display protocol of Deno's kernel: a method that returns a value's output by MIME type. */
const DISPLAY = Symbol.for("Jupyter.display");

/** Output metadata that the library attaches to a bundle. */
const METADATA = Symbol.for("svclib.output-metadata");

type Bundle = Record<string, unknown> & { readonly [METADATA]?: object };

export function outputOf(data: Bundle): { readonly data: Bundle; readonly metadata: object } {
  return { data, metadata: data[METADATA] ?? {} };
}

/** A value's own output by MIME type; null if it has none. */
export async function showValue(value: unknown): Promise<Record<string, unknown> | null> {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return null;
  const method = (value as { readonly [DISPLAY]?: unknown })[DISPLAY];
  if (typeof method !== "function") return null;
  const bundle: unknown = await method.call(value);
  return typeof bundle === "object" && bundle !== null ? (bundle as Record<string, unknown>) : null;
}
