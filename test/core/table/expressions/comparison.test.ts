import { expect, test } from "@jest/globals";
import type { Table } from "../../../../src/core/table/table.ts";
import { tableOf } from "../table-of.ts";
import { valuesOf } from "./values-of.ts";

const DAYS = [
  "0999-12-31",
  "1969-12-31",
  "2024-01-31",
  "2024-02-29",
  "9999-12-31",
  "12024-01-01",
  "-0001-01-01",
  null,
];
const TIMES = ["2024-01-31 00:00:00.000", "2024-01-31 12:30:00.000", "2024-02-29 00:00:00.001", "1969-12-31 23:59:59.999", null]; // prettier-ignore
const FINE = ["2024-01-31 00:00:00.000000", "2024-01-31 12:30:00.000001", "2024-01-31 12:29:59.999999", null];
const ZONED = ["2024-01-31 09:00:00.000 Asia/Tokyo", "2024-01-31 00:00:00.000 UTC", "2024-01-30 19:30:00.000 America/New_York", "2024-01-31 12:30:00.000 +00:00", null]; // prettier-ignore

/** Nanoseconds of a time's text. */
function instant(text: string): bigint {
  const [, year = "", rest = "", micros = "", zone = ""] =
    /^(-?\d+)(-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{3})?)?)?)(\d*)\s*(.*)$/.exec(text) ?? [];
  const offsets: Record<string, number> = { "Asia/Tokyo": 9, "America/New_York": -5 };
  const sign = year.startsWith("-") ? "-" : "+";
  const iso = `${sign}${year.replace("-", "").padStart(6, "0")}${rest.replace(" ", "T")}${rest.includes(":") ? "Z" : ""}`;
  return BigInt(Date.parse(iso) - (offsets[zone] ?? 0) * 3_600_000) * 1000n + BigInt(micros.padEnd(3, "0"));
}

const OPERATORS = ["<", "<=", ">", ">=", "===", "!==", "==", "!="] as const;
const asked = (operator: string, one: bigint, other: bigint): boolean =>
  // eslint-disable-next-line @typescript-eslint/no-implied-eval
  (new Function("a", "b", `return a ${operator} b`) as (a: bigint, b: bigint) => boolean)(one, other);

const COLUMNS = {
  date: DAYS,
  "timestamp(3)": TIMES,
  "timestamp(6)": FINE,
  "timestamp(3) with time zone": ZONED,
} as const;

test("times that are texts are compared by their instant, whatever their types", () => {
  for (const [type, values] of Object.entries(COLUMNS))
    for (const [otherType, others] of Object.entries(COLUMNS)) {
      const pairs = values.flatMap((one) => others.map((other) => [one, other] as const));
      const table = tableOf(
        { a: pairs.map(([one]) => one), b: pairs.map(([, other]) => other) },
        { types: { a: type, b: otherType } },
      );
      for (const operator of OPERATORS) {
        const code = `d.a ${operator} d.b`;
        const wanted = pairs.map(([one, other]) =>
          one === null || other === null ? null : asked(operator, instant(one), instant(other)),
        );
        expect([type, code, otherType, table.derive({ z: `d => ${code}` }).array("z")]).toEqual([type, code, otherType, wanted]);
      }
    }
}); // prettier-ignore

test.each([
  "2024-01-31", "2024-01-31 00:00", "2024-01-31T12:30", "2024-01-31T12:30:00.000", "2024-01-31 12:30:00.000001", "1969-12-31 23:59:59.999",
])("a text that is written otherwise is the same time: %s", (text) => {
  for (const [type, values] of Object.entries(COLUMNS)) {
    const table = tableOf({ a: values }, { types: { a: type } });
    for (const operator of OPERATORS) {
      const wanted = values.map((value) => (value === null ? null : asked(operator, instant(value), instant(text))));
      const code = `d.a ${operator} ${JSON.stringify(text)}`;
      expect([type, code, table.derive({ z: `d => ${code}` }).array("z")]).toEqual([type, code, wanted]);
    }
  }
}); // prettier-ignore

