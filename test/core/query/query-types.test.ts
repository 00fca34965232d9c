import { expect, test } from "@jest/globals";
import { connect, sql } from "../../../src/core/pandas-td.ts";
import type { Fetch } from "../../../src/core/http/fetch-types.ts";
import type { Table } from "../../../src/core/table/table.ts";

interface Flight {
  origin: string;
  flights: number;
}

const PAGE = {
  columns: [
    { name: "origin", type: "varchar" },
    { name: "flights", type: "bigint" },
  ],
  data: [
    ["BUF", 2],
    ["ABE", 1],
  ],
  stats: { state: "FINISHED" },
};
let count = 0;
const fetch: Fetch = () => {
  const page = JSON.stringify({ id: `q${(count += 1)}`, ...PAGE });
  return Promise.resolve(new Response(page) as unknown as Awaited<ReturnType<Fetch>>);
};
const client = connect("1/k", "https://api.example.com", { fetch });

test("the rows of a query have the type that its caller names", async () => {
  const table: Table<Flight> = await client.query<Flight>("select origin, flights from f");
  expect(table.orderby("flights").get("origin", 0)).toBe("ABE");
  // @ts-expect-error no such column
  expect(() => table.select("price")).toThrow();
  const limited = await client.query<Flight>(sql`select origin, flights from f`, { limit: 1 });
  expect(limited.objects()).toEqual([{ origin: "BUF", flights: 2 }]);
  // @ts-expect-error a table of other rows
  const other: Table<{ price: number }> = limited;
  expect(other.numRows()).toBe(1);
});

test("so have the rows of each part of a stream", async () => {
  const sums: number[] = [];
  for await (const part of client.stream<Flight>("select origin, flights from f")) {
    const table: Table<Flight> = part;
    for (const { flights } of table.objects()) sums.push(flights);
    // @ts-expect-error no such column
    expect(() => part.groupby("price").count()).toThrow();
  }
  expect(sums).toEqual([2, 1]);
});

test("without a type any column is taken", async () => {
  const table = await client.query("select origin, flights from f");
  expect(table.select("origin").numCols()).toBe(1);
  for await (const part of client.stream("select origin, flights from f"))
    expect(part.select("flights").numCols()).toBe(1);
});
