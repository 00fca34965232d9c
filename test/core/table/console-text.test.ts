import { inspect } from "node:util";
import { expect, test } from "@jest/globals";
import { consoleText, defineShown, NODE_INSPECT } from "../../../src/core/table/console-text.ts";
import { Table } from "../../../src/core/table/table.ts";
import { tableOf } from "./table-of.ts";

test("a short table is shown with all its rows", () => {
  const table = tableOf({ symbol: ["IBM", "AAPL"], high: [130.32, null] });
  expect(consoleText(table, {}, inspect)).toBe(
    "2 rows x 2 columns: [ { symbol: 'IBM', high: 130.32 }, { symbol: 'AAPL', high: null } ]",
  );
});

test("of a long one the first rows, in the table's order", () => {
  const table = tableOf({ n: Array.from({ length: 12 }, (_, i) => i) }).orderby((d: { n: number }) => -d.n);
  expect(consoleText(table, { breakLength: Infinity, compact: true }, inspect)).toBe(
    "12 rows x 1 columns, the first 10: [ { n: 11 }, { n: 10 }, { n: 9 }, { n: 8 }, { n: 7 }, { n: 6 }, { n: 5 }, { n: 4 }, { n: 3 }, { n: 2 } ]",
  );
});

test("consoles show tables so", () => {
  const before = Object.getOwnPropertyDescriptor(Table.prototype, NODE_INSPECT) as PropertyDescriptor;
  try {
    // Other tests of this process show tables as notebooks do.
    defineShown(Table.prototype, NODE_INSPECT, consoleText);
    expect(inspect({ t: tableOf({ n: [1] }) })).toBe("{ t: 1 rows x 1 columns: [ { n: 1 } ] }");
  } finally {
    Object.defineProperty(Table.prototype, NODE_INSPECT, before);
  }
});