test("a year or a month is its first day, a time with a zone its instant, and times of day are times", () => {
  const table = tableOf(
    { day: ["2024-01-01", "2024-02-01"], at: ["2024-01-31 15:00:00.000", "2024-01-31 23:00:00.000"], clock: ["10:00:00.000", "09:59:59.999"] },
    { types: { day: "date", at: "timestamp(3)", clock: "time(3)" } },
  );
  const kept = (code: string): unknown[] => table.derive({ z: `d => ${code}` }).array("z") as unknown[];
  expect(kept("d.day >= '2024-02'")).toEqual([false, true]);
  expect(kept("d.day > '2024'")).toEqual([false, true]);
  expect(kept("d.at === '2024-02-01 00:00 Asia/Tokyo'")).toEqual([true, false]);
  expect(kept("d.clock === '10:00'")).toEqual([true, false]);
  expect(kept("d.clock < '10:00:00'")).toEqual([false, true]);
  expect(kept("d.day === d.at.slice(0, 10)")).toEqual([false, false]);
}); // prettier-ignore

test.each<[string, string]>([
  ["d.day > 2023", 'write a text such as "2024-01-31", or op.timestamp(d.day) for unix ms'],
  ["d.day === 20240131", "compares the text of a time with a number"],
  ["d.day < 'soon'", '"soon" is not a time'],
  ["d.s > 5", "write +d.s for the number"],
  ["d.s == 5", "write +d.s for the number"],
  ["d.x == '5'", "write 5"],
  ["d.b === 'true'", "write true"],
  ["d.b === 1", "compares a boolean with a number"],
  ["d.doc > 1", "write op.parse_json(d.doc) for its value"],
  ["d.doc === 'x'", "write op.parse_json(d.doc) === 'x'"],
  ["d.list === d.x", "compares a list with a number"],
])("%s is refused, with the line to write", (code, line) => {
  const table = tableOf(
    { day: ["2024-01-31"], s: ["7"], x: [7], b: [true], doc: ['"x"'], list: [[1]] },
    { types: { day: "date", s: "varchar", x: "bigint", b: "boolean", doc: "json", list: "array(bigint)" } },
  );
  expect(() => table.derive({ z: `d => ${code}` })).toThrow(line);
});

test("switch compares as === does", () => {
  const table = tableOf(
    { id: [1n, 2n ** 60n, null], day: ["2024-01-31", "2024-02-01", null], de: ["1.10", "12345678901234567.5", null], at: [new Date("2024-01-31"), new Date(0), null] },
    { types: { day: "date", de: "decimal(38,2)" } },
  );
  const named = (of: string, one: string): unknown[] =>
    table.derive({ z: `d => { switch (${of}) { case null: return "none"; case ${one}: return "one"; default: return "other"; } }` }).array("z") as unknown[];
  expect(named("d.id", "1")).toEqual(["one", "other", "none"]);
  expect(named("d.day", "'2024-01-31 00:00'")).toEqual(["one", "other", "none"]);
  expect(named("d.de", "1.1")).toEqual(["one", "other", "none"]);
  expect(named("d.at", "'2024-01-31'")).toEqual(["one", "other", "none"]);
}); // prettier-ignore

