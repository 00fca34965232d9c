import { expect, test } from "@jest/globals";
import { sizeLine, tableView } from "../../../../src/magics/display/table/table-view.ts";
import { tableOf } from "../../../core/table/table-of.ts";

const texts = (columns: readonly { readonly name: string; readonly texts: readonly string[] }[]) =>
  columns.map((column) => [column.name, ...column.texts]);

test("rows have numbers unless the table has an index", () => {
  const table = tableOf({ day: ["mon", "tue"], n: [1, null] });
  const view = tableView(table, 20);
  expect([texts(view.index), texts(view.columns)]).toEqual([[["", "0", "1"]], [["day", "mon", "tue"], ["n", "1", "null"]]]); // prettier-ignore
  const indexed = tableView(table.set_index("day"), 20);
  expect([texts(indexed.index), indexed.columns.map(({ name }) => name)]).toEqual([
    [["day", "mon", "tue"]],
    ["n"],
  ]);
  expect(sizeLine(indexed)).toBe("2 rows × 1 column");
});

test("of a long table the ends are shown, of a wide one the sides", () => {
  const long = tableView(tableOf({ n: Int32Array.from({ length: 100 }, (_, row) => row) }), 20);
  expect(long.lines).toBe(21);
  expect(long.index[0]!.texts.slice(8, 13)).toEqual(["8", "9", "…", "90", "91"]);
  expect(long.columns[0]!.texts.slice(8, 13)).toEqual(["8", "9", "…", "90", "91"]);
  const wide = tableView(tableOf(Object.fromEntries(Array.from("abcdef", (name) => [name, [1]]))), 4);
  expect(wide.columns.map(({ name }) => name)).toEqual(["a", "b", "…", "e", "f"]);
  expect(sizeLine(wide)).toBe("1 row × 6 columns");
});

test("amounts are grouped, numbers of an index are not", () => {
  const table = tableOf({ id: [12_345], amount: [12_345] }, { types: { id: "bigint", amount: "bigint" } });
  expect(texts(tableView(table, 20).columns)).toEqual([["id", "12345"], ["amount", "12,345"]]); // prettier-ignore
});
