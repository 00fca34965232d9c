import { parseExpressionAt } from "acorn";
import { describe, expect, test } from "@jest/globals";
import { ExpressionNames } from "../../../../src/core/table/expressions/expression-names.ts";
import type { ExpressionNode } from "../../../../src/core/table/expressions/part.ts";
import type { Table } from "../../../../src/core/table/table.ts";
import { tableOf } from "../table-of.ts";

const flights = tableOf(
  { delay: [5, null], from: ["SFO", "OAK"] },
  { types: { delay: "bigint", from: "varchar" } },
);
const fares = tableOf({ fare: [1.5] });

const nodeOf = (text: string): ExpressionNode =>
  parseExpressionAt(text, 0, { ecmaVersion: "latest" }) as never;
const namesIn = (text: string, tables: readonly Table[] = [flights], place = {}): ExpressionNames =>
  new ExpressionNames(tables, place, nodeOf(text), text);

test.each<[string, readonly Table[], string]>([
  ["(d) => d.delay", [flights], "(svc$d,svc$p)=>"],
  ["(a, b) => a.delay < b.fare", [flights, fares], "(svc$a,svc$b,svc$p)=>"],
])("%s becomes a function of rows and parameters", (text, tables, head) => {
  expect(namesIn(text, tables).head).toBe(head);
});

describe("what a name is", () => {
  test("fields that a parameter is taken apart into are columns", () => {
    const names = namesIn("({ delay: late }) => late");
    expect(names.part("late", "late")).toMatchObject({
      code: 'svc$d["delay"]',
      checked: ['svc$d["delay"]'],
      kind: "number",
      type: "bigint",
      column: { name: "delay", table: 0 },
    });
  });

  test("only in a text are columns named without a row", () => {
    expect(namesIn("delay > 1").part("delay", "delay").code).toBe('svc$d["delay"]');
    expect(() => namesIn("(d) => delay > 1").part("delay", "delay")).toThrow(
      "write a column as a field of the row: (d) => d.delay",
    );
  });

  test("a parameter of the table is its value, the same for all rows", () => {
    const names = namesIn("(d, $) => d.delay > $.most", [flights.params({ most: 3 }) as Table]);
    expect(names.param("most", "$.most")).toMatchObject({
      code: 'svc$p["most"]',
      kind: "number",
      constant: { value: 3 },
    });
    expect(names.isParams(nodeOf("$"))).toBe(true);
  });

  test("the row itself, and a variable of the program, are no values", () => {
    const names = namesIn("(d) => d");
    expect(() => names.part("d", "d")).toThrow("d is the row, which has fields: d.x");
    expect(() => names.part("limit", "limit")).toThrow(
      "expressions can't see the variable limit; pass it with params({ limit })",
    );
    expect(["d", "limit"].map((name) => names.isUnseen(nodeOf(name)))).toEqual([false, true]);
    expect(["d", "limit"].map((name) => names.rowOf(nodeOf(name)))).toEqual([0, null]);
  });

  test("a third parameter of an expression over one table is refused", () => {
    expect(() => namesIn("(d, $, more) => 1")).toThrow(
      "an expression is a function of a row and the parameters",
    );
  });
});

test("beside groups, a column is an argument of an aggregate, and aggregates hold no other", () => {
  const names = namesIn("(d) => d.delay", [flights], { groups: true });
  expect(() => names.column("delay", 0, "d.delay")).toThrow(
    "a group needs a function of many, such as op.mean(d.delay)",
  );
  expect(names.within("op.sum(d.delay)", () => names.column("delay", 0, "d.delay").kind)).toBe("number");
  expect(() =>
    names.within("op.sum(op.max(d.delay))", () => names.within("op.max(d.delay)", () => null)),
  ).toThrow("op.max(d.delay)");
});
