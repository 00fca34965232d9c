import { expect, test } from "@jest/globals";
import type { Table } from "../../../src/core/table/table.ts";
import { tableBundle } from "../../../src/magics/display/mime-bundle.ts";
import { toText } from "../../../src/magics/display/table/table-text.ts";
import { tableOf } from "../../core/table/table-of.ts";

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
