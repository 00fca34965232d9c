import { expect, test } from "@jest/globals";
import { tableOf } from "../table-of.ts";
import { valuesOf } from "./values-of.ts";

const columns = {
  x: [2, null, -3],
  s: ["12", null, "b"],
  b: [true, null, true],
  day: ["2024-01-31", null, "1969-12-31"],
  ts: ["2024-01-31 12:30:00.000", null, "1969-12-31 00:00:00.000"],
  zoned: ["2024-01-31 12:30:00.000 UTC", null, "1969-12-31 00:00:00.000 Asia/Tokyo"],
  clock: ["10:00:00.000", null, "23:59:59.999"],
  date: [new Date("2024-01-31"), null, new Date(-1)],
  doc: ['{"a":"5","n":7}', null, '{"a":"b","n":[1]}'],
  list: [[1, 2], null, []],
  row: [{ price: "1.50" }, null, { price: "2" }],
  iv: ["1 00:00:00.000", null, "0 01:00:00.000"],
  de: ["12345678901234567.25", null, "-0.01"],
};
const types = {
  x: "bigint", s: "varchar", b: "boolean", day: "date", ts: "timestamp(3)", zoned: "timestamp(3) with time zone", clock: "time(3)",
  date: "date", doc: "json", list: "array(integer)", row: "row(price decimal(38,2))", iv: "interval day to second", de: "decimal(38,2)",
}; // prettier-ignore

const table = tableOf(columns, { types });
const derived = (code: string): unknown[] => table.derive({ z: `d => ${code}` }).array("z") as unknown[];

test.each<[string, string]>([
  ["d.day + 1", "op.parse_date(op.timestamp(d.day) + 86400000) for a day later"],
  ["1 + d.day", "op.timestamp(d.day) for unix ms"],
  ["d.day - d.ts", "- computes with the text of the date d.day in d.day - d.ts; write op.timestamp(d.day)"],
  ["d.x - d.zoned", "the text of the timestamp(3) with time zone d.zoned"],
  ["d.ts * 2", "op.timestamp(d.ts)"],
  ["-d.ts", "op.timestamp(d.ts)"],
  ["+d.day", "op.timestamp(d.day)"],
  ["~d.day", "op.timestamp(d.day)"],
  ["Number(d.day)", "op.timestamp(d.day)"],
  ["d.day + d.ts", "op.timestamp(d.day)"],
  ["d.clock - d.clock", "compute it in the query"],
  ["Math.max(d.day, d.ts)", "write op.greatest(...)"],
  ["Math.min(d.day, d.ts)", "write op.least(...)"],
  ["Math.round(d.s)", "Math.round computes with a text d.s in Math.round(d.s); write +d.s for its number"],
  ["op.round(d.s)", "write +d.s for its number"],
  ["op.abs(d.day)", "op.timestamp(d.day)"],
  ["op.sqrt(d.list)", "a list d.list"],
  ["d.s - 1", "- computes with a text d.s in d.s - 1; write +d.s for its number"],
  ["-d.s", "write +d.s for its number"],
  ["d.x * d.s", "write +d.s for its number"],
  ["d.doc + 1", "+ computes with JSON text d.doc"],
  ["d.doc * 2", "JSON text d.doc"],
  ["d.list + 1", "d.list is a list, which has no text of its own; write op.to_json(d.list)"],
  ["d.s + d.row", "write op.to_json(d.row)"],
  ["`${d.row}`", "write op.to_json(d.row)"],
  ["`${d.list}`", "write op.to_json(d.list)"],
  ["String(d.row)", "write op.to_json(d.row)"],
  ["d.s.concat(d.list)", "write op.to_json(d.list)"],
  ["d.iv + 1", "the text of the interval day to second d.iv"],
  ["d.iv * 2", "compute it in the query"],
  ["d.de + d.x", "write +d.de"],
  ["op.greatest(d.s, d.x)", "compares a text with a number"],
])("%s is refused, with the line to write", (code, line) => {
  expect(() => derived(code)).toThrow(line);
});

