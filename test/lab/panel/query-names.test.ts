import { expect, test } from "@jest/globals";
import { nameInQuery, selectCell } from "../../../src/lab/panel/query-names.ts";

test("names that a query can't have bare are quoted, in Hive by backticks", () => {
  const names = ["price", "order", "unit price", 'a"b`c', "1st"];
  expect(names.map((name) => nameInQuery(name, "presto"))).toEqual([
    "price",
    '"order"',
    '"unit price"',
    '"a""b`c"',
    '"1st"',
  ]);
  expect(names.map((name) => nameInQuery(name, "hive"))).toEqual([
    "price",
    "`order`",
    "`unit price`",
    '`a"b``c`',
    "`1st`",
  ]);
});

test("the cell that shows rows of a table can be run whatever its columns are called", () => {
  expect(selectCell("shop", "group", ["order", "item"])).toBe(
    '%%svc_presto shop\nselect "order", item\nfrom "group"\nlimit 100',
  );
  expect(selectCell("shop", "empty", [])).toBe("%%svc_presto shop\nselect *\nfrom empty\nlimit 100");
});
