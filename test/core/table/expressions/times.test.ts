import { execFile } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "@jest/globals";
import { inTimeZone } from "../../../../src/core/table/columns/column-display.ts";
import { tableOf } from "../table-of.ts";

const ZONES = [
  "UTC",
  "America/New_York",
  "America/St_Johns",
  "Europe/Berlin",
  "Asia/Kolkata",
  "Pacific/Auckland",
];

/** What is asked of a date at midnight, of one in a column with a zone, and of texts. */
const QUESTIONS = [
  "op.year(d.day)", "op.quarter(d.day)", "op.month(d.day)", "op.week(d.day)", "op.date(d.day)", "op.dayofyear(d.day)",
  "op.dayofweek(d.day)", "op.hours(d.day)", "d.day.getFullYear()", "d.day.getHours()", "op.utcyear(d.day)",
  "op.format_date(d.day, true)", "op.year(d.tokyo)", "op.hours(d.tokyo)", "op.utchours(d.tokyo)", "op.format_date(d.tokyo, true)",
  "op.year(d.text)", "op.hours(d.text)", "op.hours(d.zoned)", "op.timestamp(d.zoned)", "op.timestamp(d.text)",
  "op.timestamp(op.parse_date(d.text))", "op.timestamp(op.datetime(2024, 0, 1))", "d.day === op.parse_date('2024-01-01')",
  "d.day > '2023-12-31T23:59:59'", "op.timestamp('Jan 5, 2024')", "op.dayofyear('2024-02-29')", "op.dayofyear('02-29-2024')",
]; // prettier-ignore

const ANSWERS = [
  2024, 0, 0, 0, 1, 1, 1, 0, 2024, 0, 2024, "2024-01-01T00:00:00.000", 2024, 9, 0, "2024-01-01T09:00:00.000",
  2024, 1, 1, 1704038400000, 1704070800000, 1704070800000, 1704067200000, true, true, 1704412800000, 60, 60,
]; // prettier-ignore

const PROGRAM = `
const { Table } = await import(${JSON.stringify(pathToFileURL(join(process.cwd(), "dist/core/table/table.js")).href)});
const { inTimeZone } = await import(${JSON.stringify(pathToFileURL(join(process.cwd(), "dist/core/table/columns/column-display.js")).href)});
const day = [new Date("2024-01-01")];
const columns = { day, tokyo: inTimeZone(day, "Asia/Tokyo"), text: ["2024-01-01 01:00:00"], zoned: ["2024-01-01 01:00:00 Asia/Tokyo"] };
const table = Table.of(Object.values(columns), Object.keys(columns));
const answers = {};
for (const zone of ${JSON.stringify(ZONES)}) {
  process.env.TZ = zone;
  answers[zone] = ${JSON.stringify(QUESTIONS)}.map((one) => table.derive({ x: "d => " + one }).get("x", 0));
  answers[zone].push(new Date(2024, 0, 1).getTime());
}
console.log(JSON.stringify(answers));
`;

test("functions of time read a value as it is shown, in every zone of the machine", async () => {
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", PROGRAM]);
  const answers = JSON.parse(stdout) as Record<string, unknown[]>;
  // The machine's zone did change.
  expect(new Set(ZONES.map((zone) => answers[zone]?.pop())).size).toBe(ZONES.length);
  for (const zone of ZONES) expect([zone, answers[zone]]).toEqual([zone, ANSWERS]);
});

test("a column's zone decides, also for a copy of it and over a change of the clock", () => {
  const at = inTimeZone([new Date("2024-03-10T06:59:00Z"), new Date("2024-03-10T07:00:00Z"), null], "America/New_York");
  const table = tableOf({ at });
  const hours = table.derive({ h: "d => op.hours(d.at)", day: "d => d.at.getDay()" });
  expect(hours.array("h")).toEqual([1, 3, null]);
  expect(hours.array("day")).toEqual([0, 0, null]);
  expect(table.rename({ at: "then" }).reify().derive({ h: "({ then }) => op.hours(then)" }).array("h")).toEqual([1, 3, null]);
  expect(table.derive({ h: "d => { const t = d.at; return op.hours(t); }" }).array("h")).toEqual([1, 3, null]);
}); // prettier-ignore

test("the end of a date is no zone, and a zone after a time of day is left out", () => {
  const texts = ["2024-02-29", "2024-05", "12-31-2024", "2024-02-29 22:30:00 -05:00", "2024-02-29T22:30:00+09", "2024-02-29 UTC"];
  const parts = tableOf({ t: texts }).derive({
    date: "d => op.date(d.t)",
    month: "d => op.month(d.t)",
    year: "d => op.dayofyear(d.t)",
    week: "d => op.week(d.t)",
    text: "d => op.format_date(d.t, true)",
    hours: "d => op.hours(d.t)",
  });
  expect(parts.array("date")).toEqual([29, 1, 31, 29, 29, 29]);
  expect(parts.array("month")).toEqual([1, 4, 11, 1, 1, 1]);
  expect(parts.array("year")).toEqual([60, 122, 366, 60, 60, 60]);
  expect(parts.array("week")).toEqual([8, 17, 52, 8, 8, 8]);
  expect(parts.get("text", 0)).toBe("2024-02-29T00:00:00.000");
  expect(parts.array("hours")).toEqual([0, 0, 0, 22, 22, 0]);
}); // prettier-ignore
