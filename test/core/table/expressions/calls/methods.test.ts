import { describe, expect, test } from "@jest/globals";
import { op } from "arquero";
import type { Table } from "../../../../../src/core/table/table.ts";
import { tableOf } from "../../table-of.ts";

/** Values of each kind, null among them, and the arguments that each method is called with; a method that is not here is refused. */
interface Case {
  readonly prototype: object;
  readonly values: readonly unknown[];
  readonly calls: Readonly<Record<string, readonly string[]>>;
}

const words = ["", "a", "Abc", " x y ", "aXbXc", "ÅÉ", "日本語", "12.5", null, "a\n"];

const CASES: Readonly<Record<string, Case>> = {
  String: {
    prototype: String.prototype,
    values: words,
    calls: {
      at: ["0", "-1", "9"],
      charAt: ["1", ""],
      charCodeAt: ["0"],
      codePointAt: ["0", "1"],
      concat: ['"!"', "1, 2", ""],
      endsWith: ['"c"', '"X", 2'],
      includes: ['"b"', '""', '"X", 3'],
      indexOf: ['"X"', '"X", 2'],
      isWellFormed: [""],
      lastIndexOf: ['"X"', '"X", 2'],
      localeCompare: ['"b"'],
      match: ["/[a-c]/", "/X/g", '"b"', "/(?<one>b)/"],
      normalize: ["", '"NFD"'],
      padEnd: ["5", '6, "-"'],
      padStart: ["5", '6, "ab"'],
      repeat: ["0", "2"],
      replace: ['"X", "*"', "/X/g, '[$&]'", '"a", "$$"'],
      replaceAll: ['"X", "*"', "/x/gi, ''"],
      search: ["/X/", '"b"'],
      slice: ["1", "-2", "0, 2", ""],
      split: ['"X"', '""', '"X", 2', "/X/", ""],
      startsWith: ['"a"', '"X", 1'],
      substr: ["1", "-2", "1, 2"],
      substring: ["1", "3, 1", "-1, 2"],
      toLocaleLowerCase: ["", '"tr"'],
      toLocaleUpperCase: ["", '"tr"'],
      toLowerCase: [""],
      toString: [""],
      toUpperCase: [""],
      toWellFormed: [""],
      trim: [""],
      trimEnd: [""],
      trimLeft: [""],
      trimRight: [""],
      trimStart: [""],
      valueOf: [""],
    },
  },
  Number: {
    prototype: Number.prototype,
    values: [0, 1, -1.5, 1234567.891, NaN, Infinity, 1e21, null],
    calls: {
      toExponential: ["", "2"],
      toFixed: ["", "2"],
      toLocaleString: ['"en-US"'],
      toPrecision: ["", "3"],
      toString: ["", "2", "36"],
      valueOf: [""],
    },
  },
  BigInt: {
    prototype: BigInt.prototype,
    values: [0n, 2n ** 60n, -5n, null],
    calls: { toLocaleString: ['"en-US"'], toString: ["", "16"], valueOf: [""] },
  },
  Boolean: {
    prototype: Boolean.prototype,
    values: [true, false, null],
    calls: { toString: [""], valueOf: [""] },
  },
  Array: {
    prototype: Array.prototype,
    values: [[], [1, 2, 3, 2], ["b", "a"], [[1], [2, [3]]], null],
    calls: {
      at: ["0", "-1"],
      concat: ["[9]", "9, [8]"],
      flat: ["", "2"],
      includes: ["2", '"a"', "2, 2"],
      indexOf: ["2", "2, 2", "2, -1"],
      join: ["", '"-"'],
      lastIndexOf: ["2", '"a"'],
      slice: ["1", "-1", "0, 1"],
      toReversed: [""],
      toSorted: [""],
      toSpliced: ["0, 1", '1, 0, "x"'],
      toString: [""],
      valueOf: [""],
    },
  },
  Date: {
    prototype: Date.prototype,
    values: [new Date(0), new Date("2024-02-29T23:59:58.123Z"), null],
    calls: {
      getTime: [""],
      getUTCDate: [""],
      getUTCDay: [""],
      getUTCFullYear: [""],
      getUTCHours: [""],
      getUTCMilliseconds: [""],
      getUTCMinutes: [""],
      getUTCMonth: [""],
      getUTCSeconds: [""],
      toISOString: [""],
      toJSON: [""],
    },
  },
};

