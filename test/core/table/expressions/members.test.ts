import { expect, test } from "@jest/globals";
import { valuesOf } from "./values-of.ts";

const place = [{ city: "Oslo", at: [59.9, 10.8] }, null];

test.each<[string, unknown[]]>([
  ["d.place.city", ["Oslo", null]],
  ["d.place.at[1]", [10.8, null]],
  ["d.place.nothing", [undefined, null]],
  ["d['place'].city", ["Oslo", null]],
  ["d['pl' + 'ace'].city", ["Oslo", null]],
  ["d[`place`].city", ["Oslo", null]],
  ["d.name.length", [4, null]],
  ["d.tags.length", [2, 0]],
  ["d.json.k", [[7], null]],
  ["Math.PI", [Math.PI, Math.PI]],
  ["Number.MAX_SAFE_INTEGER", [2 ** 53 - 1, 2 ** 53 - 1]],
  ["Number.NEGATIVE_INFINITY", [-Infinity, -Infinity]],
])("%s", (expression, values) => {
  const columns = { place, name: ["Oslo", null], tags: [["a", "b"], []], json: ['{"k":[7]}', null] };
  expect(valuesOf(columns, expression, { types: { json: "json" } })).toEqual(values);
});

test.each([
  ["d.nothing", 'the table has no column "nothing"; it has n'],
  ["d.n.size", "size"],
])("%s is refused", (expression, said) => {
  expect(() => valuesOf({ n: [1] }, expression)).toThrow(said);
});

const NESTED = {
  columns: {
    list: [["12345678901234567.25", "9.50"], ["1.50", "12345678901234567.10"], null],
    row: [{ p: "1.50", q: ["12345678901234567.10"] }, { p: "10.00", q: ["9.00"] }, null],
    map: [{ a: "12345678901234567.10" }, { a: "9.50" }, {}],
    small: [[1.5, 2], [10, 9.5], null],
    hive: [["12345678901234567.25", "1.50"], ["9.50"], null],
    zoned: [["2024-01-31 09:00:00.000 Asia/Tokyo"], ["2024-01-31 09:00:00.000 UTC"], null],
    name: [{ s: "b" }, { s: "a" }, null],
  },
  types: {
    list: "array(decimal(38,2))",
    row: "row(p decimal(38,2), q array(decimal(38,2)))",
    map: "map<string,decimal(38,2)>",
    small: "array(decimal(10,1))",
    hive: "array<decimal(38,2)>",
    zoned: "array(timestamp(3) with time zone)",
    name: "row(s varchar)",
  },
};

test.each<[string, unknown[]]>([
  ["d.list[0] < d.list[1]", [false, true, null]],
  ["d.list[0] === 1.5", [false, true, null]],
  ["d.row.p === 1.5", [true, false, null]],
  ["d.row.p < d.row.q[0]", [true, false, null]],
  ["d.row['p'] > '9'", [false, true, null]],
  ["(d.row.p ?? 0) < d.row.q[0]", [true, false, null]],
  ["d.map.a > d.list[1]", [true, false, null]],
  ["[1.5, 10].includes(d.row.p)", [true, true, null]],
  ["d.row.q.length", [1, 1, null]],
  ["d.hive.includes(1.5)", [true, false, null]],
  ["d.small[0] < d.small[1]", [true, false, null]],
  ["d.small[0] + d.small[1]", [3.5, 19.5, null]],
  ["d.row.p * 2", [3, 20, null]],
  ["d.zoned[0] === '2024-01-31T00:00Z'", [true, false, null]],
  ["d.name.s < 'b'", [false, true, null]],
])("members have the values of their type: %s", (expression, values) => {
  expect(valuesOf(NESTED.columns, expression, { types: NESTED.types })).toEqual(values);
});

test("members that are named first have the values of their type", () => {
  const smaller = "{ const { p, q } = d.row; const [first] = q; return p < first; }";
  expect(valuesOf(NESTED.columns, `d => ${smaller}`, { types: NESTED.types })).toEqual([true, false, null]);
});

test("texts of decimals in rows are not joined by a sum", () => {
  expect(() => valuesOf(NESTED.columns, "d.row.p + d.list[0]", { types: NESTED.types })).toThrow(
    "+ joins the texts of the decimal(38,2) in d.row.p, not their values; write +d.row.p and +d.list[0]",
  );
});
