import { expect, test } from "@jest/globals";
import { desc, not, op, type ColumnTable } from "arquero";
import type { Table } from "../../../../src/core/table/table.ts";
import { tableOf } from "../table-of.ts";

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
  // @ts-expect-error no such column
  flights.orderby("pricee");
  // @ts-expect-error no such column after the rename
  flights.rename({ delay: "late" }).array("delay");
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
  const counts = any.groupby({ long: "d => d.delay > 2" }).rollup({ n: op.count() });
  expect(counts.get("long", 0) as unknown).toBe(true);
});

test("types survive verbs that rename, match and turn columns", () => {
  const cities = tableOf({ origin: ["ITM", "HND"], city: ["Osaka", "Tokyo"] }) as Table<{
    origin: string;
    city: string;
  }>;
  const joined = flights.join(cities, "origin");
  const names: string[] = joined.orderby("city", "delay").array("city");
  expect(names).toEqual(["Osaka", "Osaka", "Tokyo"]);
  const twice: number[] = flights.join(flights, "origin").array("delay_2");
  expect(twice).toHaveLength(5);
  const other: string[] = flights.join(cities.rename({ origin: "code" }), ["origin", "code"]).array("code");
  expect(other).toEqual(["ITM", "HND", "ITM"]);
  const counts: number[] = flights.groupby("origin").count().array("count");
  const named: number[] = flights.groupby("origin").count({ as: "n" }).array("n");
  expect([counts, named]).toEqual([[2, 1], [2, 1]]); // prettier-ignore
  const looked: string[] = flights.lookup(cities, "origin", "city").array("city");
  expect(looked).toEqual(["Osaka", "Tokyo", "Osaka"]);
  const folded = flights.fold("delay", { as: ["what", "minutes"] });
  const minutes: number[] = folded.array("minutes");
  const what: "delay"[] = folded.array("what");
  expect([minutes, what]).toEqual([[5, 3, 1], ["delay", "delay", "delay"]]); // prettier-ignore
  const filled: number[] = flights.impute({ delay: () => 0 }).array("delay");
  const rest: number[] = flights.select(not("origin")).array("delay");
  expect([filled, rest]).toEqual([[5, 3, 1], [5, 3, 1]]); // prettier-ignore
  const renamed: number[] = flights.rename({ delay: "late" }).array("late");
  expect(renamed).toEqual([5, 3, 1]);
  const origins: string[] = flights
    .groupby("origin")
    .pivot("delay", { n: (d): number => op.sum(d.delay) })
    .array("origin");
  expect(origins).toEqual(["ITM", "HND"]);
  const kept: string[] = flights.semijoin(cities, "origin").concat(flights).array("origin");
  expect(kept).toHaveLength(6);
});
