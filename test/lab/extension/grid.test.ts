import { beforeAll, describe, expect, test } from "@jest/globals";
import { openedNotebook, runningLab } from "../lib/running-lab.ts";

const running = runningLab();

/** Where the names of a nested value's parts begin; runs in the page. */
const NAME_LEFTS = `[...document.querySelectorAll(".jp-mod-active .svc-grid-menu > details > div, .jp-mod-active .svc-grid-menu > details > details > summary")].map((one) => {
  const range = document.createRange();
  range.selectNodeContents(one);
  return Math.round(range.getBoundingClientRect().left);
})`;

/** How many numbers of rows a panel of 150 pixels cuts; runs in the page. */
const CUT_COUNTS = `(() => {
  const node = document.querySelector(".svc-panel");
  node.style.width = "150px";
  const right = node.getBoundingClientRect().right;
  const cut = [...node.querySelectorAll(".svc-line > .svc-faint")].filter((one) => one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > right);
  node.style.width = "";
  return cut.length;
})()`;

describe.each(["svc-tslab", "svc-deno"] as const)("the grid with %s", (kernel) => {
  const tab = openedNotebook(running, "sharing-results.ipynb", kernel);
  const page = () => tab.notebook.page;
  const grid = () => page().locator(".jp-Cell:has(.svc-grid) .svc-grid").last();
  const texts = (selector: string) => grid().locator(selector).allInnerTexts();

  beforeAll(async () => {
    await tab.notebook.runCell("%svc_use sample_datasets");
  });

  test("a magic's table is displayed as a grid of all rows", async () => {
    const [output] = await tab.notebook.runCell(
      "%%svc_presto\nselect symbol, price, time, array[1, 2] as list from stocks order by price",
    );
    expect(output?.data).toEqual(["text/html", "text/plain"]);
    await grid().waitFor();
    await page().waitForTimeout(1500);
    await tab.notebook.picture(`${kernel}-grid`);
    const view = grid().locator("[role=grid]");
    expect(await view.getAttribute("aria-rowcount")).toBe("561");
    expect((await texts("[role=columnheader] .svc-grid-name > span:first-child")).sort()).toEqual([
      "list",
      "price",
      "symbol",
      "time",
    ]);
  });

  test("sorts, scrolls with keys, filters, searches", async () => {
    await grid().locator("[role=columnheader]", { hasText: "symbol" }).locator(".svc-grid-name").click();
    await page().waitForTimeout(500);
    expect(await texts("[role=row]:nth-child(1) [role=gridcell]")).toContain("AAPL");
    await grid().locator("[role=gridcell]").first().click();
    await page().keyboard.press("Control+End");
    await page().waitForTimeout(500);
    expect((await texts("[role=row]:last-child [role=gridcell]")).join(" ")).toContain("MSFT");
    await tab.notebook.picture(`${kernel}-grid-end`);
    await grid().getByLabel("Search the table").fill("GOOG");
    await page().keyboard.press("Control+Home");
    await grid().getByLabel("Filter, sort or hide symbol").click();
    await page().waitForTimeout(700);
    await tab.notebook.picture(`${kernel}-grid-filter`);
    await grid().locator(".svc-grid-menu label", { hasText: "IBM" }).locator("input").check();
    await grid().getByLabel("Keep the rows with these values").click();
    await page().waitForTimeout(700);
    expect(await grid().locator(".svc-grid-status").innerText()).toMatch(/of 123\s+of 560/);
  });

  test("by keys alone: sorts by two columns, filters a range, searches, and tells a screen reader where it is", async () => {
    await tab.notebook.runCell("%%svc_presto\nselect symbol, price, time from stocks order by time");
    const own = page().locator(".jp-Cell.jp-mod-active .svc-grid");
    const view = own.locator("[role=grid]");
    await view.focus();
    for (const key of ["ArrowRight", "s", "ArrowRight", "Shift+S", "Shift+S"])
      await page().keyboard.press(key);
    await own.locator("[role=row]:nth-child(1) [role=gridcell]", { hasText: "223.02" }).waitFor();
    await page().keyboard.press("f");
    await own.getByRole("dialog", { name: "Column price" }).waitFor();
    await own.getByLabel("from", { exact: true }).fill("100");
    await page().keyboard.press("Enter");
    await own.locator(".svc-grid-status", { hasText: /of 145\s+of 560/ }).waitFor();
    await page().keyboard.press("Control+f");
    await page().keyboard.type("GOOG");
    await page().keyboard.press("Enter");
    await own.locator(".svc-focus", { hasText: "GOOG" }).waitFor();
    const active = (await view.getAttribute("aria-activedescendant")) ?? "";
    expect(await page().locator(`[id="${active}"]`).innerText()).toBe("GOOG");
    expect(await own.getByRole("columnheader", { name: "price, double" }).getAttribute("aria-sort")).toBe(
      "descending",
    );
  });

  test("Escape closes a menu, then leaves the grid for its cell, where the notebook's keys apply again", async () => {
    await tab.notebook.runCell("%%svc_presto\nselect symbol, price from stocks order by price");
    const own = page().locator(".jp-Cell.jp-mod-active .svc-grid");
    const focused = (selector: string) => page().locator(`${selector}:focus`).count();
    await own.locator("[role=gridcell]").first().click();
    await page().keyboard.press("f");
    await own.getByRole("dialog", { name: "Column symbol" }).waitFor();
    await page().keyboard.press("Escape");
    expect(await focused("[role=grid]")).toBe(1);
    await page().keyboard.press("Escape");
    expect(await focused(".jp-Cell.jp-mod-active")).toBe(1);
    const cells = await page().locator(".jp-Cell").count();
    await page().keyboard.press("b");
    expect(await page().locator(".jp-Cell").count()).toBe(cells + 1);
  });

  test("Enter takes a text filter and a time zone, Escape leaves them; a search keeps to the visible columns", async () => {
    await tab.notebook.runCell(
      "%%svc_presto\nselect symbol, time, price / 3 as third from stocks order by price",
    );
    const own = page().locator(".jp-Cell.jp-mod-active .svc-grid");
    const status = (text: RegExp) => own.locator(".svc-grid-status", { hasText: text }).waitFor();
    const type = async (label: string, ...keys: string[]): Promise<void> => {
      await own.getByLabel(label).click();
      await page().keyboard.press("Control+a");
      await page().keyboard.type(keys[0] as string);
      await page().keyboard.press(keys[1] ?? "Enter");
    };
    await type("Time zone of dates", "Asia/Tokyo");
    await own.locator(".svc-grid-cell", { hasText: "09:00:00" }).first().waitFor();
    await type("Time zone of dates", "Nowhere");
    await status(/there is no time zone Nowhere/);
    await own.getByLabel("Filter, sort or hide symbol").click();
    await type("Rows whose text contains", "goo", "Escape");
    await own.getByLabel("Filter, sort or hide symbol").click();
    await type("Rows whose text contains", "goo");
    await status(/of 68 of 560/);
    await type("Search the table", "34.123333");
    await own.locator(".svc-focus", { hasText: "34.123333" }).waitFor();
    await page().keyboard.press("Escape");
    await own.getByLabel("Filter, sort or hide third").click();
    await own.getByLabel("Hide the column").click();
    await own.locator(".svc-focus", { hasText: "GOOG" }).waitFor();
    await type("Search the table", "34.123333");
    await status(/“34.123333” is not in the rows below/);
  });

  test("copies the selected cells of the visible columns; without rows the clipboard keeps what it has", async () => {
    await page().context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await tab.notebook.runCell(
      "%%svc_presto\nselect symbol, price, price * 2 as twice from stocks order by price",
    );
    const own = page().locator(".jp-Cell.jp-mod-active .svc-grid");
    const status = (text: RegExp) => own.locator(".svc-grid-status", { hasText: text }).waitFor();
    await own.getByLabel("Filter, sort or hide price").click();
    await own.getByLabel("Hide the column").click();
    await status(/1 column hidden/);
    await own.locator('[data-row="1"][data-position="1"]').click();
    await page().keyboard.press("Control+Shift+Home");
    await page().keyboard.press("Control+c");
    await status(/4 cells copied/);
    const clipboard = () => page().evaluate<string>("navigator.clipboard.readText()");
    const copied = await clipboard();
    expect(copied).toMatch(/^\w+\t[\d.]+\n\w+\t[\d.]+$/);
    await own.getByLabel("Filter, sort or hide symbol").click();
    await own.getByLabel("Rows whose text contains").fill("none");
    await page().keyboard.press("Enter");
    await status(/no row/);
    await own.locator("[role=grid]").focus();
    await page().keyboard.press("Control+c");
    await status(/not copied: the table has no row/);
    expect(await clipboard()).toBe(copied);
  });

  test("rows without a number are filtered; a text without letters can be told from null; Ctrl-A selects all", async () => {
    await tab.notebook.runCell(
      "%%svc_presto\nselect * from (values (1, 'a'), (null, ''), (3, null)) as t (n, s)",
    );
    const own = page().locator(".jp-Cell.jp-mod-active .svc-grid");
    await own.locator("[role=gridcell]").first().click();
    await page().keyboard.press("Control+a");
    expect(await own.locator(".svc-selected").count()).toBe(6);
    await own.getByLabel("Filter, sort or hide s").click();
    await own.locator(".svc-grid-menu label", { hasText: "null (1)" }).waitFor();
    expect((await texts(".svc-grid-menu label")).map((label) => label.trim())).toEqual(
      expect.arrayContaining(["a (1)", '"" (1)', "null (1)"]),
    );
    await page().keyboard.press("Escape");
    await own.getByLabel("Filter, sort or hide n").click();
    await own.locator(".svc-grid-menu label", { hasText: "null (1)" }).locator("input").check();
    await own.getByLabel("Keep the rows of this range").click();
    await own.locator(".svc-grid-status", { hasText: "rows 1 to 1 of 1 of 3" }).waitFor();
  });

  test("a selection that is dragged past an edge scrolls on", async () => {
    await tab.notebook.runCell("%%svc_presto\nselect symbol, price from stocks order by price limit 60");
    const own = page().locator(".jp-Cell.jp-mod-active .svc-grid");
    await own.getByText("rows 1 to 18").waitFor();
    await own.scrollIntoViewIfNeeded();
    const box = await own.locator('[data-row="2"][data-position="0"]').boundingBox();
    const [x, y] = [(box?.x ?? 0) + 10, (box?.y ?? 0) + 10];
    await page().mouse.move(x, y);
    await page().mouse.down();
    await page().mouse.move(x, y + 44);
    await own.locator('[data-row="4"].svc-selected').waitFor();
    await page().mouse.move(x, y + 22 * 18);
    await own.locator('[data-row="59"].svc-selected').waitFor();
    await page().mouse.move(x, y - 22 * 8);
    await own.locator('[data-row="0"].svc-selected').waitFor();
    await page().mouse.up();
    await page().mouse.move(x, y + 22 * 18);
    await page().waitForTimeout(200);
    expect(await own.locator(".svc-selected").count()).toBe(3);
  });

  test("the wheel scrolls as far as it is turned, and sideways the columns only", async () => {
    await tab.notebook.runCell("%%svc_presto\nselect s.*, s.* from stocks s");
    const own = page().locator(".jp-Cell.jp-mod-active .svc-grid");
    const sheet = own.locator(".svc-grid-sheet");
    await own.getByText("rows 1 to 18").waitFor();
    await page().setViewportSize({ width: 640, height: 1000 });
    await own.scrollIntoViewIfNeeded();
    await sheet.hover();
    for (let i = 0; i < 22; i++) await page().mouse.wheel(0, 3);
    await own.getByText("rows 4 to 21").waitFor();
    for (let i = 0; i < 10; i++) await page().mouse.wheel(20, 6);
    await page().waitForTimeout(300);
    expect(await own.locator(".svc-grid-status").innerText()).toContain("rows 4 to 21");
    expect(await sheet.evaluate((node: { readonly scrollLeft: number }) => node.scrollLeft)).toBe(200);
    await page().setViewportSize({ width: 1280, height: 1000 });
  });

  test("the columns are wide enough for their numbers and dates", async () => {
    await tab.notebook.runCell("%%svc_presto\nselect time, close, volume from sp500 order by time");
    const own = page().locator(".jp-Cell.jp-mod-active .svc-grid");
    await own.getByText("1455.219971").waitFor();
    const cut = await own
      .locator(".svc-grid-cell")
      .evaluateAll(
        (cells: { readonly scrollWidth: number; readonly clientWidth: number }[]) =>
          cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length,
      );
    expect(cut).toBe(0);
  });

  test("pages load while a cell runs", async () => {
    await tab.notebook.runCell("%%svc_presto\nselect symbol, price, time from stocks order by time");
    await grid().waitFor();
    await page().waitForTimeout(500);
    await tab.notebook.startCell("{ const end = Date.now() + 8000; while (Date.now() < end); }");
    await grid().locator("[role=gridcell]").first().click();
    await page().keyboard.press("Control+End");
    await page().waitForTimeout(700);
    expect(await texts("[role=row]:last-child [role=gridcell]")).not.toContain("…");
    expect(await grid().locator(".svc-grid-status").innerText()).toContain("to 560 of 560");
    await page().waitForTimeout(500);
    await tab.notebook.idle();
  });

  test("values are shown as in the table below: decimals, thousands, days, fields", async () => {
    await tab.notebook.runCell(
      `%%svc_presto
select 20.5e0 / 3 as mean, 1234567 as amount, date '2024-03-01' as day, timestamp '2024-03-01 10:00:00' as local,
  from_unixtime(0, 'Asia/Tokyo') as at, cast(row(1, 'x') as row(id integer, name varchar)) as item, from_hex('00ff') as bytes`,
    );
    await grid().locator("[role=gridcell]", { hasText: "6.833333" }).waitFor();
    expect(await texts("[role=gridcell]")).toEqual([
      "6.833333",
      "1,234,567",
      "2024-03-01",
      "2024-03-01 10:00:00",
      "1970-01-01 09:00:00+09:00",
      '{id: 1, name: "x"}',
      "00ff",
    ]);
  });

  test("values and names are shown as text, not markup", async () => {
    await tab.notebook.runCell(
      "%%svc_presto\nselect '<img src=x onerror=alert(1)>' as \"<b onclick='x'>head</b>\", '<script>window.hit = 1</script>' as b",
    );
    await grid().waitFor();
    await page().waitForTimeout(500);
    expect(await texts("[role=gridcell]")).toContain("<img src=x onerror=alert(1)>");
    expect(await grid().locator("img, script, b").count()).toBe(0);
  });

  test("nested values expand", async () => {
    await tab.notebook.runCell("%%svc_presto\nselect map(array['a'], array[array[1, 2]]) as nested");
    await grid().waitFor();
    await grid()
      .getByRole("columnheader", { name: /^nested/ })
      .waitFor();
    await grid().locator("[role=gridcell]").last().dblclick();
    await grid().locator(".svc-grid-menu summary", { hasText: "a: [2]" }).click();
    await page().locator(".svc-grid-menu details details div", { hasText: "1" }).first().waitFor();
    await tab.notebook.runCell(
      "%%svc_presto\nselect map(array[1, 2, 3], array[array[1], array[2], null]) as parts",
    );
    const parts = page().locator(".jp-Cell.jp-mod-active .svc-grid");
    await parts.locator("[role=gridcell]").dblclick();
    await parts.locator(".svc-grid-menu summary").first().waitFor();
    // Names stand below each other, whether they open or not.
    const lefts = await page().evaluate<number[]>(NAME_LEFTS);
    expect(lefts).toHaveLength(3);
    expect(new Set(lefts).size).toBe(1);
    await tab.notebook.runCell("%%svc_presto\nselect sequence(1, 1200) as numbers");
    const own = page().locator(".jp-Cell.jp-mod-active .svc-grid");
    await own.locator("[role=gridcell]").dblclick();
    await own.getByText("… 700 more").click();
    await own.getByText("… 200 more").click();
    await own.getByText("1199: 1200").waitFor();
  });

  test("underlines an unknown column and suggests the right one", async () => {
    await tab.notebook.typeCell("%%svc_presto sample_datasets\nselect prize from stocks");
    await page().locator(".jp-mod-active .cm-lintRange").first().waitFor({ timeout: 10_000 });
    await page().locator(".jp-mod-active .cm-lintRange").first().hover();
    const tooltip = page().locator(".cm-tooltip-lint");
    await tooltip.waitFor();
    expect(await tooltip.innerText()).toContain("price");
    await tab.notebook.picture(`${kernel}-check`);
  });

  test("completion: columns of the table first, functions with their arguments, keywords last, also while more is typed", async () => {
    await tab.notebook.typeCell("%%svc_presto sample_datasets\nselect s from stocks");
    await tab.notebook.moveCursorBack(" from stocks".length);
    await page().keyboard.press("Tab");
    const found = await tab.notebook.completions();
    await tab.notebook.picture(`${kernel}-complete`);
    expect(found.slice(0, 2)).toEqual(["symbol", "stocks"]);
    const [first] = await page().locator(".jp-Completer-item").allInnerTexts();
    expect(first).toMatch(/symbol\s+string/);
    await page().keyboard.type("um");
    await page().locator(".jp-Completer-match", { hasText: "sum(x)" }).waitFor();
    expect((await tab.notebook.completions())[0]).toBe("sum(x)");
    await page().keyboard.press("Enter");
    await tab.notebook.expectActiveCell("%%svc_presto sample_datasets\nselect sum from stocks");
  });

  test("the panel lists tables and jobs", async () => {
    await page().evaluate("jupyterapp.shell.activateById('svclib-data')");
    const panel = page().locator(".svc-panel");
    await panel.getByLabel("Columns of stocks").click();
    await panel.getByLabel("Insert symbol").waitFor();
    await page().waitForTimeout(1500);
    await tab.notebook.picture(`${kernel}-panel`);
    expect(await panel.innerText()).toContain("560 rows");
    // No control stands within another, and what is closed is not there for the keys.
    expect(await panel.locator("summary button, button button").count()).toBe(0);
    // A narrow panel cuts names, not numbers of rows.
    expect(await page().evaluate<number>(CUT_COUNTS)).toBe(0);
    const columns = () => panel.locator("[data-name=stocks] .svc-item:visible > button").allInnerTexts();
    expect(await columns()).toEqual(["symbol", "price", "time"]);
    await panel.getByLabel("Find a table or column").fill("sym");
    expect(await columns()).toEqual(["symbol"]);
    await panel.getByLabel("Find a table or column").fill("");
    await panel.getByLabel("Columns of stocks").click();
    expect(await panel.getByLabel("Insert symbol").isVisible()).toBe(false);
    expect(await panel.innerText()).toMatch(/\d+ presto success: /);
    await tab.notebook.runCell(`%%svc_presto\ncreate schema ${kernel.replace("-", "_")}`);
    await tab.notebook.runCell(`%svc_use ${kernel.replace("-", "_")}`);
    await panel.locator("summary", { hasText: `${kernel.replace("-", "_")} (current)` }).waitFor();
  });

  test("the browser console has no errors", () => {
    expect(tab.notebook.faults).toEqual([]);
  });
});
