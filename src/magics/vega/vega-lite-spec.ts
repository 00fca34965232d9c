import { UsageError } from "../../core/errors.ts";

/** A Vega-Lite specification as plain JSON. */
export type VegaLiteSpec = Record<string, unknown>;

/** Frontends draw it with the version that they have. */
export const SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json";
/** What a plot is wide that has no width of its own. */
export const WIDTH = 640;
/** The colour of the page's text: black on white, and white in a dark theme. */
export const INK = "currentColor";

/**
 * A specification of the user as frontends get it: numbers instead of BigInts, dates as ISO text.
 *
 * @throws UsageError for an object that contains itself.
 */
export function jsonSpec(spec: object): VegaLiteSpec {
  try {
    const numbers = (_: string, part: unknown): unknown => (typeof part === "bigint" ? Number(part) : part);
    return JSON.parse(JSON.stringify(spec, numbers)) as VegaLiteSpec;
  } catch (cause) {
    const [reason = ""] = (cause as Error).message.split("\n");
    throw new UsageError(`this specification can't be written as JSON: ${reason}`, { cause });
  }
}
