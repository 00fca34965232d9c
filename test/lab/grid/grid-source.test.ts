import { expect, test } from "@jest/globals";
import type { GridFile, GridRequest } from "../../../src/kernel/comms/grid-request.ts";
import { type GridKernel, GridSource } from "../../../src/lab/grid/grid-source.ts";

/** A source over a table of numbers: the value of a cell is its row. `asked` are the pages requested, as first and last row. */
async function sourceOf(rows: number, columnCount: number) {
  const columns = Array.from({ length: columnCount }, (_, at) => ({ name: `c${at}`, kind: "integer" }));
  const asked: string[] = [];
  const kernel = {
    ask: (_: string, request: GridRequest) => {
      if (request.ask === "open") return Promise.resolve({ rows, columns } as unknown as GridFile);
      if (request.ask !== "page") throw new Error(`not asked: ${request.ask}`);
      const { from } = request;
      // The kernel cuts a page that is too large.
      const to = Math.min(request.to, rows, from + Math.floor(20_000 / columnCount));
      asked.push(`${from}-${to - 1}${request.view.sort.length > 0 ? " sorted" : ""}`);
      const column = Array.from({ length: to - from }, (_, at) => from + at);
      return Promise.resolve({ rows, from, columns: columns.map(() => column) });
    },
  } as unknown as GridKernel;
  const failed: Error[] = [];
  let arrived = (): void => undefined;
  const source = await GridSource.open(
    kernel,
    "g",
    () => arrived(),
    (error) => failed.push(error),
  );
  const want = async (from: number, to: number): Promise<void> => {
    const next = new Promise<void>((resolve) => (arrived = resolve));
    source.want(from, to);
    await next;
  };
  return { source, asked, failed, want };
}

test("rows on both sides of a border come in one request", async () => {
  const { source, asked, failed, want } = await sourceOf(1000, 8);
  await want(290, 308);
  expect(asked).toEqual(["200-399"]);
  expect([source.value(290, 0), source.value(307, 7), source.value(199, 0)]).toEqual([290, 307, undefined]);
  expect(failed).toEqual([]);
});

test("of a table with many columns fewer rows are requested, and all come", async () => {
  const { source, asked, want } = await sourceOf(1000, 400);
  await want(20, 38);
  expect(asked).toEqual(["0-49"]);
  expect(Array.from({ length: 18 }, (_, at) => source.value(20 + at, 399))).toEqual(
    Array.from({ length: 18 }, (_, at) => 20 + at),
  );
});

test("rows to copy come from the view in which they were selected, although it is sorted meanwhile", async () => {
  const { source, asked } = await sourceOf(1000, 400);
  const rows = source.read(0, 100, [0]);
  source.view = { sort: [{ column: 0, descending: true }], filters: [] };
  expect((await rows).map(([value]) => value)).toEqual(Array.from({ length: 100 }, (_, row) => row));
  expect(asked.filter((page) => !page.endsWith("sorted"))).toEqual(["0-49", "50-99"]);
});