/** Those that Arquero's own functions or zones make something else of; they have their own tests. */
const ELSEWHERE = /^(?:get(?:Date|Day|FullYear|Hours|Milliseconds|Minutes|Month|Seconds)|valueOf|with)$/;

const derived = (table: Table, expression: string): unknown[] =>
  table.derive({ x: expression }).array("x") as unknown[];

/** What JavaScript makes of it; null for null. */
const expected = (values: readonly unknown[], name: string, args: string): unknown[] => {
  // eslint-disable-next-line @typescript-eslint/no-implied-eval
  const call = new Function("v", `return v.${name}(${args})`) as (value: unknown) => unknown;
  return values.map((value) => (value === null ? null : call(value)));
};

describe.each(Object.entries(CASES))("a method of %s", (_, { prototype, values, calls }) => {
  const known = tableOf({ v: [...values] });
  // Of several kinds, so that only the value itself says what it is.
  const mixed = tableOf({ v: [...values, new Map()] })
    .slice(0, values.length)
    .reify();
  const names = Object.getOwnPropertyNames(prototype).filter(
    (name) => typeof Reflect.get(prototype, name) === "function" && name !== "constructor",
  );

  test("is what JavaScript makes of it, or refused by name with what to write", () => {
    for (const name of names.filter((one) => !ELSEWHERE.test(one)))
      if (Object.hasOwn(calls, name))
        for (const args of calls[name] ?? []) {
          const call = `d.v.${name}(${args})`;
          const wanted = [call, expected(values, name, args)];
          expect([call, derived(known, `d => ${call}`)]).toEqual(wanted);
          expect([call, derived(known, call.replaceAll("d.v", "d.v?"))]).toEqual(wanted);
          expect([call, derived(mixed, `({ v }) => v.${name}(${args})`)]).toEqual(wanted);
        }
      else
        expect(() => derived(known, `d => d.v.${name}()`)).toThrow(
          new RegExp(`^derive: .*\\b${name}\\(\\).*; (?:write|any code goes)`),
        );
  });
});

test("arguments of single rows are null's too", () => {
  const table = tableOf({ v: ["abc", "abc", null], w: ["b", null, "b"], n: [1, null, 2] });
  expect(derived(table, "d => d.v.includes(d.w)")).toEqual([true, null, null]);
  expect(derived(table, "d => d.v.slice(d.n)")).toEqual(["bc", null, null]);
  expect(derived(table, "d => d.v.split(d.w).length")).toEqual([2, null, null]);
});

test.each(["abs", "ceil", "floor", "round", "sign", "sqrt", "trunc", "cbrt", "log", "exp", "sin", "hypot", "fround", "clz32"])(
  "Math.%s", (name) => {
    const values = [0, 1.5, -2.5, null, 1e9];
    const own = Reflect.get(Math, name) as (value: number) => number;
    const wanted = values.map((value) => (value === null ? null : own(value)));
    expect(derived(tableOf({ v: values }), `d => Math.${name}(d.v)`)).toEqual(wanted);
  },
); // prettier-ignore

test.each<[string, unknown[]]>([
  ["Math.max(d.a, d.b)", [2, null]],
  ["Math.min(...d.list)", [1, null]],
  ["Math.PI > 3", [true, true]],
  ["Number.isInteger(d.a)", [true, true]],
  ["Number.MAX_SAFE_INTEGER > d.b", [true, null]],
  ["Number(d.t)", [5, 7]],
  ["parseInt(d.t)", [5, 7]],
  ["String(d.a)", ["1", "3"]],
  ["Boolean(d.b)", [true, false]],
  ["BigInt(d.a)", [1n, 3n]],
  ["Object.keys(d.row)", [["k"], null]],
  ["Object.entries(d.row)", [[["k", 1]], null]],
  ["JSON.stringify({ a: d.a })", ['{"a":1}', '{"a":3}']],
  ["JSON.parse(d.t) + 1", [6, 8]],
  ["Array.isArray(d.list)", [true, false]],
  ["Date.UTC(2024, d.a)", [Date.UTC(2024, 1), Date.UTC(2024, 3)]],
  ["/5/.test(d.t)", [true, false]],
  ["encodeURIComponent(d.t)", ["5", "7"]],
  ['"k" in d.row', [true, null]],
  ["typeof d.a", ["number", "number"]],
  ["d.row?.k", [1, null]],
  ["op.greatest(d.t, '6')", ["6", "7"]],
  ["op.least('d', d.t, 'c')", ["5", "7"]],
  ["op.greatest(d.a, d.b)", [2, null]],
  ["op.greatest(op.parse_date(d.t), op.datetime(2024)).getTime()", [Date.UTC(2024), Date.UTC(2024)]],
  ["new Date(d.a).getTime()", [1, 3]],
  ["new Date('2024-05-06').toISOString()", ["2024-05-06T00:00:00.000Z", "2024-05-06T00:00:00.000Z"]],
  ["d.row?.['k'].toFixed(1)", ["1.0", null]],
  ["d.list?.[1]", [2, null]],
  ["d.list.length", [2, null]],
  ["d.doc.user.name", ["x", null]],
  ["d.doc.tags[1].toUpperCase()", ["Q", null]],
])("%s", (code, wanted) => {
  const columns = {
    a: [1, 3], b: [2, null], t: ["5", "7"], row: [{ k: 1 }, null], list: [[1, 2], null],
    doc: ['{"user":{"name":"x"},"tags":["p","q"]}', '{"user":null}'],
  }; // prettier-ignore
  expect(derived(tableOf(columns, { types: { doc: "json" } }), `d => ${code}`)).toEqual(wanted);
});

