import { describe, expect, test } from "@jest/globals";
import { findMagics } from "../../../src/magics/cell/find-magics.ts";
import { CellSource } from "../../../src/magics/cell/source/source.ts";
import { EITHER, generateCells, JSX, OPERATIONS, TYPESCRIPT } from "./generated-cells.ts";

describe.each([
  ["TypeScript", [...EITHER, ...TYPESCRIPT]],
  ["JSX", [...EITHER, ...JSX, ...JSX]],
])("generated programs with %s", (_, statements) => {
  test.each(["\n", "\r\n"])("lines that end with %j", (lineEnd) => {
    for (const { cell, magics } of generateCells(statements, lineEnd, 150))
      expect([cell, findMagics(cell).map(({ start, end }) => cell.slice(start, end))]).toEqual([
        cell,
        magics,
      ]);
  });
});

test("a magic behind every operator and operand, and the text between", () => {
  for (const statement of OPERATIONS) {
    // Without an operand, or with half a template, it is no statement.
    if (new CellSource(statement, "ts").mistakes > 0) continue;
    expect([statement, findMagics(statement)]).toEqual([statement, []]);
    const cell = `${statement}\n%svc_use don't\n${statement}`;
    expect([cell, findMagics(cell).map(({ line }) => line)]).toEqual([cell, ["don't"]]);
  }
});
