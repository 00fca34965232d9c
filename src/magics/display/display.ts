import { randomUUID } from "node:crypto";
import { inspect } from "node:util";
import { draw } from "../plot/draw.ts";
import { host, say } from "../notebook-host.ts";
import { CodeBlock } from "./code-block.ts";
import { JUPYTER_DISPLAY } from "./displayable.ts";
import { isSpec, mimeBundle } from "./mime-bundle.ts";

/** Display a value in the notebook: tables as tables, charts and Vega-Lite specifications as charts, anything else as text. */
export function display(value: unknown): void {
  const bundle = mimeBundle(value) ?? { "text/plain": typeof value === "string" ? value : inspect(value) };
  if (!isSpec(value) || loadsData(value)) return host().display(bundle);
  const displayId = randomUUID();
  host().display(bundle, { displayId });
  host().beforeEnd(async () => {
    try {
      const chart = await draw(value, String(bundle["text/plain"]));
      host().display(chart[JUPYTER_DISPLAY](), { displayId, update: true });
    } catch (error) {
      say(`WARNING: this chart has no static picture: ${(error as Error).message}`, "stderr");
    }
  });
}

/** Whether a specification needs data from elsewhere, which only the frontend loads. */
const loadsData = (spec: object): boolean => /"url":/.test(JSON.stringify(spec));

/** Display code, as `--dry-run` and `--verbose` do. */
export function show_code(code: string): void {
  display(new CodeBlock(code));
}
