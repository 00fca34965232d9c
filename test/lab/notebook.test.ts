import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { NotebookPage } from "./lib/notebook-page.ts";
import { runningLab } from "./lib/running-lab.ts";

const running = runningLab();

describe.each(["svc-tslab", "svc-deno"] as const)("JupyterLab with %s", (kernel) => {
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
    const withHtml = outputs.filter(({ data }) => data.includes("text/html"));
    expect(withHtml.length).toBeGreaterThanOrEqual(8);
    expect(outputs.filter(({ data }) => data.includes("application/vnd.vegalite.v5+json"))).toHaveLength(1);
    for (const [name, index] of [
      ["tables", 0],
      ["query", 4],
      ["plot", 8],
      ["end", 12],
    ] as const) {
      await notebook.cell(index);
      await notebook.page.waitForTimeout(500);
      await notebook.picture(`${kernel}-quickstart-${name}`);
    }
  });

  test("Tab completes the name of a magic, and the table in its query", async () => {
    await notebook.typeCell("%svc_ta");
    await notebook.acceptCompletion();
    await notebook.expectActiveCell("%svc_tables");

    await notebook.typeCell("%%svc_presto sample_datasets\nselect origin from fligh");
    await notebook.acceptCompletion();
    await notebook.expectActiveCell("%%svc_presto sample_datasets\nselect origin from flights");

    await notebook.typeCell("%%svc_presto sample_datasets\nselect f.d from flights f");
    await notebook.moveCursorBack(" from flights f".length);
    await notebook.page.keyboard.press("Tab");
    expect(await notebook.completions()).toEqual(
      expect.arrayContaining(["delay", "destination", "distance"]),
    );
    await notebook.picture(`${kernel}-completion`);
    await notebook.page.keyboard.press("Escape");
  });

  test("Shift-Tab shows the usage of a magic", async () => {
    await notebook.typeCell("%svc_tables");
    await notebook.page.keyboard.press("Shift+Tab");
    const tooltip = notebook.page.locator(".jp-Tooltip");
    await tooltip.waitFor();
    expect(await tooltip.innerText()).toContain("%svc_tables [");
    await notebook.picture(`${kernel}-tooltip`);
    await notebook.page.keyboard.press("Escape");
  });

  test("Stop kills the job, and the kernel lives with its variables", async () => {
    await notebook.runCell("const kept = 41;");
    await notebook.startCell(
      "%%svc_presto sample_datasets\nselect count(*) from flights a, flights b where a.delay + b.delay = a.distance * b.distance",
    );
    await notebook.page.waitForTimeout(3000);
    await notebook.picture(`${kernel}-progress`);
    await notebook.page
      .getByRole("button", { name: /interrupt/i })
      .first()
      .click();
    await notebook.idle();
    const [stopped] = (await notebook.outputs()).slice(-1);
    expect(stopped).toMatchObject({ type: "error" });
    expect(stopped?.text).toMatch(/presto job \d+ was killed after [\d.]+ s/);
    const progress = (await notebook.outputs()).filter(({ cell }) => cell === stopped?.cell).slice(0, -1);
    expect(progress.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^presto job \d+: stopped · [\d.]+ s$/),
    ]);
    await notebook.picture(`${kernel}-stopped`);
    expect((await notebook.runCell("kept + 1")).at(-1)?.text).toContain("42");
  });

  test("an error shows the line of SQL with a caret", async () => {
    const [error] = await notebook.runCell(
      "%%svc_presto sample_datasets\nselect origin,\n  delya\nfrom flights",
    );
    expect(error?.type).toBe("error");
    expect(error?.text).toContain("2 |   delya\n");
    expect(error?.text).toMatch(/\n\s+\|\s+\^/);
    expect(error?.text).toContain("delay");
    await notebook.picture(`${kernel}-error`);
  });

  test("restart forgets the variables and keeps the kernel", async () => {
    await notebook.restart();
    const [error] = await notebook.runCell("kept");
    expect(error?.type).toBe("error");
    expect((await notebook.runCell("20 + 1")).at(-1)?.text).toContain("21");
  });
});
