import { expect, test } from "@jest/globals";
import * as svclib from "../../../src/core/index.ts";
import * as writers from "../../../src/core/writer.ts";
import { codeHint } from "../../../src/magics/explain/code-hint.ts";
import { SAMPLE_CATALOGUE } from "../helpers/sample-catalogue.ts";

const CHART = "a chart is drawn by plot(table), or --plot in the query's first line";
const SHELL =
  'a command of the shell is run by: import { execSync } from "node:child_process"; execSync("ls").toString()';
const PYTHON =
  'packages of Python can\'t be imported here; a query is a cell with %%svc_presto -o df, and df has verbs such as df.groupby("x").count()';

test.each([
  ["plot(df)", "1:1 - Cannot find name 'plot'.", 'import { plot } from "svclib/pandas_td/ipython";'],
  ["plot(df)", "plot is not defined", 'import { plot } from "svclib/pandas_td/ipython";'],
  ["op.mean", "op is not defined", 'import { op } from "arquero";'],
  ["aq.op.mean(d.x)", "1:48 - Cannot find name 'aq'.", 'import * as aq from "arquero";'],
  [
    "t.derive({ m: aq.rolling((d) => op.mean(d.x)) })",
    "1:15 - Cannot find name 'aq'.\n1:33 - Cannot find name 'op'.",
    'import * as aq from "arquero";\nimport { op } from "arquero";',
  ],
  ["foo()", "foo is not defined", null],
  [
    "%svc_use sample_datasets\nawait stocks.read()",
    "2:7 - Cannot find name 'stocks'.",
    "the tables of %svc_use are variables from the next cell on: give it a cell of its own",
  ],
  ["!ls -l", "ls is not defined", SHELL],
  ["const a = 1\n!cat notes.txt", "SyntaxError: Expected ';', '}' or <eof>", SHELL],
  ["!rm(1)", "rm is not defined", null],
  [
    "!pip install pandas",
    "SyntaxError: Expected ';', '}' or <eof>",
    'packages are installed in a terminal: npm install NAME; in svc-deno import "npm:NAME" needs no installation',
  ],
  ["df = other", "1:1 - Cannot find name 'df'.", "declare a new variable: const df = ..."],
  ["df == other", "df is not defined", null],
  ["print(df)", "print is not defined", "TypeScript has no print: write console.log(x)"],
  ["toString(df)", "toString is not defined", null],
  [
    "df.iloc[0]",
    "Cannot read properties of undefined (reading '0')",
    "a table has: object(0) of one row, slice(0, 5) of several",
  ],
  ["x.y.z", "Cannot read properties of undefined (reading 'z')", null],
  ["df.plot()", "df.plot is not a function", CHART],
  ["df.plot()", "1:4 - Property 'plot' does not exist on type 'Table<{ a: number; }, never>'.", CHART],
  [
    "df.price.mean()",
    "1:4 - Property 'price' does not exist on type 'Table<{ price: number; }, never>'.",
    'the values of a column are table.array("price")',
  ],
  [
    "df.filter((d) => d.prcie > 1)",
    "1:20 - Property 'prcie' does not exist on type '{ symbol: string; price: number; }'.",
    'the table has no column "prcie"; did you mean "price"?',
  ],
  ["own.prcie", "1:4 - Property 'prcie' does not exist on type '{ price: number; }'.", null],
  [
    "t.slice(1)",
    "1:3 - Property 'slice' does not exist on type 'Promise<Table<{ a: number; }, never>>'.",
    "this is a promise: write await before the call that makes it",
  ],
  [
    "t.slice(1)",
    "t.slice is not a function",
    "t is no table; if it is a promise, write await before the call that makes it",
  ],
  ["df.merge(other, on='id')", "1:18 - Cannot find name 'on'.", 'a table has: join(other, ["key", "key"])'],
  [
    "df.sort_values('price', ascending=False)",
    "False is not defined",
    'a table has: orderby("column"), or orderby(desc("column"))',
  ],
  [
    "df.pivot_table(index='day', columns='symbol', values='price')",
    "1:16 - Cannot find name 'index'.\n1:29 - Cannot find name 'columns'.\n1:47 - Cannot find name 'values'.",
    'a table has: groupby("row").pivot("column", { v: op.mean("x") })',
  ],
  [
    "own(a=1, b=2)",
    "1:5 - Cannot find name 'a'.\n1:10 - Cannot find name 'b'.",
    "arguments have no names here: give them in order, or as the fields of an object: { name: value }",
  ],
  ["max('price')", "max is not defined", "in a verb of a table it is op.max, of a list Math.max(...list)"],
  [
    "sum([1])",
    "sum is not defined",
    "in a verb of a table it is op.sum, of a list list.reduce((a, b) => a + b, 0)",
  ],
  ["mean([1])", "mean is not defined", "in a verb of a table it is op.mean"],
  [
    "pd.read_csv('x')",
    "pd is not defined",
    "pd is a package of Python; write aq.fromCSV(text, { autoType: false })",
  ],
  [
    "df[['a', 'b']]",
    "1:4 - Type 'string[]' cannot be used as an index type.",
    'some columns: table.select("a", "b")',
  ],
  [
    "df[df['price'] > 100]",
    "1:4 - Type 'boolean' cannot be used as an index type.",
    "some rows: table.filter((d) => d.x > 0)",
  ],
  [
    "df['x'] = df['price'] * 2",
    'a table has no property price, but a column: table.array("price") has its values',
    "a new column: table.derive({ 'x': (d) => d.x * 2 })",
  ],
  [
    "df.groupby('symbol')['price'].mean()",
    'a table has no property price, but a column: table.array("price") has its values',
    "a table has: rollup({ mean: (d) => op.mean(d.x) })",
  ],
  ["df['price']", 'a table has no property price, but a column: table.array("price") has its values', null],
  [
    "df.groupby('a').size()",
    "1:17 - This expression is not callable because it is a 'get' accessor.",
    "a table has: count(), after groupby; size itself is the number of rows",
  ],
  ["not True", "1:1 - Cannot find name 'not'.", "and, or, not are written &&, ||, !"],
  [
    "x is None",
    "Expected ';', '}' or <eof> (line 1, column 3)\nSyntaxError",
    "x is None is written x === null, x is not None x !== null",
  ],
  ["x = 5 # five", "1:7 - Invalid character.", "a comment begins with //"],
  [
    "[i * 2 for i in range(10)]",
    "1:6 - ',' expected.",
    "a list is made of another by list.filter((x) => x > 0).map((x) => x * 2)",
  ],
  [
    "if x > 3: print(x)",
    "1:4 - '(' expected.",
    "blocks are written in braces: for (const row of table) { ... }, if (x > 0) { ... }, function twice(x) { ... }",
  ],
  [
    "df?",
    "1:4 - Expression expected.",
    "Shift-Tab behind a name explains it; of the magics %svc_tables? does",
  ],
  ["!ready", "ready is not defined", null],
  ["import pandas as pd", "Expected ',', got 'as' (line 1, column 15)\nSyntaxError", PYTHON],
  ["from math import sqrt", "1:1 - ';' expected.", PYTHON],
  [
    "pd.Timestamp()",
    "pd is not defined",
    PYTHON.replace("packages of Python can't be imported here", "pd is a package of Python"),
  ],
  ["f'{x}'", "1:1 - Cannot find name 'f'.", "a text with values is written in backquotes: `${name} rows`"],
  ["# rows\n1", "1:1 - Invalid character.", "a comment begins with //"],
  [
    "df.apply(lambda x: x)",
    "1:11 - Cannot find name 'lambda'.",
    "a table has: derive({ x: escape((d) => ...) })\na function is written (x) => ...",
  ],
  ["a == 1 and b", "1:8 - ';' expected.", "and, or, not are written &&, ||, !"],
  [
    "for row in df: print(row)",
    "1:5 - '(' expected.",
    "blocks are written in braces: for (const row of table) { ... }, if (x > 0) { ... }, function twice(x) { ... }",
  ],
  [
    "select a\nfrom t",
    "1:8 - ';' expected.",
    "SQL needs %%svc_presto, or %%svc_hive, as the cell's first line",
  ],
  ...[
    "select 1",
    "create schema lab",
    "create or replace table a as select 1",
    "insert into t values (1)",
  ].map(
    (cell) =>
      [
        cell,
        "1:1 - Unexpected keyword or identifier.",
        "SQL needs %%svc_presto, or %%svc_hive, as the cell's first line",
      ] as const,
  ),
  ...["show tables", "drop table if exists t", "explain select a from t", "describe flights"].map(
    (cell) =>
      [
        cell,
        "1:6 - ';' expected.",
        "SQL needs %%svc_presto, or %%svc_hive, as the cell's first line",
      ] as const,
  ),
  ["create(schema)", "create is not defined", null],
  ["describe (x)", "describe is not defined", null],
  ["class A { #x = 1 }\nfoo('a and b') // for x in y:", "foo is not defined", null],
  [
    "const t = %%svc_presto web",
    "1:11 - Expression expected.",
    "%%svc_presto keeps its result by -o: write %%svc_presto -o name as the first line",
  ],
  ["const t = await %svc_jobs", "1:17 - Expression expected.", "%svc_jobs waits by itself: leave out await"],
  [
    "df.groupby('symbl')",
    `1:12 - No overload matches this call.\n1:12 - Argument of type '"symbl"' is not assignable to parameter of type 'OneOrMany<ColumnName<{ symbol: string; price: number; }>>'.`,
    'the table has no column "symbl"; did you mean "symbol"?',
  ],
  [
    "df.head(3)",
    "1:4 - Property 'head' does not exist on type 'Table<{ a: number; }, never>'.",
    "a table has: slice(0, 5)",
  ],
  ["df.head(3)", "df.head is not a function", "a table has: slice(0, 5)"],
  ['df.dedupe("k").tail()', "df.dedupe(...).tail is not a function", "a table has: slice(-5)"],
  ["df.foo()", "df.foo is not a function", null],
  [
    "nasdaq.filter(1)",
    "1:8 - Property 'filter' does not exist on type 'MagicTable'.",
    "nasdaq describes the table; await nasdaq.read() reads its rows",
  ],
  [
    "nasdaq.filter(1)",
    "nasdaq.filter is not a function",
    "nasdaq describes the table; await nasdaq.read() reads its rows",
  ],
  [
    "await nasdaq.read()",
    "nasdaq.read is not a function",
    'nasdaq is a variable of yours; await magic_tables["nasdaq"].read() reads the table\'s rows',
  ],
])("%s: %s", (cell, message, hint) => {
  expect(codeHint(cell, message, SAMPLE_CATALOGUE, { database: "sample_datasets" })).toBe(hint);
});

