/** The protocol that Deno's kernel knows: a method of a value that returns how the value is shown, by MIME type. */
const DISPLAY = Symbol.for("Jupyter.display");

/** What the library knows of a bundle beside its data. */
const METADATA = Symbol.for("svclib.output-metadata");

type Bundle = Record<string, unknown> & { readonly [METADATA]?: object };

/** A bundle as an output has it. */
export function outputOf(data: Bundle): { readonly data: Bundle; readonly metadata: object } {
  return { data, metadata: data[METADATA] ?? {} };
}

/** How a value wants to be shown in a notebook; null when it does not say. */
export async function showValue(value: unknown): Promise<Record<string, unknown> | null> {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return null;
  const method = (value as { readonly [DISPLAY]?: unknown })[DISPLAY];
  if (typeof method !== "function") return null;
  const bundle: unknown = await method.call(value);
  return typeof bundle === "object" && bundle !== null ? (bundle as Record<string, unknown>) : null;
}
