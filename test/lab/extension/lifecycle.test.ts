import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Locator } from "playwright-core";
import type { NotebookPage } from "../lib/notebook-page.ts";
import { openedNotebook, runningLab } from "../lib/running-lab.ts";
import { jupyterProgram } from "../lib/start-jupyter-lab.ts";

const QUERY = "%%svc_presto sample_datasets\nselect symbol, price, time from stocks order by time";

/** Of the text of an element to what is behind it, as WCAG counts: at least 4.5 can be read. */
const CONTRAST = `(element) => {
  const parts = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const light = (rgb) => rgb.slice(0, 3).map((part) => part / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
  let behind = element;
  while (behind.parentElement && (parts(getComputedStyle(behind).backgroundColor)[3] ?? 1) < 1) behind = behind.parentElement;
  const back = parts(getComputedStyle(behind).backgroundColor);
  const { color, opacity } = getComputedStyle(element);
  const front = parts(color).map((part, at) => part * opacity + back[at] * (1 - opacity));
  const [low, high] = [light(front), light(back)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}`;

const gridOf = (notebook: NotebookPage): Locator =>
  notebook.page.locator(".jp-Cell:has(.svc-grid) .svc-grid").last();
const lastCell = (notebook: NotebookPage, selector: string): Locator =>
  notebook.page.locator(".jp-Cell.jp-mod-active").locator(selector);

async function showEnd(notebook: NotebookPage): Promise<void> {
  await gridOf(notebook).locator("[role=gridcell]").first().click();
  await notebook.page.keyboard.press("Control+End");
}

