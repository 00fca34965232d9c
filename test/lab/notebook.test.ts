import { describe, expect, test } from "@jest/globals";
import { openedNotebook, runningLab } from "./lib/running-lab.ts";

const running = runningLab();

describe.each(["svc-tslab", "svc-deno"] as const)("JupyterLab with %s", (kernel) => {
  const tab = openedNotebook(running, "quickstart.ipynb", kernel);

  test("runs the whole quickstart: tables as HTML, a chart, no error", async () => {
    await tab.notebook.runAll();
    const outputs = await tab.notebook.outputs();
    expect(outputs.filter(({ type }) => type === "error")).toEqual([]);
    const withHtml = outputs.filter(({ data }) => data.includes("text/html"));
    expect(withHtml.length).toBeGreaterThanOrEqual(8);
    expect(outputs.filter(({ data }) => data.includes("application/vnd.vegalite.v5+json"))).toHaveLength(1);
    for (const [name, index] of [
      ["tables", 0],
      ["query", 4],
      ["plot", 8],
      ["end", 12],
    ] as const) {
      await tab.notebook.cell(index);
      await tab.notebook.page.waitForTimeout(500);
      await tab.notebook.picture(`${kernel}-quickstart-${name}`);
    }
  });

  test("Tab completes a magic's name, and the table in its query", async () => {
    await tab.notebook.typeCell("%svc_ta");
    await tab.notebook.acceptCompletion();
    await tab.notebook.expectActiveCell("%svc_tables");

    await tab.notebook.typeCell("%%svc_presto sample_datasets\nselect origin from fligh");
    await tab.notebook.acceptCompletion();
    await tab.notebook.expectActiveCell("%%svc_presto sample_datasets\nselect origin from flights");

    await tab.notebook.typeCell("%%svc_presto sample_datasets\nselect f.d from flights f");
    await tab.notebook.moveCursorBack(" from flights f".length);
    await tab.notebook.page.keyboard.press("Tab");
    expect(await tab.notebook.completions()).toEqual(
      expect.arrayContaining(["delay", "destination", "distance"]),
    );
    await tab.notebook.picture(`${kernel}-completion`);
    await tab.notebook.page.keyboard.press("Escape");
  });

  test("Shift-Tab shows the usage of a magic", async () => {
    await tab.notebook.typeCell("%svc_tables");
    await tab.notebook.page.keyboard.press("Shift+Tab");
    const tooltip = tab.notebook.page.locator(".jp-Tooltip");
    await tooltip.waitFor();
    expect(await tooltip.innerText()).toContain("%svc_tables [");
    await tab.notebook.picture(`${kernel}-tooltip`);
    await tab.notebook.page.keyboard.press("Escape");
  });

  test("Stop kills the job; the kernel and its variables survive", async () => {
    await tab.notebook.runCell("const kept = 41;");
    await tab.notebook.startCell(
      "%%svc_presto sample_datasets\nselect count(*) from flights a, flights b where a.delay + b.delay = a.distance * b.distance",
    );
    await tab.notebook.page.waitForTimeout(3000);
    await tab.notebook.picture(`${kernel}-progress`);
    await tab.notebook.page
      .getByRole("button", { name: /interrupt/i })
      .first()
      .click();
    await tab.notebook.idle();
    const [stopped] = (await tab.notebook.outputs()).slice(-1);
    expect(stopped).toMatchObject({ type: "error" });
    expect(stopped?.text).toMatch(/presto job \d+ was killed after [\d.]+ s/);
    const progress = (await tab.notebook.outputs()).filter(({ cell }) => cell === stopped?.cell).slice(0, -1);
    expect(progress.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^presto job \d+: stopped · [\d.]+ s$/),
    ]);
    await tab.notebook.picture(`${kernel}-stopped`);
    expect((await tab.notebook.runCell("kept + 1")).at(-1)?.text).toContain("42");
  });

  test("an error shows the line of SQL with a caret", async () => {
    const [error] = await tab.notebook.runCell(
      "%%svc_presto sample_datasets\nselect origin,\n  delya\nfrom flights",
    );
    expect(error?.type).toBe("error");
    expect(error?.text).toContain("2 |   delya\n");
    expect(error?.text).toMatch(/\n\s+\|\s+\^/);
    expect(error?.text).toContain("delay");
    await tab.notebook.showOutputs();
    await tab.notebook.picture(`${kernel}-error`);
  });

  test("restart clears the variables and keeps the kernel", async () => {
    await tab.notebook.restart();
    const [error] = await tab.notebook.runCell("kept");
    expect(error?.type).toBe("error");
    expect((await tab.notebook.runCell("20 + 1")).at(-1)?.text).toContain("21");
  });
});
