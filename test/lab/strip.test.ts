import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "@jest/globals";
import type { Locator } from "playwright-core";
import { NotebookPage } from "./lib/notebook-page.ts";
import { runningLab } from "./lib/running-lab.ts";

// Pictures of the README. SVC_WRITE_OUTPUTS=1 writes them to docs/pictures, otherwise they go to reports/lab.

/** Height of each picture in pixels: a chart with its axes. */
const HEIGHT = 500;

const running = runningLab();

async function boxOf(element: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await element.first().boundingBox();
  if (!box) throw new Error("the element is not shown");
  return box;
}

/** Takes a picture of the notebook, without menus and sidebars. */
async function picture({ page }: NotebookPage, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  const { x, y, width } = await boxOf(page.locator(".jp-WindowedPanel-outer"));
  const path = process.env["SVC_WRITE_OUTPUTS"]
    ? join(import.meta.dirname, "../../docs/pictures", `${name}.png`)
    : join(import.meta.dirname, "../../reports/lab", `strip-${name}.png`);
  mkdirSync(dirname(path), { recursive: true });
  await page.screenshot({ path, clip: { x, y, width, height: HEIGHT } });
}

/** Opens an empty notebook. */
async function open(name: string): Promise<NotebookPage> {
  const { lab } = running;
  const cell = {
    cell_type: "code",
    id: "first",
    metadata: {},
    source: "",
    execution_count: null,
    outputs: [],
  };
  // Without a kernelspec JupyterLab asks for a kernel.
  const metadata = { kernelspec: { name: "svc-tslab", display_name: "svc-tslab", language: "typescript" } };
  const notebook = { nbformat: 4, nbformat_minor: 5, metadata, cells: [cell] };
  writeFileSync(join(lab.folder, `${name}.ipynb`), JSON.stringify(notebook));
  const opened = await NotebookPage.open(running.browser, lab.url(`${name}.ipynb`), "svc-tslab");
  await opened.page.setViewportSize({ width: 1000, height: 680 });
  await opened.command("application:toggle-left-area");
  return opened;
}

test("pictures of Tab, a query, a chart and Stop for the README", async () => {
  const tab = await open("tab");
  await tab.runCell("%svc_databases");
  await tab.typeCell("%%svc_presto sample_datasets\nselect sy from stocks");
  await tab.moveCursorBack(" from stocks".length);
  await tab.page.keyboard.press("Tab");
  expect(await tab.completions()).toContain("symbol");
  await picture(tab, "tab");
  await tab.page.close();

  const query = await open("query");
  const shown = await query.runCell(
    "%%svc_presto sample_datasets\nselect symbol, count(*) as months, max(price) as high\nfrom stocks\ngroup by symbol\norder by high desc",
  );
  expect(shown.some(({ data }) => data.includes("text/html"))).toBe(true);
  await query.page.getByText("GOOG").first().waitFor();
  await query.page.waitForTimeout(1000);
  await picture(query, "query");
  await query.page.close();

  const chart = await open("chart");
  const plotted = await chart.runCell(
    "%%svc_presto sample_datasets --plot\nselect time, symbol, price from stocks order by time",
  );
  expect(plotted.some(({ data }) => data.includes("application/vnd.vegalite.v5+json"))).toBe(true);
  const drawing = chart.page.locator(".vega-embed svg, .vega-embed canvas").first();
  await drawing.waitFor();
  const { x, y, width, height } = await boxOf(drawing);
  const outer = await boxOf(chart.page.locator(".jp-WindowedPanel-outer"));
  // The whole chart is in the picture.
  expect([x + width <= outer.x + outer.width, y + height <= outer.y + HEIGHT]).toEqual([true, true]);
  await picture(chart, "chart");
  await chart.page.close();

  const stop = await open("stop");
  await stop.runCell("const kept = 42;");
  await stop.startCell(
    "%%svc_presto sample_datasets\nselect count(*)\nfrom flights a, flights b\nwhere a.delay + b.delay = a.distance * b.distance",
  );
  await stop.page.waitForTimeout(6000);
  await stop.command("notebook:interrupt-kernel");
  await stop.idle();
  expect((await stop.outputs()).at(-1)?.text).toMatch(/InterruptedError/);
  expect((await stop.runCell("kept;")).at(-1)?.text).toContain("42");
  await picture(stop, "stop");
  await stop.page.close();
}, 240_000);
