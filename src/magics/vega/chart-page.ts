import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { resolvePackage } from "../../core/files/missing-package.ts";
import { escapeHtml } from "../display/escape-html.ts";
import { fitWindow } from "./fit-window.ts";
import type { VegaLiteSpec } from "./vega-lite-spec.ts";

/** A page's width without its margins, within a limit. */
const ROOM = "clamp(windowSize()[0] - 16, 200, 1000)";

/** An HTML page that draws a specification, with Vega included, so that it works offline. */
export async function chartPage(spec: VegaLiteSpec): Promise<string> {
  const scripts = await Promise.all(
    ["vega", "vega-lite"].map((name) =>
      readFile(join(dirname(resolvePackage(name)), `${name}.min.js`), "utf8"),
    ),
  );
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(titleText(spec["title"]))}</title>`,
    `<style>:root { color-scheme: light dark }</style></head>`,
    '<body><div id="chart"></div>',
    ...scripts.map((code) => `<script>${code}</script>`),
    `<script>const compiled = vegaLite.compile(${scriptSafe(spec)}).spec;`,
    `for (const { path, value } of ${scriptSafe(fitWindow(spec, ROOM))}) {`,
    'const keys = path.slice(1).split("/"), last = keys.pop(); keys.reduce((part, key) => part[key], compiled)[last] = value; }',
    "let view; (onresize = () => { view?.finalize();",
    'view = new vega.View(vega.parse(compiled), { container: "#chart", renderer: "svg", hover: true }); view.runAsync(); })();</script>',
    "</body></html>\n",
  ].join("\n");
}

/** Vega-Lite takes a title as text or lines, alone or in an object. */
function titleText(title: unknown): string {
  if (typeof title === "string") return title;
  return Array.isArray(title)
    ? title.join(" ")
    : titleText((Object(title) as { text?: unknown }).text ?? "Chart");
}

/** JSON that can't end a script element. */
function scriptSafe(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}
