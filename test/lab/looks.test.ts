import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { NotebookPage } from "./lib/notebook-page.ts";
import { runningLab } from "./lib/running-lab.ts";

const running = runningLab();

describe.each(["svc-tslab", "svc-deno"] as const)("JupyterLab with %s", (kernel) => {
  let notebook: NotebookPage;

  beforeAll(async () => {
    notebook = await NotebookPage.open(running.browser, running.lab.url("sharing-results.ipynb"), kernel);
    await notebook.runCell("%svc_use sample_datasets");
  });

  afterAll(async () => {
    await notebook?.page.close();
  });

  async function tooltip(code: string): Promise<string> {
    await notebook.typeCell(code);
    await notebook.page.keyboard.press("Shift+Tab");
    const shown = notebook.page.locator(".jp-Tooltip");
    await shown.waitFor();
    const text = await shown.innerText();
    await notebook.page.keyboard.press("Escape");
    return text;
  }

  test("Tab offers options", async () => {
    await notebook.typeCell("%%svc_presto --");
    await notebook.page.keyboard.press("Tab");
    expect(await notebook.completions()).toEqual(expect.arrayContaining(["--plot", "--verbose"]));
    await notebook.picture(`${kernel}-options`);
    await notebook.page.keyboard.press("Escape");
  });

  test("Shift-Tab shows a table with types and rows, a column's type, a function's signature", async () => {
    const table = await tooltip("%%svc_presto sample_datasets\nselect price from stocks");
    expect(table).toContain("560 rows");
    expect(table).toMatch(/symbol\s+string/);
    await notebook.typeCell("%%svc_presto sample_datasets\nselect price from stocks");
    await notebook.moveCursorBack(" from stocks".length);
    await notebook.page.keyboard.press("Shift+Tab");
    await notebook.page.locator(".jp-Tooltip", { hasText: "price" }).waitFor();
    await notebook.page.keyboard.press("Escape");
    expect(await tooltip("%%svc_presto sample_datasets\nselect date_trunc")).toContain("date_trunc(");
  });

  test("%svc_tables? and %lsmagic", async () => {
    expect((await notebook.runCell("%svc_tables?")).map(({ text }) => text).join("")).toContain("usage:");
    expect((await notebook.runCell("%lsmagic")).map(({ text }) => text).join("")).toContain("%%svc_presto");
  });

  test("--mine lists the jobs of this notebook", async () => {
    await notebook.runCell(`%%svc_presto\nselect count(*) as "${kernel}" from stocks`);
    const [mine] = (await notebook.runCell("%svc_jobs --mine")).slice(-1);
    expect(mine?.text).toContain(`as "${kernel}" from stocks`);
  });

  test("tables and charts with Japanese text, in the dark", async () => {
    await notebook.theme("JupyterLab Dark");
    const [chart] = await notebook.runCell(
      '%%svc_presto --plot\nselect symbol as "銘柄", max(price) as "最高値" from stocks group by symbol order by symbol',
    );
    expect(chart?.data).toEqual(
      expect.arrayContaining(["application/vnd.vegalite.v5+json", "image/svg+xml"]),
    );
    await notebook.runCell(
      '%%svc_presto -o tables\nselect symbol as "銘柄", price, time from stocks limit 3',
    );
    await notebook.runCell("tables");
    await notebook.page.waitForTimeout(1000);
    await notebook.picture(`${kernel}-dark`);
    await notebook.theme("JupyterLab Light");
  });
});
