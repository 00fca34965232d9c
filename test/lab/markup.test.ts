import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Browser, Page } from "playwright-core";
import { Table } from "../../src/core/table/table.ts";
import { codeBlock } from "../../src/magics/display/displayable.ts";
import { toHtml } from "../../src/magics/display/table/table-html.ts";
import { plot } from "../../src/magics/plot/plot.ts";
import { startBrowser } from "./lib/notebook-page.ts";
import { tableOf } from "../core/table/table-of.ts";

/** Each text would call `hit` if it were used as markup, as a URL, or as an expression. */
const HOSTILE = [
  "<script>hit()</script>",
  "<img src=x onerror=hit()>",
  "<svg onload=hit()>",
  '"><b onmouseover="hit()" style="position:fixed;inset:0">x</b>',
  "' onmouseover='hit()' x='",
  "</td></tr></table><iframe srcdoc='<script>parent.hit()</script>'>",
  "</style><script>hit()</script>",
  "]]><script>hit()</script>",
  "</title></text><script>hit()</script>",
  "javascript:hit()",
  "<a href=javascript:hit()>click</a>",
  "datum.constructor.constructor('hit()')()",
  "${hit()}",
  "{{constructor.constructor('hit()')()}}",
  "&lt;img src=x onerror=hit()&gt;",
  "\u0000<script>hit()</script>",
];

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser?.close());

async function open(body: string): Promise<void> {
  page = await browser.newPage();
  await page.setContent(
    `<!doctype html><script>window.hits = 0; window.hit = () => { window.hits++ }</script><body>${body}</body>`,
  );
}

/** Hovers over and clicks everything, then returns how often `hit` was called. */
async function provoke(): Promise<number> {
  for (const element of (await page.locator("body *").all()).slice(0, 200)) {
    const box = await element.boundingBox().catch(() => null);
    if (!box || box.width === 0) continue;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  }
  await page.waitForTimeout(100);
  return page.evaluate("window.hits");
}

test("the detection works: the same texts are detected when used as markup", async () => {
  await open(HOSTILE.slice(0, 4).join(""));
  expect(await provoke()).toBeGreaterThan(0);
  await page.close();
});

describe("hostile text is inert", () => {
  test("in cells, column names and the index of a table", async () => {
    const columns = HOSTILE.map((text) => [text, ...HOSTILE.slice(0, 3)]);
    const table = Table.of([HOSTILE.slice(0, 4), ...columns], ["<script>hit()</script>index", ...HOSTILE], {
      index: ["<script>hit()</script>index"],
    });
    await open(toHtml(table));
    expect(await page.locator("script, img, iframe, svg, a").count()).toBe(1); // the page's own script
    expect(await page.getByText(HOSTILE[0] as string, { exact: true }).count()).toBeGreaterThan(0);
    expect(await provoke()).toBe(0);
    await page.close();
  });

  test("in code and statements that are shown", async () => {
    await open(HOSTILE.map((text) => String(codeBlock(text)["text/html"])).join(""));
    expect(await provoke()).toBe(0);
    await page.close();
  });

  test("in the SVG of a chart: titles, axes, legends", async () => {
    const { svg } = hostileChart();
    await open(await svg);
    expect(await page.locator("svg").count()).toBe(1);
    expect(await provoke()).toBe(0);
    await page.close();
  });

  test("in a chart that Vega draws, tooltips included", async () => {
    const { spec } = hostileChart();
    await open("<div id=chart></div>");
    for (const name of ["vega", "vega-lite"]) await page.addScriptTag({ content: bundle(name) });
    await page.evaluate(
      `(async () => {
        const compiled = vegaLite.compile(${JSON.stringify(spec)}).spec;
        const view = new vega.View(vega.parse(compiled), { renderer: "svg", container: "#chart", hover: true });
        view.tooltip((handler, event, item, value) => { window.tooltip = JSON.stringify(value ?? null) });
        await view.runAsync();
      })()`,
    );
    expect(await page.locator("#chart svg").count()).toBe(1);
    expect(await provoke()).toBe(0);
    await page.close();
  });
});

function hostileChart() {
  const table = tableOf(
    {
      "<img src=x onerror=hit()>": HOSTILE,
      "<script>hit()</script>": HOSTILE.map((_, i) => i),
      "datum['x'](hit())": HOSTILE.map((_, i) => i * 2),
    },
    { index: ["<img src=x onerror=hit()>"] },
  );
  return plot(table);
}

/** A package's browser bundle. */
function bundle(name: string): string {
  return readFileSync(
    join(import.meta.dirname, "../../node_modules", name, "build", `${name}.min.js`),
    "utf8",
  );
}
