import { describe, expect, test } from "@jest/globals";
import {
  fillQuery,
  placeholderNames,
  queryCode,
  queryTables,
} from "../../../src/magics/cell/query-template.ts";

/** Evaluates the expression with a tag that marks inserted values. */
function evaluate(code: string, values: Record<string, unknown> = {}): string {
  const tag = Object.assign(
    (strings: TemplateStringsArray, ...inner: unknown[]) =>
      strings.map((piece, at) => piece + (at < inner.length ? `<${String(inner[at])}>` : "")).join(""),
    { raw: (value: unknown) => `raw ${String(value)}` },
  );
  const names = Object.keys(values);
  // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- the code under test
  return new Function("sql", ...names, `return ${code}`)(tag, ...names.map((name) => values[name])) as string;
}

describe("text is passed unchanged", () => {
  test.each([
    ["backticks", "select `a` from `b`"],
    ["dollars and braces", "select '${x}', '$${', '$', '{', \"}\" -- ${"],
    ["backslashes", "select '\\', '\\n', '\\\\', '\\u0041', '\\`'"],
    ["carriage returns", "select 1\r\nfrom t\rwhere\n"],
    ["separators and controls", "select '\u2028\u2029\0\x07\x1b\t\u00a0\ufeff'"],
    ["lone surrogates and emoji", "select '\ud800 \udc00 😀 日本'"],
    [
      "JSON, regular expressions, lambdas",
      "select '{\"a\": {\"b\": 1}}', regexp_like(x, '^\\d{2,3}$'), transform(a, x -> {x})",
    ],
    ["comment ends", "select 1 /* `${1}` */ -- \\"],
  ])("%s", (_, query) => {
    const { code, tagged } = queryCode(query, "presto", new Set());
    expect(tagged).toBe(false);
    expect(evaluate(code)).toBe(query);
  });

  test("for random text", () => {
    const pieces = [
      "`",
      "$",
      "{",
      "}",
      "\\",
      "'",
      '"',
      "\r",
      "\n",
      "a",
      "{a}",
      "--",
      "/*",
      "*/",
      "\ud800",
      "\0",
      "${",
    ];
    let seed = 3;
    for (let run = 0; run < 2000; run += 1) {
      let query = "";
      for (let length = run % 12; length >= 0; length -= 1) {
        seed = (seed * 1103515245 + 12345) % 2147483648;
        query += pieces[Math.floor((seed / 2147483648) * pieces.length)] ?? "";
      }
      expect(evaluate(queryCode(query, "presto", new Set()).code)).toBe(query);
    }
  });
});

describe("placeholders", () => {
  const bound = new Set(["a", "b"]);

  test.each([
    ["select {a}, {b:raw}, {c}", "select <1>, <raw x>, {c}"],
    [
      "select { a }, {a }, {a-b}, {a!r}, {a[0]}, {a:>3}, {}",
      "select { a }, {a }, {a-b}, {a!r}, {a[0]}, {a:>3}, {}",
    ],
    ["select {{a}}", "select {{a}}"],
    ["select 1 -- {a}\n, {a} /* {b} */", "select 1 -- {a}\n, <1> /* {b} */"],
    ["select '{c}' || {a}", "select '{c}' || <1>"],
    ["select '{b:raw}'", "select '<raw x>'"],
    ["{a}{a}", "<1><1>"],
  ])("%s", (query, expected) => {
    expect(evaluate(queryCode(query, "presto", bound).code, { a: 1, b: "x" })).toBe(expected);
  });

  test("quotes follow the dialect's rules", () => {
    const inside = "{a} is inside quotes (line 1 of the query)";
    expect(() => queryCode("select '\\'{a}'", "hive", bound)).toThrow(inside);
    expect(queryCode("select '\\', {a}", "presto", bound).code).toBe("sql`select '\\\\', ${a}`");
    expect(() => queryCode('select "{a}"', "presto", bound)).toThrow(inside);
    expect(() => queryCode('select "it\'s {a}"', "hive", bound)).toThrow(inside);
  });

  test("names", () => {
    expect(placeholderNames("select {a}, '{b}', {a}, {c:raw}, {1}, {class}, {d.e} -- {f}", "presto")).toEqual(
      ["a", "b", "c", "d"],
    );
  });
});

describe("fillQuery", () => {
  const values = new Map<string, unknown>([
    ["day", "it's"],
    ["codes", [200, 404]],
    ["range", { from: 1, to: null }],
    ["column", "my col"],
    ["part", "a > 1"],
    ["nested", { a: {} }],
  ]);

  test.each([
    ["select {day}, {codes}", "select 'it''s', (200, 404)"],
    ["select {range.from} + {range.to}", "select 1 + NULL"],
    ["select {column:id} where {part:raw}", 'select "my col" where a > 1'],
    ["select '{part:raw}'", "select 'a > 1'"],
    ["select {other}, '{\"day\": 1}', {{day}} -- {day}", "select {other}, '{\"day\": 1}', {{day}} -- {day}"],
  ])("%s", (query, filled) => {
    expect(fillQuery(query, "presto", values)).toBe(filled);
  });

  test("Hive's literals", () => {
    expect(fillQuery("select {day}, {column:id}", "hive", values)).toBe("select 'it\\'s', `my col`");
  });

  test.each([
    ["select '{day}'", "{day} is inside quotes"],
    ["select {nested}", "{nested}: a value of type object can't be an SQL value"],
    ["select {range.none}", "{range.none}: a value of type undefined can't be an SQL value"],
  ])("refuses %s", (query, message) => {
    expect(() => fillQuery(query, "presto", values)).toThrow(message);
  });
});

test.each<[string, string[], string[]]>([
  ['select * from a join db.b on a.x = b.x, "C d" where x in (select y from e)', ["a", "C d", "e"], []],
  ["with a as (select * from a), b as (select * from a) select * from b, c", ["a", "c"], []],
  ["with recursive a(n) as (select 1 union all select n + 1 from a where n < 3) select * from a", [], []],
  ["select 'from x' as y from 'my file.csv' f, job(42) -- from z", ["'my file.csv'", "job(42)"], []],
  ["select {a} from {b} join {c.d} t on t.x = {e} where x in {list} limit {n}", [], ["b", "c.d"]],
  ["select * from {a:id} join {b} on {c:raw}", [], ["b"]],
  ["select * from {b", [], []],
  ["selec * from a", [], []],
  ["select {col:id} from a where {cond:raw}", ["a"], []],
  ["select '{a}' from b -- {c}", ["b"], []],
  ["select * from unnest(array[1]) t(x), lateral (select * from u)", ["u"], []],
])("%s", (query, named, placeholders) => {
  const tables = queryTables(query, "presto");
  expect([tables.named.map(({ name }) => name), tables.placeholders.map(({ path }) => path)]).toEqual([
    named,
    placeholders,
  ]);
});

test("Hive's", () => {
  const { named } = queryTables(
    'select * from `my t` lateral view explode(xs) e as x join "f.csv" f on true',
    "hive",
  );
  expect(named.map(({ name }) => name)).toEqual(["my t", "'f.csv'"]);
});

test.each([
  [
    "select * from {a}, {b} x, {c} as y(p, q) join {d} tablesample bernoulli (10) on true",
    "presto",
    [false, true, true, false],
  ],
  ["select * from {a} tablesample (10 percent) x, {b}", "hive", [true, false]],
] as const)("which tables in braces have another name: %s", (query, dialect, aliased) => {
  expect(queryTables(query, dialect).placeholders.map((placeholder) => placeholder.aliased)).toEqual(aliased);
});
