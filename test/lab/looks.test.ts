import { beforeAll, describe, expect, test } from "@jest/globals";
import { openedNotebook, runningLab } from "./lib/running-lab.ts";

const running = runningLab();

describe.each(["svc-tslab", "svc-deno"] as const)("JupyterLab with %s", (kernel) => {
  const tab = openedNotebook(running, "sharing-results.ipynb", kernel);

  beforeAll(async () => {
    await tab.notebook.runCell("%svc_use sample_datasets");
  });

  async function tooltip(code: string): Promise<string> {
    await tab.notebook.typeCell(code);
    await tab.notebook.page.keyboard.press("Shift+Tab");
    const shown = tab.notebook.page.locator(".jp-Tooltip");
    await shown.waitFor();
    const text = await shown.innerText();
    await tab.notebook.page.keyboard.press("Escape");
    return text;
  }

  test("Tab offers options", async () => {
    await tab.notebook.typeCell("%%svc_presto --");
    await tab.notebook.page.keyboard.press("Tab");
    expect(await tab.notebook.completions()).toEqual(expect.arrayContaining(["--plot", "--verbose"]));
    await tab.notebook.picture(`${kernel}-options`);
    await tab.notebook.page.keyboard.press("Escape");
  });

  test("Shift-Tab shows a table with types and rows, a column's type, a function's signature", async () => {
    const table = await tooltip("%%svc_presto sample_datasets\nselect price from stocks");
    expect(table).toContain("560 rows");
    expect(table).toMatch(/symbol\s+string/);
    await tab.notebook.typeCell("%%svc_presto sample_datasets\nselect price from stocks");
    await tab.notebook.moveCursorBack(" from stocks".length);
    await tab.notebook.page.keyboard.press("Shift+Tab");
    await tab.notebook.page.locator(".jp-Tooltip", { hasText: "price" }).waitFor();
    await tab.notebook.page.keyboard.press("Escape");
    expect(await tooltip("%%svc_presto sample_datasets\nselect date_trunc")).toContain("date_trunc(");
  });

  test("%svc_tables? and %lsmagic", async () => {
    expect((await tab.notebook.runCell("%svc_tables?")).map(({ text }) => text).join("")).toContain("usage:");
    expect((await tab.notebook.runCell("%lsmagic")).map(({ text }) => text).join("")).toContain(
      "%%svc_presto",
    );
  });

  test("--mine lists the jobs of this notebook", async () => {
    await tab.notebook.runCell(`%%svc_presto\nselect count(*) as "${kernel}" from stocks`);
    const [mine] = (await tab.notebook.runCell("%svc_jobs --mine")).slice(-1);
    expect(mine?.text).toContain(`as "${kernel}" from stocks`);
  });

  test("tables and charts with Japanese text, in the dark", async () => {
    await tab.notebook.theme("JupyterLab Dark");
    const outputs = await tab.notebook.runCell(
      '%%svc_presto --plot\nselect symbol as "銘柄", max(price) as "最高値" from stocks group by symbol order by symbol',
    );
    // A slow machine shows progress before it.
    const chart = outputs.at(-1);
    expect(chart?.data).toEqual(expect.arrayContaining(["application/vnd.vegalite.v5+json", "image/png"]));
    await tab.notebook.runCell(
      '%%svc_presto -o tables\nselect symbol as "銘柄", price, time from stocks limit 3',
    );
    await tab.notebook.runCell("tables");
    await tab.notebook.page.waitForTimeout(1000);
    // Text drawn on a canvas would stay black.
    const label = ".vega-embed svg text";
    await tab.notebook.page.locator(label).first().waitFor();
    const fill = await tab.notebook.page.evaluate<string>(
      `getComputedStyle(document.querySelector("${label}")).fill`,
    );
    expect(fill).not.toBe("rgb(0, 0, 0)");
    await tab.notebook.picture(`${kernel}-dark`);
    await tab.notebook.theme("JupyterLab Light");
  });
});
