import { describe, expect, test } from "@jest/globals";
import { desc, escape, op, table as arqueroTable } from "arquero";
import { isSvcError } from "../../../src/core/error-guards.ts";
import type { Table } from "../../../src/core/table/table.ts";
import { tableOf } from "./table-of.ts";

const table = tableOf({ symbol: ["a", "b"], price: [1, 2] });
const limit = 1;

describe("a verb with an unknown column name", () => {
  test.each<[string, () => unknown, string]>([
    [
      "orderby",
      () => table.orderby("pricee"),
      'orderby: the table has no column "pricee"; did you mean "price"?',
    ],
    [
      "orderby desc",
      () => table.orderby(desc("pricee")),
      'orderby: the table has no column "pricee"; did you mean "price"?',
    ],
    [
      "groupby",
      () => table.groupby("symbl"),
      'groupby: the table has no column "symbl"; did you mean "symbol"?',
    ],
    [
      "join",
      () => table.join(tableOf({ name: ["x"] }), "symbol"),
      'join: the other table has no column "symbol"; it has name; name both: ["symbol", ...]',
    ],
    ["a short name", () => table.groupby("x"), 'groupby: the table has no column "x"; it has symbol, price'],
    [
      "derive",
      () => table.derive({ x: "d => d.prcie * 2" }),
      'derive: the table has no column "prcie"; did you mean "price"?',
    ],
    [
      "a quoted name",
      () => table.derive({ x: "d => d['prcie']" }),
      'derive: the table has no column "prcie"; did you mean "price"?',
    ],
    [
      "rollup",
      () => table.rollup({ x: op.mean("prcie") as unknown as string }),
      'rollup: the table has no column "prcie"; did you mean "price"?',
    ],
    ["select", () => table.select("prcie"), 'select: the table has no column "prcie"; did you mean "price"?'],
    [
      "array",
      () => table.array("prcie") as unknown,
      'array: the table has no column "prcie"; did you mean "price"?',
    ],
    [
      "objects",
      () => table.objects({ columns: ["prcie"] }) as unknown,
      'objects: the table has no column "prcie"; did you mean "price"?',
    ],
    [
      "toCSV",
      () => table.toCSV({ columns: ["prcie"] }),
      'toCSV: the table has no column "prcie"; did you mean "price"?',
    ],
    [
      "get",
      () => table.get("prcie", 0) as unknown,
      'get: the table has no column "prcie"; did you mean "price"?',
    ],
    [
      "a derived table",
      () => table.select("price").filter("d => d.price > 1").orderby("symbol"),
      'orderby: the table has no column "symbol"; it has price',
    ],
    [
      "a function",
      () => table.rollup({ m: "d => op.meen(d.price)" }),
      "rollup: expressions have no function meen; did you mean op.mean?",
    ],
    [
      "a variable",
      () => table.filter((d: { price: number }) => d.price > limit),
      "filter: expressions can't see the variable limit; pass it with params({ limit }) and read it as (d, $) => $.limit, or use escape(d => ...)",
    ],
    [
      "a computed key without a name",
      () => table.groupby(((d: { price: number }) => d.price > 1) as never),
      "groupby: computed keys have a name: { key: (d) => d.price > 1 }",
    ],
    [
      "escape in a rollup",
      () => table.rollup({ x: escape(() => 1) as never }),
      "rollup: escape sees one row, not a group; write derive({ x: escape(...) }) before, and a function of many such as op.sum(d.x) here",
    ],
    [
      "a parameter that is called",
      () =>
        (table.params({ half: (x: number) => x / 2 }) as Table).derive({ m: "(d, $) => $.half(d.price)" }),
      "derive: $.half(d.price) calls a parameter; any code goes inside escape(d => ...)",
    ],
    ["desc itself", () => table.orderby("price", desc), 'orderby: desc takes the column: desc("price")'],
    ["an assignment", () => table.filter("d => d.price = 1"), "filter: = assigns; compare by ==="],
    [
      "one row in a rollup",
      () => table.rollup({ m: "d => d.price" }),
      "rollup: d.price is the value of one row; a group needs a function of many, such as op.mean(d.price)",
    ],
    [
      "new",
      () => table.derive({ m: "d => new Date()" }),
      'derive: use of "new" not allowed: "new Date()"; any code goes inside escape(d => ...)',
    ],
    [
      "a loop",
      () => table.derive({ m: "d => { let x = 0; for (;;) x++; return x; }" }),
      'derive: for loops not allowed: "for (;;) x++;"; any code goes inside escape(d => ...)',
    ],
  ])("%s", (_, run, message) => {
    let thrown: unknown;
    try {
      run();
    } catch (error) {
      thrown = error;
    }
    expect((thrown as Error).message).toBe(message);
    expect(isSvcError(thrown)).toBe(true);
  });
});

test("errors of the user's functions are unchanged", () => {
  const own = new RangeError("mine");
  const fail = (): never => {
    throw own;
  };
  expect(() => table.derive({ x: escape(fail) }).objects()).toThrow(own);
});

test("readers of a table name the column that it lacks", () => {
  const lacking = (reader: string): string =>
    `${reader}: the table has no column "prcie"; did you mean "price"?`;
  const columns = ["prcie"];
  expect(() => table.getter("prcie")).toThrow(lacking("getter"));
  expect(() => table.toArrow({ columns })).toThrow(lacking("toArrow"));
  expect(() => table.toArrowIPC({ columns })).toThrow(lacking("toArrowIPC"));
  expect(() => table.toJSON({ columns })).toThrow(lacking("toJSON"));
  expect(() => table.toHTML({ columns })).toThrow(lacking("toHTML"));
  expect(() => table.toMarkdown({ columns })).toThrow(lacking("toMarkdown"));
});

test("Arquero's own tables keep Arquero's errors", () => {
  expect(() => arqueroTable({ price: [1] }).select("prcie")).toThrow(/^Unrecognized column: "?prcie"?$/);
});
