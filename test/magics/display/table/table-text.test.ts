import { expect, test } from "@jest/globals";
import { toText } from "../../../../src/magics/display/table/table-text.ts";
import { tableOf } from "../../../core/table/table-of.ts";
import type { Table } from "../../../../src/core/table/table.ts";
import { tableBundle } from "../../../../src/magics/display/mime-bundle.ts";

test("numbers are right-aligned, texts left-aligned, wide characters count twice", () => {
  const table = tableOf({ 市: ["東京", "a", null], n: [1.25, 10, NaN] });
  expect(toText(table)).toBe(
    [
      "  │ 市       n",
      "──┼───────────",
      "0 │ 東京  1.25",
      "1 │ a    10.00",
      "2 │ null   NaN",
      "3 rows × 2 columns",
    ].join("\n"),
  );
});

test("an index, and a gap in a long table", () => {
  const n = Array.from({ length: 100 }, (_, row) => row);
  const lines = toText(tableOf({ key: n.map((row) => `k${row}`), n }, { index: ["key"] })).split("\n");
  expect(lines).toHaveLength(24);
  expect(lines[0]).toBe("key │  n");
  expect(lines[12]).toBe("…   │  …");
  expect(lines[13]).toBe("k90 │ 90");
  expect(lines[23]).toBe("100 rows × 1 column");
});

test("line breaks are escaped within a cell", () => {
  expect(toText(tableOf({ "x\ny": ["a\nb"] }))).toBe("  │ x\\ny\n──┼─────\n0 │ a\\nb\n1 row × 1 column");
});

test.each<[string, Table, string]>([
  ["what a statement did", tableOf({ rows: [3] }, { outcome: "3 rows inserted" }), "3 rows inserted"],
  [
    "a definition",
    tableOf({ "Create Table": ["CREATE TABLE x (\n   a integer\n)"] }),
    "CREATE TABLE x (\n   a integer\n)",
  ],
  [
    "a plan, one line a row",
    tableOf({ Explain: ["Project", "  Scan\u001b[2J"] }),
    "Project\n  Scan\\u001b[2J",
  ],
  ["a plan in one text", tableOf({ "Query Plan": ["a\n<b>\n"] }), "a\n<b>"],
])("%s is shown as text", (_, table, text) => {
  expect(toText(table)).toBe(text);
  expect(tableBundle(table)).toEqual({
    "text/html": `<pre><code>${text.replaceAll("<", "&lt;").replaceAll(">", "&gt;")}</code></pre>`,
    "text/plain": text,
  });
});

test.each<[string, Table]>([
  ["a text of another name", tableOf({ body: ["a\nb"] })],
  ["a number", tableOf({ "Query Plan": [1] })],
])("%s is shown as a table", (_, table) => {
  expect(toText(table)).toContain("column");
});
