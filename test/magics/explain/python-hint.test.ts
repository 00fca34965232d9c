import { describe, expect, test } from "@jest/globals";
import {
  foreignSyntax,
  ipythonMagic,
  pandasBrackets,
  pandasCall,
  pythonName,
  tableVerb,
} from "../../../src/magics/explain/python-hint.ts";

test.each<[string, string | null]>([
  ["head", "a table has: slice(0, 5)"],
  ["to_parquet", "a table has: toArrowIPC(); a file: the query's -O sales.parquet"],
  ["hist", "a chart is drawn by plot(table), or --plot in the query's first line"],
  ["price", null],
])("a table's %s", (word, hint) => {
  expect(tableVerb(word)).toBe(hint);
});

test.each<[string, string | null]>([
  ["df.sort_values(by='price')", 'a table has: orderby("column"), or orderby(desc("column"))'],
  ["df.apply(lambda row: row.x)", "a table has: derive({ x: escape((d) => ...) })"],
  ["df.filter((d) => d.x == 1)", null],
])("the call %s", (cell, hint) => {
  expect(pandasCall(cell)).toBe(hint);
});

test.each<[string, string | null]>([
  ['df[["a", "b"]]', 'some columns: table.select("a", "b")'],
  ["df[df.price > 100]", "some rows: table.filter((d) => d.x > 0)"],
  ['df["cents"] = df["price"] * 100', 'a new column: table.derive({ "cents": (d) => d.x * 2 })'],
  ['df["price"].mean()', "a table has: rollup({ mean: (d) => op.mean(d.x) })"],
  ["list[0]", null],
])("the brackets of %s", (cell, hint) => {
  expect(pandasBrackets(cell)).toBe(hint);
});

test.each<[string, string, string | null]>([
  ["None", "x = None", "TypeScript has no None: write null"],
  ["pd", "pd.concat([a, b])", "pd is a package of Python; write df.concat(other)"],
  ["mean", "mean(prices)", "in a verb of a table it is op.mean"],
  [
    "axis",
    "f(x, axis=1)",
    "arguments have no names here: give them in order, or as the fields of an object: { name: value }",
  ],
  ["price", "price + 1", null],
])("the name %s in %s", (name, cell, hint) => {
  expect(pythonName(name, cell)).toBe(hint);
});

test("magics of IPython", () => {
  expect(ipythonMagic("matplotlib")).toBe(
    "charts need no setup: --plot in the query's first line, or plot(table)",
  );
  expect(ipythonMagic("svc_trino")).toBe(
    "a query in Trino's SQL is a cell with %%svc_presto as its first line",
  );
  expect(ipythonMagic("svc_tables")).toBeNull();
});

describe("syntax", () => {
  test.each<[string, string | null]>([
    [
      "for row in rows:",
      "blocks are written in braces: for (const row of table) { ... }, if (x > 0) { ... }, function twice(x) { ... }",
    ],
    ["select * from stocks", "SQL needs %%svc_presto, or %%svc_hive, as the cell's first line"],
    ['f"{n} rows"', "a text with values is written in backquotes: `${name} rows`"],
    [
      "import svclib.pandas_td as td",
      'notebooks have svclib\'s functions without an import; a script writes import { connect, read_svc_query } from "svclib/pandas_td"',
    ],
    ["# a comment", "a comment begins with //"],
    ["?stocks", "Shift-Tab behind a name explains it; of the magics %svc_tables? does"],
    ['const text = "for x in y:"', null],
  ])("%s", (cell, hint) => {
    expect(foreignSyntax(cell)).toBe(hint);
  });
});
