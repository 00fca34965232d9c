import { describe, expect, test } from "@jest/globals";
import {
  parseIndexAndDates,
  setIndexAndDates,
  type IndexAndDateOptions,
} from "../../../src/core/read/index-and-dates.ts";
import { Table } from "../../../src/core/table/table.ts";
import { tableOf } from "../table/table-of.ts";

function shape(values: readonly unknown[], options: IndexAndDateOptions): Promise<Table> {
  return setIndexAndDates(
    tableOf({ d: [...values] }, { types: { d: "varchar" } }),
    parseIndexAndDates(options),
  );
}

async function isoDates(
  values: readonly unknown[],
  parse_dates: IndexAndDateOptions["parse_dates"],
): Promise<unknown[]> {
  const table = await shape(values, { parse_dates });
  return Array.from(table.array("d") as (Date | null)[], (date) => date?.toISOString() ?? null);
}

test("an empty text is missing, as in pandas, with and without a format", async () => {
  for (const parse_dates of [["at"], { at: "%Y-%m-%d" }]) {
    const table = await setIndexAndDates(
      tableOf({ at: ["", "2024-05-06", null] }),
      parseIndexAndDates({ parse_dates }),
    );
    expect(table.array("at")).toEqual([null, new Date("2024-05-06"), null]);
  }
});

