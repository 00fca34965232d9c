import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { openedNotebook, runningLab } from "./lib/running-lab.ts";

// Pictures of the README. SVC_WRITE_OUTPUTS=1 writes them to docs/pictures, otherwise they go to reports/lab.

const running = runningLab();
const tab = openedNotebook(running, "quickstart.ipynb", "svc-tslab");

/** Takes a small picture of the page around the active cell. */
async function picture(name: string): Promise<void> {
  const { page } = tab.notebook;
  await tab.notebook.picture(`strip-${name}`);
  if (process.env["SVC_WRITE_OUTPUTS"])
    await page.screenshot({ path: join(import.meta.dirname, "../../docs/pictures", `${name}.png`) });
}

test("pictures of Tab, a query, a chart and Stop for the README", async () => {
  const { page } = tab.notebook;
  await page.setViewportSize({ width: 800, height: 450 });
  await tab.notebook.command("application:toggle-left-area");
  await tab.notebook.runCell("%svc_use sample_datasets");

  await tab.notebook.typeCell("%%svc_presto\nselect sy from stocks");
  await tab.notebook.moveCursorBack(" from stocks".length);
  await page.keyboard.press("Tab");
  expect(await tab.notebook.completions()).toContain("symbol");
  await picture("tab");
  await page.keyboard.press("Escape");

  const shown = await tab.notebook.runCell(
    "%%svc_presto\nselect symbol, count(*) as months, max(price) as high\nfrom stocks group by symbol order by high desc",
  );
  expect(shown.some(({ data }) => data.includes("text/html"))).toBe(true);
  await tab.notebook.showOutputs();
  await picture("query");

  const plotted = await tab.notebook.runCell(
    "%%svc_presto --plot\nselect time, symbol, price from stocks order by time",
  );
  expect(plotted.some(({ data }) => data.includes("application/vnd.vegalite.v5+json"))).toBe(true);
  await page.waitForTimeout(1500);
  await tab.notebook.showOutputs();
  await picture("chart");

  await tab.notebook.startCell(
    "%%svc_presto\nselect count(*) from flights a, flights b where a.delay + b.delay = a.distance * b.distance",
  );
  await page.waitForTimeout(4000);
  await tab.notebook.command("notebook:interrupt-kernel");
  await tab.notebook.idle();
  await page.waitForTimeout(500);
  await tab.notebook.showOutputs();
  await picture("stop");
}, 240_000);
