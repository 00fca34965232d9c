import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { resolvePackage } from "../../core/files/missing-package.ts";
import { escapeHtml } from "../display/escape-html.ts";
import { hasOpenWidth, type VegaLiteSpec } from "./vega-lite-spec.ts";

/** An HTML page that draws a specification, with Vega included, so that it works offline. */
export async function chartPage(spec: VegaLiteSpec): Promise<string> {
  const scripts = await Promise.all(
    ["vega", "vega-lite"].map((name) =>
      readFile(join(dirname(resolvePackage(name)), `${name}.min.js`), "utf8"),
    ),
  );
  const { text } = (spec["title"] ?? {}) as { text?: unknown };
  const title = typeof text === "string" ? text : "Chart";
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>`,
    `<style>:root { color-scheme: light dark } #chart { max-width: 1000px }</style></head>`,
    '<body><div id="chart"></div>',
    ...scripts.map((code) => `<script>${code}</script>`),
    `<script>const spec = ${scriptSafe(hasOpenWidth(spec) ? { ...spec, width: "container" } : spec)};`,
    'new vega.View(vega.parse(vegaLite.compile(spec).spec), { container: "#chart", renderer: "svg", hover: true }).runAsync();</script>',
    "</body></html>\n",
  ].join("\n");
}

/** JSON that can't end a script element. */
function scriptSafe(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}
