import { expect, test } from "@jest/globals";
import * as svclib from "../../../src/core/index.ts";
import * as writers from "../../../src/core/writer.ts";
import { codeHint } from "../../../src/magics/complete/code-hint.ts";
import { SAMPLE_CATALOGUE } from "../helpers/sample-catalogue.ts";

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
  ["df = other", "1:1 - Cannot find name 'df'.", "declare a new variable: const df = ..."],
  ["df == other", "df is not defined", null],
  ["print(df)", "print is not defined", "TypeScript has no print: write console.log(x)"],
  ["toString(df)", "toString is not defined", null],
  [
    'df["price"].mean()',
    "Cannot read properties of undefined (reading 'mean')",
    'the values of a table\'s column are df.array("price")',
  ],
  [
    "const t = %%svc_presto web",
    "1:11 - Expression expected.",
    "%%svc_presto keeps its result by -o: write %%svc_presto -o name as the first line",
  ],
  [
    "df.groupby('symbl')",
    `1:12 - No overload matches this call.\n1:12 - Argument of type '"symbl"' is not assignable to parameter of type 'List<Name<{ symbol: string; price: number; }>>'.`,
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
    "nasdaq describes the table; %%svc_presto -o rows with select * from nasdaq reads it",
  ],
  [
    "nasdaq.filter(1)",
    "nasdaq.filter is not a function",
    "nasdaq describes the table; %%svc_presto -o rows with select * from nasdaq reads it",
  ],
])("%s: %s", (cell, message, hint) => {
  expect(codeHint(cell, message, SAMPLE_CATALOGUE, { database: "sample_datasets" })).toBe(hint);
});

test.each([...Object.keys(svclib), ...Object.keys(writers)])("suggests the import of %s", (name) => {
  const hint = codeHint(name, `${name} is not defined`, SAMPLE_CATALOGUE, { database: null });
  expect(hint).toMatch(new RegExp(`^import \\{ ${name} \\} from "svclib(/pandas_td|/writer)?";$`));
});
