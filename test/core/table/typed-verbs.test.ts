import { expect, test } from "@jest/globals";
import { desc, op, type ColumnTable } from "arquero";
import type { Table } from "../../../src/core/table/table.ts";
import { tableOf } from "./table-of.ts";

const flights = tableOf({ origin: ["ITM", "HND", "ITM"], delay: [5, 3, 1] }) as Table<{
  origin: string;
  delay: number;
}>;

/** Checked by the compiler: `npm run types` fails if one of these lines is accepted. */
export function misspelt(): void {
  // @ts-expect-error no such column
  flights.array("orgin");
  // @ts-expect-error no such column
  flights.groupby("orgin");
  // @ts-expect-error no such column
  flights.derive({ late: (d) => d.dealy > 3 });
  // @ts-expect-error the column was rolled up
  flights.groupby("origin").rollup({ n: op.count() }).array("delay");
}

test("verbs know the columns of their input, and those that they add", () => {
  const late = flights.derive({ minutes: (d) => d.delay * 2 }).filter((d) => d.minutes > 2);
  const minutes: number[] = late.array("minutes");
  expect(minutes).toEqual([10, 6]);
  const sums = flights.groupby("origin").rollup({ sum: (d) => op.sum(d.delay) });
  const [first] = sums.orderby(desc("sum")).objects();
  const origin: string | undefined = first?.origin;
  expect(origin).toBe("ITM");
  const names: string[] = flights.select("origin").array("origin");
  expect(names).toEqual(["ITM", "HND", "ITM"]);
});

test("a table with known columns is assignable to any Table and to Arquero's ColumnTable", () => {
  const any: Table = flights;
  const arquero: ColumnTable = flights;
  expect([any.join(flights, "origin").numRows(), arquero.numCols()]).toEqual([5, 2]);
  const made = any.groupby({ long: "d => d.delay > 2" }).rollup({ n: op.count() });
  expect(made.get("long", 0) as unknown).toBe(true);
});
