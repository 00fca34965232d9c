import { expect, test } from "@jest/globals";
import type { Cell } from "../../../src/kernel/notebook/notebook-file.ts";
import { notebookScript } from "../../../src/kernel/notebook/notebook-script.ts";

const cell = (source: string, tags: string[] = [], cell_type = "code"): Cell => ({
  cell_type,
  metadata: { tags },
  source,
});
const script = (...cells: Cell[]): string =>
  notebookScript({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells }, "a.ipynb", "a.mts");

test("Markdown becomes comments, imports are hoisted once, and the last expression of a cell is printed", () => {
  expect(
    script(
      cell("# Title\n\ntext", [], "markdown"),
      cell('import { join } from "node:path";\nimport * as aq from "arquero"\nconst a = join("x", "y")\na;'),
      cell('import { join, type ParsedPath, sep as s } from "node:path";\nvar p: ParsedPath\nconsole.log(s)'),
      cell("left out", ["skip-execution"]),
      cell("throw 1", ["raises-exception"]),
    ),
  )
    .toBe(`// a.ipynb as a script. Run it where svclib is installed: node a.mts (Node.js 22.18 or newer; before that: npx tsx a.mts)

import * as aq from "arquero";
import { join, type ParsedPath, sep as s } from "node:path";
import { display } from "svclib/pandas_td/ipython";

const show = (value: unknown): void => {
  if (value !== undefined) display(value);
};

// # Title
//
// text

const a = join("x", "y")
show(a);

let p: ParsedPath
console.log(s)

try {
throw 1
} catch (error) {
  console.error(error);
}
`);
});

test.each(["\n", "\r", "\r\n", "\u2028", "\u2029"])(
  "no text behind %j in Markdown or a file's name is code",
  (end) => {
    const cells = [cell(`# Title${end}process.exit(7)`, [], "markdown")];
    const notebook = { nbformat: 4, nbformat_minor: 5, metadata: {}, cells };
    const code = notebookScript(notebook, `a${end}process.exit(7).ipynb`, `a${end}process.exit(7).mts`);
    const lines = code.split(/[\n\r\u2028\u2029]/).filter((line) => line !== "");
    expect(lines.filter((line) => !line.startsWith("//"))).toEqual([]);
    expect(lines.slice(1)).toEqual(["// # Title", "// process.exit(7)"]);
  },
);

test("magics become programs, with names that do not collide with the notebook's", () => {
  const text = script(
    cell('import { sql } from "svclib/pandas_td";\nconst plot = sql`1`, day = "x", display = 2'),
    cell("%svc_use web\nconst d = %svc_tables {day}"),
    cell("access\nMath.max(access.count, day.length)"),
    cell("%%svc_presto --plot -o df\nselect {day}"),
  );
  expect(text).toContain('import { sql, create_engine, read_svc_query } from "svclib/pandas_td";');
  expect(text).toContain(
    'import { svc_use, svc_tables, magic_context, time_to_date, pivot, say_result, show_plot, display as display_ } from "svclib/pandas_td/ipython";',
  );
  expect(text).toContain(
    'declare const access: import("svclib/pandas_td/ipython").MagicTable; // made by %svc_use',
  );
  expect(text).not.toContain("declare const d:");
  expect(text).toContain('await svc_use("web");\nconst d = await svc_tables(day);');
  expect(text).toContain("show(Math.max(access.count, day.length));");
  expect(text).toContain(`let df = await (async () => {
  const engine = create_engine("presto:web", magic_context.connect());
  let table = await read_svc_query(sql\`select \${day}\`, engine);`);
});

test("a redeclared name is a new variable in a nested block", () => {
  expect(script(cell("const x = 1"), cell("const x = 'b'"), cell("var x = 3; x"))).toMatch(
    /const x = 1\n\n\{ \/\/ x: declared again\n\nconst x = 'b'\n\n\{ \/\/ x: declared again\n\nlet x = 3; show\(x\);\n\n\}\}\n$/,
  );
});

test("code that needs Deno is marked for Deno; an invalid magic is reported with its cell", () => {
  expect(script(cell("Deno.version"))).toContain("deno run -A a.mts");
  expect(() => script(cell("1"), cell("%svc_tabels"))).toThrow("cell 2: there is no magic %svc_tabels");
});

test.each([
  "enum Size { S, M }",
  "namespace n { export const a = 1 }",
  'import { help } from "./helper"; help();',
])("code that Node.js does not run by removing types is marked for tsx: %s", (code) => {
  expect(script(cell(code)).split("\n", 1)).toEqual([
    "// a.ipynb as a script. Run it where svclib is installed: npx tsx a.mts",
  ]);
});

test("a module has no require of its own", () => {
  expect(script(cell('const fs = require("fs");'), cell("require.main"))).toBe(
    `// a.ipynb as a script. Run it where svclib is installed: node a.mts (Node.js 22.18 or newer; before that: npx tsx a.mts)

import { display } from "svclib/pandas_td/ipython";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

const show = (value: unknown): void => {
  if (value !== undefined) display(value);
};

const fs = require("fs");

show(require.main);
`,
  );
  expect(
    script(cell("const require = (name: string) => name;"), cell('const a = require("a");')),
  ).not.toContain("createRequire");
});

test("names that notebooks have without an import are imported, unless a cell before has its own", () => {
  const code = script(
    cell("const sql = 1"),
    cell("aq.table({ n: [sql] }).orderby(desc('n'))"),
    cell("let plot = 2\nplot"),
  );
  expect(code.split("\n\n").slice(1, 2)).toEqual([
    'import * as aq from "arquero";\nimport { desc } from "arquero";\nimport { display } from "svclib/pandas_td/ipython";',
  ]);
});