test.each<[string, unknown[]]>([
  ["op.timestamp(d.ts) - op.timestamp(d.day)", [45_000_000, null, 0]],
  ["op.parse_date(op.timestamp(d.day) + 86400000).toISOString().slice(0, 10)", ["2024-02-01", null, "1970-01-01"]],
  ["op.greatest(d.day, '2000-01-01')", ["2024-01-31", null, "2000-01-01"]],
  ["op.least(d.day, d.ts)", ["2024-01-31", null, "1969-12-31"]],
  ["op.greatest(d.day, d.date).getTime()", [Date.UTC(2024, 0, 31), null, -1]],
  ["d.day.getFullYear()", [2024, null, 1969]],
  ["d.ts.getUTCHours()", [12, null, 0]],
  ["op.hours(d.clock)", [10, null, 23]],
  ["d.day + ' x'", ["2024-01-31 x", null, "1969-12-31 x"]],
  ["`${d.day}`", ["2024-01-31", null, "1969-12-31"]],
  ["d.s + d.x", ["122", null, "b-3"]],
  ["+d.s + d.x", [14, null, NaN]],
  ["d.b + 1", [2, null, 2]],
  ["d.b * d.x", [2, null, -3]],
  ["-d.b", [-1, null, -1]],
  ["d.de * 2", [24691357802469136, null, -0.02]],
  ["Math.round(d.de)", [12345678901234568, null, -0]],
  ["+d.de + d.x", [12345678901234570, null, -3.01]],
  ["d.date - 1", [Date.UTC(2024, 0, 31) - 1, null, -2]],
  ["d.row.price * 2", [3, null, 4]],
])("%s", (code, wanted) => {
  expect([code, derived(code)]).toEqual([code, wanted]);
}); // prettier-ignore

test.each<[string, string]>([
  ["d.doc.a * 2", 'the text "b" is no number to compute with; write +d.x for the number of a text'],
  ["Math.round(d.doc.n)", "a list is no number to compute with"],
  ["-d.doc.a", 'the text "b" is no number'],
  ["d.doc.a + 1", '+ joins the text "5" with the number 1; write +d.x for the number of a text'],
  ["`${op.parse_json(d.doc)}`", "op.to_json(d.x)"],
  ["String(d.x > 0 ? d.date : d.s)", "op.format_date(d.x)"],
])("%s is refused when the value is there", (code, line) => {
  expect(() => derived(code)).toThrow(line);
});

/** Values of a kind that JavaScript computes with as SQL does, or that the expression refuses. */
const OPERANDS = ["d.x", "d.b", "d.s", "d.day", "d.date", "d.list", "d.row", "d.iv", "2", "'3'", "true"];
const OPERATORS = ["+", "-", "*", "/", "%", "**", "&", "|", "^", "<<", ">>", ">>>"];

test("what two values give is what JavaScript makes of them, null for null, or it is refused; never NaN or text by accident", () => {
  const codes = OPERATORS.flatMap((operator) =>
    OPERANDS.flatMap((one) => OPERANDS.map((other) => `(${one} ${operator} ${other})`)),
  );
  let computed = 0;
  for (const code of codes) {
    let values: unknown[];
    try {
      values = derived(code);
    } catch (error) {
      expect([code, String((error as Error).message)]).toEqual([code, expect.stringMatching(/^derive: .*; (?:write|compute)/)]);
      continue;
    }
    computed += 1;
    // eslint-disable-next-line @typescript-eslint/no-implied-eval
    const plain = new Function("d", `return ${code}`) as (row: object) => unknown;
    const rows = table.objects() as Record<string, unknown>[];
    const wanted = rows.map((row) =>
      Object.entries(row).some(([name, value]) => value === null && code.includes(`d.${name}`)) ? null : plain(row),
    );
    expect([code, values]).toEqual([code, wanted]);
    expect([code, values.some((value) => Number.isNaN(value))]).toEqual([code, false]);
  }
  expect(computed).toBeGreaterThan(200);
}); // prettier-ignore

const WITH_NULLS = {
  n: [6, null, -2],
  big: [2n ** 60n, 1n, null],
  text: ["a", null, "c"],
  yes: [true, false, null],
};

test.each<[string, unknown[]]>([
  ["d.n + 1", [7, null, -1]],
  ["d.n / 4", [1.5, null, -0.5]],
  ["d.n ** 2", [36, null, 4]],
  ["-d.n", [-6, null, 2]],
  ["~d.n", [-7, null, 1]],
  ["d.big + 1n", [2n ** 60n + 1n, 2n, null]],
  ["d.text + d.n", ["a6", null, "c-2"]],
  ["!d.yes", [false, true, null]],
  ["d.yes && d.n > 0", [true, false, false]],
  ["d.yes || d.n < 0", [true, null, true]],
  ["d.n ?? 0", [6, 0, -2]],
  ["typeof d.n", ["number", "object", "number"]],
  ["void d.n", [undefined, undefined, undefined]],
  ["d.yes ? 'on' : 'off'", ["on", "off", "off"]],
])("%s", (expression, values) => {
  expect(valuesOf(WITH_NULLS, expression)).toEqual(values);
});
