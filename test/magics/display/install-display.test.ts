import { inspect } from "node:util";
import { ColumnTable, table as arqueroTable } from "arquero";
import { expect, test } from "@jest/globals";
import { Table } from "../../../src/core/table/table.ts";
import { codeBlock } from "../../../src/magics/display/displayable.ts";
import { installDisplay } from "../../../src/magics/display/install-display.ts";
import { mimeBundle } from "../../../src/magics/display/mime-bundle.ts";
import { tableOf } from "../../core/table/table-of.ts";

const DISPLAY = Symbol.for("Jupyter.display");

test("tables of svclib and of Arquero display themselves", () => {
  installDisplay();
  installDisplay();
  for (const table of [tableOf({ n: [1] }), arqueroTable({ n: [1] })]) {
    const bundle = (table as unknown as Record<symbol, () => Record<string, string>>)[DISPLAY]?.() ?? {};
    expect(Object.keys(bundle)).toEqual(["text/html", "text/plain"]);
    expect(inspect(table)).toBe("  │ n\n──┼──\n0 │ 1\n1 row × 1 column");
    expect(mimeBundle(table)).toEqual(bundle);
  }
});

test("verbs and readers of Arquero's own tables stay Arquero's", () => {
  const methods = ["array", "filter", "groupby", "objects", "toCSV"];
  const arqueros = methods.map((name) => Reflect.get(ColumnTable.prototype, name) as unknown);
  installDisplay();
  expect(methods.map((name) => Reflect.get(ColumnTable.prototype, name) as unknown)).toEqual(arqueros);
});

test("inspecting the prototype does not fail", () => {
  installDisplay();
  for (const { prototype } of [ColumnTable, Table]) {
    expect(inspect(prototype)).toContain("Table");
    expect((prototype as unknown as Record<symbol, () => unknown>)[DISPLAY]?.()).toMatch(/^(Column)?Table$/);
  }
});

test("other values are left to the kernel", () => {
  for (const value of [null, undefined, 1, "x", [1], { a: 1 }, new Map(), { numRows: () => 1 }]) {
    expect(mimeBundle(value)).toBeNull();
  }
});

test("code is escaped", () => {
  expect(codeBlock("a < b && `</code>`")).toEqual({
    "text/html": "<pre><code>a &lt; b &amp;&amp; `&lt;/code&gt;`</code></pre>",
    "text/plain": "a < b && `</code>`",
  });
});
