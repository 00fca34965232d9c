import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { NotebookPage } from "./lib/notebook-page.ts";
import { runningLab } from "./lib/running-lab.ts";

const running = runningLab("notebook");

describe.each(["svc-tslab", "svc-deno"] as const)("Jupyter Notebook 7 with %s", (kernel) => {
  let notebook: NotebookPage;

  beforeAll(async () => {
    notebook = await NotebookPage.open(running.browser, running.lab.url("quickstart.ipynb"), kernel);
  });

  afterAll(async () => {
    await notebook?.page.close();
  });

  test("runs the whole quickstart: tables as HTML, a chart, no error", async () => {
    await notebook.runAll();
    const outputs = await notebook.outputs();
    expect(outputs.filter(({ type }) => type === "error")).toEqual([]);
    expect(outputs.filter(({ data }) => data.includes("text/html")).length).toBeGreaterThanOrEqual(8);
    await notebook.page.locator(".vega-embed svg, .vega-embed canvas").first().waitFor();
    await notebook.picture(`${kernel}-notebook7-quickstart`);
  });

  test("completes a magic's table names", async () => {
    await notebook.typeCell("%svc_use sample_da");
    await notebook.acceptCompletion();
    await notebook.expectActiveCell("%svc_use sample_datasets");
  });

  test("Stop ends a running query; the variables live on", async () => {
    await notebook.runCell("const kept = 42;");
    await notebook.startCell(
      "%%svc_presto sample_datasets\nselect count(*) from flights a cross join flights b where a.delay + b.delay > 100000",
    );
    await notebook.page.waitForTimeout(1500);
    await notebook.command("notebook:interrupt-kernel");
    await notebook.idle();
    const stopped = (await notebook.outputs()).filter(({ type }) => type === "error").at(-1);
    expect(stopped?.text).toMatch(/InterruptedError/);
    expect((await notebook.runCell("kept")).at(-1)?.text).toContain("42");
  });
});
