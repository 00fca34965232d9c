import { expect, test } from "vitest";
import { Table } from "../../../src/core/table/table.ts";
import { tableBundle } from "../../../src/magics/display/mime-bundle.ts";
import { toText } from "../../../src/magics/display/table/table-text.ts";

test.each<[string, Table, string]>([
  ["what a statement did", Table.of([[3]], ["rows"], { outcome: "3 rows inserted" }), "3 rows inserted"],
  [
    "a definition",
    Table.of([["CREATE TABLE x (\n   a integer\n)"]], ["Create Table"]),
    "CREATE TABLE x (\n   a integer\n)",
  ],
  [
    "a plan, one line a row",
    Table.of([["Project", "  Scan\u001b[2J"]], ["Explain"]),
    "Project\n  Scan\\u001b[2J",
  ],
  ["a plan in one text", Table.of([["a\n<b>\n"]], ["Query Plan"]), "a\n<b>"],
])("%s is shown as text", (_, table, text) => {
  expect(toText(table)).toBe(text);
  expect(tableBundle(table)).toEqual({
    "text/html": `<pre><code>${text.replaceAll("<", "&lt;").replaceAll(">", "&gt;")}</code></pre>`,
    "text/plain": text,
  });
});

test.each<[string, Table]>([
  ["a text of another name", Table.of([["a\nb"]], ["body"])],
  ["a number", Table.of([[1]], ["Query Plan"])],
])("%s is shown as a table", (_, table) => {
  expect(toText(table)).toContain("column");
});