test.each([...Object.keys(svclib), ...Object.keys(writers)])("suggests the import of %s", (name) => {
  const hint = codeHint(name, `${name} is not defined`, SAMPLE_CATALOGUE, { database: null });
  expect(hint).toMatch(new RegExp(`^import \\{ ${name} \\} from "svclib(/pandas_td|/writer)?";$`));
});

test.each([
  ["y is not defined", "f(y)"],
  ["1:1 - Cannot find name 'y'.", "f(y)"],
  ["1:4 - Property 'y' does not exist on type 'MagicTable<{ a: number; }>'.", "df.y()"],
])("a name of a million letters has no hint: %s", (message, cell) => {
  const long = (text: string): string => text.replace(/\by\b/, "y".repeat(1_000_000));
  expect(codeHint(long(cell), long(message), SAMPLE_CATALOGUE, { database: "sample_datasets" })).toBe(null);
});

const INLINE = "a magic stands alone on its line, or behind a name: const x = %svc_tables ...";
const ASYNC = "a magic waits for the service: write async before the function that contains it";

test.each([
  ["  return %svc_tables a", "2:10 - Expression expected.\n2:11 - Cannot find name 'svc_tables'.", INLINE],
  ["const f = async () => %svc_tables a", "SyntaxError: Expression expected (line 1, column 39)", INLINE],
  ["const n = (%svc_tables a).numRows()", "SyntaxError: Expected ',', got 'a' (line 1, column 24)", INLINE],
  [
    "function f() {\n  const t = %svc_tables a\n}",
    "2:3 - 'await' expressions are only allowed within async functions and at the top levels of modules.",
    ASYNC,
  ],
  [
    "function f() {\n  %svc_tables a\n}",
    "SyntaxError: await is only valid in async functions and the top level bodies of modules",
    ASYNC,
  ],
  [
    "let df = 5",
    "SyntaxError: Identifier 'df' has already been declared",
    "df is declared already, in a way that can't be declared anew: choose another name",
  ],
  [
    "%%svc_presto -o df\nselect 1",
    "SyntaxError: Identifier 'df' has already been declared",
    "df is declared already, in a way that can't be declared anew: choose another name",
  ],
])("a magic inside of code, or a name in use: %s", (cell, message, hint) => {
  expect(codeHint(cell, message, SAMPLE_CATALOGUE, { database: null })).toBe(hint);
});
