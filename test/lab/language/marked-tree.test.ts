import { describe, expect, test } from "@jest/globals";
import { Tree } from "@lezer/common";
import { readCell } from "../../../src/lab/language/cell-parser.ts";
import { nodes } from "../../../src/lab/language/node-types.ts";
import { findMagics } from "../../../src/magics/cell/find-magics.ts";
import { CellSource } from "../../../src/magics/cell/source/source.ts";
import { EITHER, generateCells, JSX, OPERATIONS, TYPESCRIPT } from "../../magics/cell/generated-cells.ts";

/** Where the editor colours a magic. */
function colouredAt(cell: string): number[] {
  const { children, positions } = readCell(cell);
  return positions.filter((_, index) => {
    const child = children[index];
    return child instanceof Tree && child.type === nodes.line;
  });
}

test.each([
  ["%svc_tables web", [0]],
  ["const a = 1\n  %svc_tables web\n%svc_use a", [14, 30]],
  ["const j = %svc_job 12", [10]],
  ["%matplotlib inline", [0]],
  ["%svc_tables?", [0]],
  ["%%svc_presto sales\nselect 1", [0]],
  ["const s = `\n%svc_tables\n`", []],
  ["/*\n%svc_tables\n*/", []],
  ["f(\n%svc_tables\n)", []],
  ["total\n  %count", []],
  ["total\n  %svc_tables", [8]],
  ["for (let x = %svc_job 1; ;) {}", []],
])("%j has magics at %j", (cell, starts) => {
  expect(colouredAt(cell)).toEqual(starts);
  expect(findMagics(cell).map(({ start }) => start)).toEqual(starts);
});

/** Statements that the editor's grammar (@lezer/javascript 1.5.6) takes for mistakes, or can read in two ways. */
const MISREAD = [
  "function* o() { yield /`/; }",
  "const u = () => {}\n/`/.test(v)",
  'const z = <A.B<T> {...c} d="it\'s"/>',
  "const w = <>\n%svc_use a\n{/* it's */}&lt;</>;",
];

describe("the editor colours the magics that the kernel runs", () => {
  test.each([
    ["TypeScript", [...EITHER, ...TYPESCRIPT]],
    ["JSX", [...EITHER, ...JSX, ...JSX]],
  ])("in generated cells of %s", (_, statements) => {
    const read = statements.filter((one) => !MISREAD.includes(one));
    expect(read.length).toBeLessThan(statements.length);
    // An editor's lines end with \n.
    for (const { cell } of generateCells(read, "\n", 300))
      expect([cell, colouredAt(cell)]).toEqual([cell, findMagics(cell).map(({ start }) => start)]);
  });

  test("behind every operator", () => {
    for (const statement of OPERATIONS) {
      if (new CellSource(statement, "ts").mistakes > 0) continue;
      const cell = `${statement}\n%svc_use don't\n${statement}`;
      expect([cell, colouredAt(cell)]).toEqual([cell, findMagics(cell).map(({ start }) => start)]);
    }
  });
});