test("methods of a column as in pandas are the functions of op with their meaning", () => {
  const table = tableOf({ price: [1.4, null, 3.6], name: ["a", "b", "a"] });
  type Row = { price: { mean(): number; round(): number; max(): number; std(): number; nunique(): number } };
  expect(table.derive({ x: (d: Row) => d.price.mean() }).array("x")).toEqual([2.5, 2.5, 2.5]);
  expect(table.derive({ x: (d: Row) => d.price.round() }).array("x")).toEqual([1, null, 4]);
  expect(
    table
      .groupby("name")
      .rollup({ x: (d: Row) => d.price.max() })
      .objects(),
  ).toEqual([
    { name: "a", x: 3.6 },
    { name: "b", x: undefined },
  ]);
  expect(table.rollup({ m: "mean(price)", n: "d.price.nunique()", s: op.stdev("price") }).object()).toEqual({
    m: 2.5, n: 2, s: expect.closeTo(1.5556, 4),
  }); // prettier-ignore
});

test.each<[string, string]>([
  ["d.name.isin(['a'])", "op.includes(['a'], d.name)"],
  ["d.name.str.upper()", "d.name.toUpperCase()"],
  ["d.price.fillna(0)", "d.price ?? 0"],
  ["d.price.isnull()", "d.price === null"],
  ["d.price.round(2)", "op.round(d.price * 100) / 100"],
  ["d.day.dt.year", "op.year(d.day)"],
  ["d.day.toString()", "op.format_date(d.day)"],
  ["d.day + 1", "op.timestamp(d.day)"],
  ["`${d.day}`", "op.format_date(d.day)"],
  ["d.name.user", "op.parse_json(d.name).user"],
  ["d.name === 5", "+d.name"],
  ["d.price === '5'", "5"],
  ["names.includes(d.name)", "params({ names })"],
  ["$.names.includes(d.name)", "(d, $) =>"],
  ["d.list.map((x) => x)", "escape(d => ...)"],
  ["op.datetime(op.timestamp(d.day) + 1.7e12)", "write op.parse_date(x) for unix ms"],
])("%s is refused, with the line to write", (code, line) => {
  const table = tableOf({ name: ["a"], price: [1], day: [new Date(0)], list: [[1]] });
  expect(() => derived(table, `(d) => ${code}`)).toThrow(line);
});

test("lists and sets of parameters have values by what they are", () => {
  const table = tableOf({ id: [1n, 2n ** 60n, null], day: [new Date(0), new Date(1), null] }).params({
    list: [1, 7],
    set: new Set([1, 2n ** 60n]),
    days: [new Date(1)],
  }) as Table;
  expect(derived(table, "(d, $) => $.list.includes(d.id)")).toEqual([true, false, null]);
  expect(derived(table, "(d, $) => op.includes($.list, d.id)")).toEqual([true, false, null]);
  expect(derived(table, "(d, $) => op.has($.set, d.id)")).toEqual([true, true, null]);
  expect(derived(table, "(d, $) => op.indexof($.days, d.day)")).toEqual([-1, 0, null]);
});
