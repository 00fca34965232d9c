// This folder: what a value shows: its MIME bundle, and the texts and escapes that all displays share.

import { randomUUID } from "node:crypto";
import { inspect } from "node:util";
import { Chart } from "../vega/chart.ts";
import { jsonSpec, SCHEMA } from "../vega/vega-lite-spec.ts";
import { draw } from "../vega/draw.ts";
import { host, inNotebook, say } from "../notebook-host.ts";
import { codeBlock, JUPYTER_DISPLAY, type MimeBundle, isPromise } from "./displayable.ts";
import { isSpec, mimeBundle, VEGA_LITE } from "./mime-bundle.ts";

/**
 * Display a value in the notebook: tables as tables, charts and Vega-Lite specifications as charts, anything else as text. A promise is
 * awaited: its value is shown before the cell ends, and its rejection is the cell's error.
 */
export function display(content: unknown): void {
  if (isPromise(content)) return host().beforeEnd(async () => display(await content));
  const value = jsonIfSpec(content);
  if (value instanceof Chart)
    return showChart({ [VEGA_LITE]: value.spec, "text/plain": value.text }, () => value);
  const bundle = mimeBundle(value) ?? { "text/plain": typeof value === "string" ? value : inspect(value) };
  if (isPromise(bundle)) return host().beforeEnd(async () => host().display(await bundle));
  if (!isSpec(value) || loadsData(value)) return host().display(bundle);
  showChart(bundle, () => draw(value, String(bundle["text/plain"])));
}

/** Shows a chart at once, and adds its picture before the cell ends. */
function showChart(bundle: MimeBundle, chart: () => Chart): void {
  if (!inNotebook()) return host().display(bundle);
  const displayId = randomUUID();
  host().display(bundle, { displayId });
  host().beforeEnd(async () => {
    try {
      host().display(await chart()[JUPYTER_DISPLAY](), { displayId, update: true });
    } catch (error) {
      say(`WARNING: this chart has no static picture: ${(error as Error).message}`, "stderr");
    }
  });
}

const VIEWS = ["mark", "layer", "concat", "hconcat", "vconcat", "repeat", "spec"];

/** Accepts specifications without `$schema`, as examples often are. */
function jsonIfSpec(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (isSpec(value)) return jsonSpec(value);
  const isExample = !("$schema" in value) && Object.hasOwn(value, "data");
  return isExample && VIEWS.some((key) => Object.hasOwn(value, key))
    ? jsonSpec({ $schema: SCHEMA, ...value })
    : value;
}

/** Whether a specification needs data from elsewhere, which only the frontend loads. */
const loadsData = (spec: object): boolean => /"url":/.test(JSON.stringify(spec));

/** Display code, as `--dry-run` and `--verbose` do. */
export function show_code(code: string): void {
  host().display(codeBlock(code));
}