describe("the extension in JupyterLab", () => {
  const running = runningLab();

  describe.each(["svc-tslab", "svc-deno"] as const)("with %s", (kernel) => {
    const tab = openedNotebook(running, "sharing-results.ipynb", kernel);

    test("a connection that was lost: the grid goes on with its rows", async () => {
      await tab.notebook.runCell(QUERY);
      await gridOf(tab.notebook).waitFor();
      await tab.notebook.page.evaluate(
        "jupyterapp.shell.currentWidget.sessionContext.session.kernel.reconnect()",
      );
      await tab.notebook.idle();
      await showEnd(tab.notebook);
      await gridOf(tab.notebook).locator(".svc-grid-status", { hasText: "to 560 of 560" }).waitFor();
      await gridOf(tab.notebook).locator("[role=row]:last-child [role=gridcell]", { hasText: "…" }).first().waitFor({ state: "detached" }); // prettier-ignore
    });

    test("names and queries in the panel are text", async () => {
      await tab.notebook.runCell(
        '%%svc_presto sample_datasets\nselect \'<img src=x onerror="window.hit = 1">\' as "<script>window.hit = 1</script>"',
      );
      await tab.notebook.page.evaluate("jupyterapp.shell.activateById('svclib-data')");
      const panel = tab.notebook.page.locator(".svc-panel");
      await panel.getByLabel("List the jobs of this notebook again").click();
      await panel.locator(".svc-item", { hasText: "<img src=x" }).first().waitFor();
      expect(await panel.locator("img, script").count()).toBe(0);
      expect(await tab.notebook.page.evaluate("globalThis.hit")).toBeUndefined();
    });

    test("in the dark everything of the grid can be read", async () => {
      await tab.notebook.theme("JupyterLab Dark");
      await tab.notebook.runCell(QUERY);
      await gridOf(tab.notebook).waitFor();
      await gridOf(tab.notebook).getByLabel("Filter, sort or hide symbol").click();
      await gridOf(tab.notebook).locator(".svc-grid-menu label").first().waitFor();
      await tab.notebook.picture(`${kernel}-grid-dark`);
      const parts = ["cell", "name", "type", "status", "menu label", "menu button"];
      const contrasts = await Promise.all(
        parts.map((part) => gridOf(tab.notebook).locator(`.svc-grid-${part}`).first().evaluate(CONTRAST)),
      );
      expect(parts.filter((_, at) => (contrasts[at] as number) < 4.5)).toEqual([]);
      await tab.notebook.page.keyboard.press("Escape");
      await tab.notebook.theme("JupyterLab Light");
    });

    test("a word is underlined when the cursor has left it", async () => {
      await tab.notebook.typeCell("%%svc_presto sample_datasets\nselect prize from stocks");
      await tab.notebook.moveCursorBack(" from stocks".length);
      await tab.notebook.page.waitForTimeout(2500);
      expect(await lastCell(tab.notebook, ".cm-lintRange").count()).toBe(0);
      await tab.notebook.page.keyboard.press("End");
      await lastCell(tab.notebook, ".cm-lintRange").first().waitFor({ timeout: 10_000 });
    });

    test("a restart ends the progress of the cell that ran", async () => {
      await tab.notebook.startCell(
        "%%svc_presto sample_datasets\nselect count(*) from flights a, flights b where a.delay + b.distance = 17",
      );
      await lastCell(tab.notebook, ".jp-OutputArea").getByText("running ·").waitFor();
      await tab.notebook.restart();
      await lastCell(tab.notebook, ".jp-OutputArea").getByText("The kernel was restarted.").waitFor();
      expect(await lastCell(tab.notebook, "progress").count()).toBe(0);
      await tab.notebook.runCell("1");
    });

    test("a restart: the table of first and last rows is back and says why, the next cell gives a grid, the panel lists again", async () => {
      await tab.notebook.runCell(QUERY);
      await lastCell(tab.notebook, ".svc-grid").waitFor();
      await tab.notebook.page.evaluate("jupyterapp.shell.activateById('svclib-data')");
      const panel = tab.notebook.page.locator(".svc-panel");
      await panel.locator("summary", { hasText: "sample_datasets" }).waitFor();
      await tab.notebook.restart();
      const note = lastCell(tab.notebook, ".svc-note");
      await note.waitFor();
      expect(await note.innerText()).toBe(
        "The kernel was restarted: run the cell again for the grid of all rows.",
      );
      expect(await lastCell(tab.notebook, "table.svc-table").isVisible()).toBe(true);
      expect(await tab.notebook.page.locator(".svc-grid").count()).toBe(0);
      await panel.getByText("The kernel was restarted.").waitFor({ state: "detached", timeout: 60_000 });
      await panel.locator("summary", { hasText: "sample_datasets" }).waitFor();
      await tab.notebook.picture(`${kernel}-restarted`);
      await tab.notebook.runCell(QUERY);
      await showEnd(tab.notebook);
      await gridOf(tab.notebook).locator(".svc-grid-status", { hasText: "to 560 of 560" }).waitFor();
      expect(tab.notebook.faults.filter((fault) => !/WebSocket|Canceled/.test(fault))).toEqual([]);
    });
  });

  describe("two notebooks", () => {
    const tab = openedNotebook(running, "time-series.ipynb", "svc-tslab");

    test("the panel shows the active notebook's databases, also when the other's kernel answers late", async () => {
      await tab.notebook.runCell("%svc_use sample_datasets");
      const proxy = Number((await tab.notebook.runCell("process.ppid")).at(-1)?.text);
      const { page } = tab.notebook;
      await page.evaluate("jupyterapp.shell.activateById('svclib-data')");
      const current = page.locator(".svc-panel summary", { hasText: "sample_datasets (current)" });
      await current.waitFor();
      const open = (path: string) =>
        page.evaluate(`jupyterapp.commands.execute("docmanager:open", { path: "${path}" }).then(() => null)`);
      await open("pivot.ipynb");
      await current.waitFor({ state: "detached" });
      await tab.notebook.idle();
      await open("time-series.ipynb");
      await current.waitFor();
      process.kill(proxy, "SIGSTOP");
      try {
        await page.locator(".svc-panel").getByLabel("List the databases again").click();
        await open("pivot.ipynb");
        await page.locator(".svc-panel summary", { hasText: "sample_datasets" }).waitFor();
      } finally {
        process.kill(proxy, "SIGCONT");
      }
      await page.waitForTimeout(3000);
      expect(await current.count()).toBe(0);
    });
  });

  test("a notebook whose kernel is not there shows its tables", async () => {
    const page = await running.browser.newPage({ viewport: { width: 1280, height: 1000 } });
    const path = join(running.lab.folder, "old.ipynb");
    const html = '<table class="svc-table svc-grid-0123456789abcdef0123456789abcdef"><tr><td>kept row</td></tr></table>'; // prettier-ignore
    const notebook = JSON.parse(readFileSync(join(running.lab.folder, "sharing-results.ipynb"), "utf8")) as {
      cells: unknown[];
      metadata: unknown;
    };
    notebook.metadata = { kernelspec: { name: "gone", display_name: "Gone", language: "typescript" } };
    notebook.cells = [
      { id: "a", cell_type: "code", source: QUERY, metadata: {}, execution_count: 1,
        outputs: [{ output_type: "display_data", data: { "text/html": html }, metadata: {} }] },
    ]; // prettier-ignore
    writeFileSync(path, JSON.stringify(notebook));
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(error.message));
    await page.goto(running.lab.url("old.ipynb"));
    await page.locator(".jp-Dialog").getByRole("button", { name: "No Kernel" }).click();
    await page.locator("td", { hasText: "kept row" }).waitFor();
    await page.waitForTimeout(1000);
    expect(await page.locator("td", { hasText: "kept row" }).isVisible()).toBe(true);
    expect(await page.locator(".svc-grid").count()).toBe(0);
    expect(faults).toEqual([]);
    await page.close();
  });

  describe("switched off in the middle", () => {
    const tab = openedNotebook(running, "quickstart.ipynb", "svc-tslab");
    const extension = (verb: "enable" | "disable") =>
      promisify(execFile)(jupyterProgram("jupyter-labextension"), [verb, "svclib"], { env: running.lab.env });

    beforeAll(async () => {
      await tab.notebook.runCell(QUERY);
      await gridOf(tab.notebook).waitFor();
      await tab.notebook.command("docmanager:save");
      await extension("disable");
      await tab.notebook.page.reload();
      await tab.notebook.page.locator(".jp-Notebook").waitFor();
      await tab.notebook.idle();
    });
    afterAll(async () => void (await extension("enable")));

    test("saved tables are shown, new ones too, and the kernel has its variables", async () => {
      await tab.notebook.runCell(QUERY);
      await lastCell(tab.notebook, "table.svc-table").waitFor();
      expect(await tab.notebook.page.locator(".svc-grid").count()).toBe(0);
      expect((await tab.notebook.runCell("20 + 1")).at(-1)?.text).toContain("21");
      await tab.notebook.picture("switched-off");
    });
  });
});

describe("the extension in Jupyter Notebook 7", () => {
  const running = runningLab("notebook");
  const tab = openedNotebook(running, "sharing-results.ipynb", "svc-tslab");

  test("shows a grid, sorts it, checks and completes", async () => {
    await tab.notebook.runCell(QUERY);
    await gridOf(tab.notebook).locator(".svc-grid-name", { hasText: "symbol" }).click();
    await gridOf(tab.notebook).locator("[role=row]:nth-child(1) [role=gridcell]", { hasText: "AAPL" }).waitFor(); // prettier-ignore
    await tab.notebook.typeCell("%%svc_presto sample_datasets\nselect prize from stocks");
    await lastCell(tab.notebook, ".cm-lintRange").first().waitFor({ timeout: 10_000 });
    await tab.notebook.typeCell("%%svc_presto sample_datasets\nselect pric from stocks");
    await tab.notebook.moveCursorBack(" from stocks".length);
    await tab.notebook.acceptCompletion();
    await tab.notebook.expectActiveCell("%%svc_presto sample_datasets\nselect price from stocks");
    await tab.notebook.picture("notebook7-grid");
  });
});
