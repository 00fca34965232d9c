import { describe, expect, test } from "@jest/globals";
import { openedNotebook, runningLab } from "./lib/running-lab.ts";

const running = runningLab("notebook");

describe.each(["svc-tslab", "svc-deno"] as const)("Jupyter Notebook 7 with %s", (kernel) => {
  const tab = openedNotebook(running, "quickstart.ipynb", kernel);

  test("runs the whole quickstart: tables as HTML, a chart, no error", async () => {
    await tab.notebook.runAll();
    const outputs = await tab.notebook.outputs();
    expect(outputs.filter(({ type }) => type === "error")).toEqual([]);
    expect(outputs.filter(({ data }) => data.includes("text/html")).length).toBeGreaterThanOrEqual(8);
    await tab.notebook.page.locator(".vega-embed svg, .vega-embed canvas").first().waitFor();
    await tab.notebook.picture(`${kernel}-notebook7-quickstart`);
  });

  test("completes a magic's table names", async () => {
    await tab.notebook.typeCell("%svc_use sample_da");
    await tab.notebook.acceptCompletion();
    await tab.notebook.expectActiveCell("%svc_use sample_datasets");
  });

  test("Stop ends a running query; the variables survive", async () => {
    await tab.notebook.runCell("const kept = 42;");
    await tab.notebook.startCell(
      "%%svc_presto sample_datasets\nselect count(*) from flights a cross join flights b where a.delay + b.delay > 100000",
    );
    await tab.notebook.page.waitForTimeout(1500);
    await tab.notebook.command("notebook:interrupt-kernel");
    await tab.notebook.idle();
    const stopped = (await tab.notebook.outputs()).filter(({ type }) => type === "error").at(-1);
    expect(stopped?.text).toMatch(/InterruptedError/);
    expect((await tab.notebook.runCell("kept")).at(-1)?.text).toContain("42");
  });
});