describe("parse_dates", () => {
  test.each<[string, readonly unknown[], IndexAndDateOptions["parse_dates"], unknown]>([
    [
      "a list: text",
      ["2024-05-06", null, "2024-05-06 01:02:03.5"],
      ["d"],
      ["2024-05-06T00:00:00.000Z", null, "2024-05-06T01:02:03.500Z"],
    ],
    [
      "a list: unix seconds",
      [0, 1700000000, 1.5, 1700000000n, "1700000000", "1700000000.25"],
      ["d"],
      [
        "1970-01-01T00:00:00.000Z",
        "2023-11-14T22:13:20.000Z",
        "1970-01-01T00:00:01.500Z",
        "2023-11-14T22:13:20.000Z",
        "2023-11-14T22:13:20.000Z",
        "2023-11-14T22:13:20.250Z",
      ],
    ],
    ["days", [1, -1], { d: "D" }, ["1970-01-02T00:00:00.000Z", "1969-12-31T00:00:00.000Z"]],
    ["seconds", [1, " +2"], { d: "s" }, ["1970-01-01T00:00:01.000Z", "1970-01-01T00:00:02.000Z"]],
    ["milliseconds", [1, 2n], { d: "ms" }, ["1970-01-01T00:00:00.001Z", "1970-01-01T00:00:00.002Z"]],
    ["microseconds", [1999, -1n], { d: "us" }, ["1970-01-01T00:00:00.001Z", "1969-12-31T23:59:59.999Z"]],
    ["whole milliseconds before 1970", [-1000n], { d: "us" }, ["1969-12-31T23:59:59.999Z"]],
    ["nanoseconds, exact to the ms", [1700000000123999999n], { d: "ns" }, ["2023-11-14T22:13:20.123Z"]],
    ["a pattern", ["06.05.2024"], { d: "%d.%m.%Y" }, ["2024-05-06T00:00:00.000Z"]],
    ["a pattern over numbers", [20240506], { d: "%Y%m%d" }, ["2024-05-06T00:00:00.000Z"]],
  ])("%s", async (_name, values, parseDates, expected) => {
    expect(await isoDates(values, parseDates)).toEqual(expected);
  });

  test.each<[IndexAndDateOptions["parse_dates"], unknown, string]>([
    [["d"], "soon", 'parse_dates: "soon" in row 1 of column "d" is not a time (ISO text or unix seconds)'],
    [{ d: "%Y" }, "x", 'parse_dates: "x" in row 1 of column "d" is not a time (format "%Y")'],
    [
      ["d"],
      1715000000000,
      'parse_dates: 1715000000000 in row 1 of column "d" is not a time (ISO text or unix seconds); it would be 2024-05-06T12:53:20.000Z in milliseconds ("ms"): give the column that format',
    ],
    [
      { d: "s" },
      1715000000000000n,
      'parse_dates: 1715000000000000 in row 1 of column "d" is not a time (format "s"); it would be 2024-05-06T12:53:20.000Z in microseconds ("us"): give the column that format',
    ],
    [
      { d: "%Y-%m-%d %Z" },
      "2024-07-01 PST",
      'parse_dates: "2024-07-01 PST" in row 1 of column "d" is not a time (PST is an abbreviation that may mean ' +
        "America/Los_Angeles or Asia/Manila or Pacific/Pitcairn; write the zone's name, or an offset such as +01:00)",
    ],
    [["d"], true, 'parse_dates: true in row 1 of column "d" is not a time (ISO text or unix seconds)'],
    [
      { d: "s" },
      new Date(0),
      `parse_dates: ${String(new Date(0))} in row 1 of column "d" is not a time (format "s")`,
    ],
    [{ d: "s" }, NaN, 'parse_dates: NaN in row 1 of column "d" is not a time (format "s")'],
    [{ d: "s" }, 1e300, 'parse_dates: 1e+300 in row 1 of column "d" is not a time (format "s")'],
    [{ d: "ns" }, "12:00", 'parse_dates: "12:00" in row 1 of column "d" is not a time (format "ns")'],
  ])("%p and %p", async (parseDates, value, message) => {
    await expect(isoDates([null, value], parseDates)).rejects.toMatchObject({ name: "DecodeError", message });
  });

  test("a column that is not in the result", async () => {
    await expect(isoDates([], ["e"])).rejects.toThrow(
      'parse_dates column "e" is not in the result; it has d',
    );
  });

  test("parsed dates and timestamps keep the service's type, and so their form in files", async () => {
    const types = { d: "date", t: "timestamp(3)", s: "bigint" };
    const columns = [["2024-05-06"], ["2024-05-06 07:08:09.012"], [1]];
    const parsed = parseIndexAndDates({ parse_dates: ["d", "t", "s"] });
    const table = await setIndexAndDates(Table.of(columns, ["d", "t", "s"], { types }), parsed);
    expect(table.types).toEqual({ d: "date", t: "timestamp(3)" });
    expect(table.array("t")).toEqual([new Date("2024-05-06T07:08:09.012Z")]);
    expect(table.toCSV()).toBe("d,t,s\n2024-05-06,2024-05-06T07:08:09.012Z,1970-01-01T00:00:01Z\n");
    const zones = table
      .toArrow()
      .schema.fields.map(({ type }) => (type as { timezone?: string | null }).timezone);
    expect(zones).toEqual([undefined, null, "UTC"]);
  });

  test("a table without any is returned as it is, with what the statement did", async () => {
    const outcome = Table.of([], [], { outcome: "3 rows inserted" });
    expect(await setIndexAndDates(outcome, parseIndexAndDates({}))).toBe(outcome);
  });

  test("a parsed column of another type loses it, and each access makes a new Date", async () => {
    const table = await shape(["2024-05-06"], { parse_dates: ["d"], index_col: "d" });
    expect(table.types).toEqual({});
    expect(table.index).toEqual(["d"]);
    const date = table.get("d", 0) as Date;
    date.setTime(0);
    expect(table.get("d", 0)).toEqual(new Date("2024-05-06"));
  });
});

test.each<[IndexAndDateOptions, string]>([
  [{ parse_dates: { d: "q" } }, 'date format "q" is neither a strftime pattern nor one of D, s, ms, us, ns'],
  [
    { parse_dates: "d" as never },
    "parse_dates must be a list of column names, or an object from column to format",
  ],
  [
    { parse_dates: [1] as never },
    "parse_dates must be a list of column names, or an object from column to format, not [1]",
  ],
  [{ index_col: 3 as never }, "index_col must be a column name or a list of them, not 3"],
])("%p is refused before anything is sent", (options, message) => {
  expect(() => parseIndexAndDates(options)).toThrow(message);
});
