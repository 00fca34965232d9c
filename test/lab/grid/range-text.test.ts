import { expect, test } from "@jest/globals";
import type { CellValue, GridFile, GridRequest } from "../../../src/kernel/comms/grid-request.ts";
import { type GridKernel, GridSource } from "../../../src/lab/grid/grid-source.ts";
import { rangeText } from "../../../src/lab/grid/range-text.ts";

/** The copied text of all cells of a table, whose kernel cuts texts in pages and answers with one row at a time. */
async function copied(
  columns: { kind: string; type?: string; zone?: string; values: CellValue[] }[],
  zone: string | null = "Asia/Tokyo",
) {
  const rows = columns[0]?.values.length ?? 0;
  const kernel = {
    ask: (_: string, request: GridRequest) => {
      if (request.ask === "open")
        return Promise.resolve({
          rows,
          columns: columns.map((column) => ({ type: null, zone: null, ...column })),
        } as unknown as GridFile);
      if (request.ask !== "page" || !request.whole) throw new Error("cells are copied in full length");
      const given = request.columns.map((at) => columns[at]?.values.slice(request.from, request.from + 1));
      return Promise.resolve({ rows, from: request.from, columns: given });
    },
  } as unknown as GridKernel;
  const ignore = (): void => undefined;
  const source = await GridSource.open(kernel, "g", ignore, ignore);
  const end = { row: Math.max(0, rows - 1), column: columns.length - 1 };
  return rangeText(source, [...columns.keys()], [end, { row: 0, column: 0 }], zone);
}

/** Cells as a spreadsheet reads them. */
function pasted(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^\t\n]*))(\t|\n|$)/g)) {
    rows.at(-1)?.push(quoted === undefined ? (plain ?? "") : quoted.replaceAll('""', '"'));
    if (end === "\n") rows.push([]);
    else if (end === "") break;
  }
  return rows;
}

test("a spreadsheet reads copied cells as they are", async () => {
  const texts = [
    "a\tb",
    'two\nlines "quoted"',
    '"',
    "\u202eright to left",
    "😀".repeat(1000),
    "",
    null,
    "\r",
    "1e3",
  ];
  const values = texts.map((_, row) => 2 ** row);
  const { text, cells } = await copied([
    { kind: "text", values: texts },
    { kind: "float", values },
  ]);
  expect(pasted(text)).toEqual(texts.map((one, row) => [one ?? "", String(2 ** row)]));
  expect(cells).toBe(18);
});

test("nested values are copied as JSON, long integers exactly, times in the zone that is shown", async () => {
  const { text } = await copied([
    { kind: "nested", values: ['{"a": [1, "x"]}'] },
    { kind: "integer", values: ["9223372036854775807"] },
    { kind: "date", values: [-1] },
    { kind: "date", type: "timestamp", values: [0] },
    { kind: "float", values: ["NaN"] },
  ]);
  expect(text).toBe(
    '{"a": [1, "x"]}\t9223372036854775807\t1970-01-01 08:59:59.999\t1970-01-01 00:00:00\tNaN',
  );
});

test("of a table without rows nothing is copied, so the clipboard keeps what it has", async () => {
  await expect(copied([{ kind: "integer", values: [] }])).rejects.toThrow("the table has no row");
});

test("years have four digits, others a sign and six", async () => {
  const days = ["0500-01-01", "0000-12-29", "-000044-03-15", "-271821-04-20", "1969-12-31"];
  const { text } = await copied([{ kind: "date", type: "date", values: days.map((day) => Date.parse(day)) }]);
  expect(text.split("\n")).toEqual([
    "0500-01-01",
    "0000-12-29",
    "-000044-03-15",
    "-271821-04-20",
    "1969-12-31",
  ]);
});

test("early times are in the zone's own time", async () => {
  const values = ["0500-01-01", "-000044-03-15"].map((day) => Date.parse(day));
  const { text } = await copied([{ kind: "date", values }]);
  expect(text).toBe("0500-01-01 09:18:59\n-000044-03-15 09:18:59");
});

test("without a chosen zone each column has its own, with the offset", async () => {
  const type = "timestamp(3) with time zone";
  const values = [Date.parse("2024-07-01T00:00:00Z")];
  const columns = [
    { kind: "date", type, values },
    { kind: "date", type, zone: "America/New_York", values },
    { kind: "date", type: "timestamp(3)", zone: "Asia/Tokyo", values },
    { kind: "date", type: "date", values },
  ];
  expect((await copied(columns, null)).text.split("\t")).toEqual([
    "2024-07-01 00:00:00",
    "2024-06-30 20:00:00-04:00",
    "2024-07-01 09:00:00+09:00",
    "2024-07-01",
  ]);
});
