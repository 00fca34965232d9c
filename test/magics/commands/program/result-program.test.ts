import { describe, expect, test } from "@jest/globals";
import { LocalNames } from "../../../../src/magics/cell/local-names.ts";
import type { Program } from "../../../../src/magics/cell/program.ts";
import { resultProgram } from "../../../../src/magics/commands/program/result-program.ts";

/** The program of a result with these options; without a value it is a switch. */
function program(options: Readonly<Record<string, string | true>>, assigned = false): Program {
  const given = Object.entries(options);
  return resultProgram(
    {
      positional: null,
      values: new Map(given.filter((entry): entry is [string, string] => entry[1] !== true)),
      switches: new Set(given.filter(([, value]) => value === true).map(([name]) => name)),
      names: new LocalNames(new Set()),
      body: "",
      scope: { database: "db1", bound: new Set() },
      assigned,
    },
    { engine: "e", read: (limit) => `read(${limit === null ? "" : `limit ${limit}`})` },
  );
}

/** What every result goes through. */
const PLAIN = [
  "const engine = e;",
  "let table = await read();",
  "table = time_to_date(table);",
  "table = time_index(table);",
];

test("a result is read, its times become dates, and it is shown", () => {
  expect(program({})).toMatchObject({ statements: PLAIN, value: "table", out: null });
});

describe("an option adds a step", () => {
  test.each<[Readonly<Record<string, string | true>>, string]>([
    [{ limit: "5" }, "let table = await read(limit 5);"],
    [{ dropna: true }, "table = dropna(table);"],
    [{ timezone: "Asia/Tokyo" }, 'table = set_timezone(table, "Asia/Tokyo");'],
    [{ pivot: true }, "table = pivot(table);"],
    [{ "out-file": "a.arrow" }, 'await save(table, "a.arrow");'],
    [{ out: "df" }, 'say_result(table, "df");'],
    [{ out: "df", head: "5" }, "display(table.slice(0, 5));"],
    [{ out: "df", plot: true }, "show_plot(rows);"],
    [{ verbose: true }, "verbose_progress();"],
  ])("%j", (options, step) => {
    expect(PLAIN).not.toContain(step);
    expect(program(options).statements).toContain(step);
  });
});

test.each<[Readonly<Record<string, string | true>>, string | null]>([
  [{ head: "5" }, "table.slice(0, 5)"],
  [{ plot: true }, "plot(table)"],
  [{ plot: true, mark: "bar" }, 'plot(table, { mark: "bar" })'],
  [{ "out-file": "a.csv" }, null],
  [{ out: "df", head: "5" }, "table"],
])("what is shown with %j", (options, value) => {
  expect(program(options).value).toBe(value);
});

test.each<[Readonly<Record<string, string | true>>, string]>([
  [{ limit: "five" }, "option --limit: 'five' is not a number of rows; write --limit 1000"],
  [
    { "out-file": "a.xlsx" },
    "option --out-file: .xlsx files can't be written; end the name in .csv, .tsv, .json, .jsonl, .parquet or .arrow",
  ],
  [{ out: "a b" }, "option --out: 'a b' can't name a variable"],
])("%j is refused", (options, message) => {
  expect(() => program(options)).toThrow(message);
});