test("lists and sets have times and decimals that are texts by what they amount to", () => {
  const table = tableOf(
    { day: ["2024-01-31", "2024-02-01", null], at: ["2024-01-31 00:00:00.000", "2024-02-01 12:00:00.000", null], de: ["1.10", "12345678901234567.5", null],
      date: [new Date("2024-01-31"), new Date(0), null], prices: [["12345678901234567.25", "1.50"], ["12345678901234567.50"], null] },
    { types: { day: "date", at: "timestamp(3)", de: "decimal(38,2)", date: "timestamp(3)", prices: "array(decimal(38,2))" } },
  ).params({ days: [new Date("2024-01-31")], texts: ["2024-01-31"], set: new Set(["2024-02-01T12:00", 1.1]) }) as Table;
  const derived = (code: string): unknown[] => table.derive({ z: `(d, $) => ${code}` }).array("z") as unknown[];
  expect(derived("$.days.includes(d.day)")).toEqual([true, false, null]);
  expect(derived("op.includes($.days, d.at)")).toEqual([true, false, null]);
  expect(derived("$.texts.includes(d.at)")).toEqual([true, false, null]);
  expect(derived("['2023-01-01', '2024-02-01'].indexOf(d.day)")).toEqual([-1, 1, null]);
  expect(derived("op.has($.set, d.at)")).toEqual([false, true, null]);
  expect(derived("op.has($.set, d.de)")).toEqual([true, false, null]);
  expect(derived("[1.1, 2].includes(d.de)")).toEqual([true, false, null]);
  expect(derived("['2024-01-31'].includes(d.date)")).toEqual([true, false, null]);
  expect(derived("op.includes($.texts, d.date)")).toEqual([true, false, null]);
  expect(derived("$.days.includes(d.date)")).toEqual([true, false, null]);
  expect(derived("d.prices.includes(1.5)")).toEqual([true, false, null]);
  expect(derived("d.prices.indexOf(d.de)")).toEqual([-1, 0, null]);
}); // prettier-ignore

test("unix seconds are no times", () => {
  const table = tableOf({ time: [1_700_000_000], ms: [1_700_000_000_000] }, { types: { time: "bigint", ms: "bigint" } });
  expect(() => table.derive({ z: "d => op.year(d.time)" })).toThrow("write op.year(d.time * 1000)");
  expect(table.derive({ z: "d => op.year(d.time * 1000)" }).array("z")).toEqual([2023]);
  expect(table.derive({ z: "d => op.year(d.ms)" }).array("z")).toEqual([2023]);
}); // prettier-ignore

test.each<[string, readonly unknown[], readonly unknown[], unknown[]]>([
  ["d.a < d.b", [1, 2, null], [2, 1, 3], [true, false, null]],
  ["d.a === d.b", [1, null, 2], [1n, null, 3n], [true, null, false]],
  ["d.a !== d.b", ["x", "y", null], ["x", "x", "x"], [false, true, null]],
  ["d.a === null", [1, null, undefined], [0, 0, 0], [false, true, true]],
  ["d.a != null", [1, null, undefined], [0, 0, 0], [true, false, false]],
  ["d.a < null", [1, null, 2], [0, 0, 0], [null, null, null]],
  ["d.a === d.b", [[1, 2], [1], null], [[1, 2], [2], [3]], [true, false, null]],
  ["d.a >= d.b", [new Date(1), new Date(2)], [new Date(1), new Date(3)], [true, false]],
  ["d.a > '1970-01-01'", [new Date(0), new Date(1), null], [0, 0, 0], [false, true, null]],
])("%s of %j and %j", (expression, a, b, values) => {
  expect(valuesOf({ a, b }, expression)).toEqual(values);
});

test("decimals and intervals are compared by their size, not as texts", () => {
  const wide = ["12345678901234567.10", "9.5"];
  expect(valuesOf({ a: wide }, "d.a > 10", { types: { a: "decimal(20,2)" } })).toEqual([true, false]);
  const span = ["10 00:00:00.000", "2 00:00:00.000"];
  expect(valuesOf({ a: span }, "d.a > '3 00:00:00.000'", { types: { a: "interval day to second" } })).toEqual(
    [true, false],
  );
});

test.each([
  ["d.a === d.b", "d.a === d.b compares a number with a text; write +d.b for the number"],
  ["d.a === '7'", "d.a === '7' compares a number with a text; write 7"],
])("%s of a number and a text is refused", (expression, said) => {
  expect(() => valuesOf({ a: [1], b: ["1"] }, expression)).toThrow(said);
});
