import { describe, expect, test } from "@jest/globals";
import { cpuUsage } from "node:process";
import { compilePattern, scriptPattern } from "../../src/dialect/regex/script-pattern.ts";
import { translateQuery } from "../dialect/translate-query.ts";
import { partOf, someOf } from "../jest/short-form.ts";

// Statements that are long or deep, by people who want the engine's process busy.

const around = (count: number, before: string, inner: string, after: string): string =>
  before.repeat(count) + inner + after.repeat(count);

async function translationMs(sql: string, dialect: "presto" | "hive"): Promise<number> {
  const before = cpuUsage();
  await translateQuery(sql, dialect).catch((error: Error) => expect(error.name).toBe("SqlError"));
  const { user, system } = cpuUsage(before);
  return (user + system) / 1000;
}

/** How many times as long a longer statement takes; a pause of the machine, which does not come twice, counts as none. */
async function growth(
  most: number,
  few: () => Promise<number>,
  many: () => Promise<number>,
): Promise<number> {
  const ratio = async (): Promise<number> => {
    const fewMs = await few();
    return (await many()) / Math.max(fewMs, 20);
  };
  const first = await ratio();
  return first < most ? first : ratio();
}

const list = (count: number, item: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => item(i)).join(", ");
const chain = (count: number): string =>
  `with ${list(count, (i) => `t${i} as (${i === 0 ? "select 1 as x" : `select x from t${i - 1}`})`)} select x from t${count - 1}`;

test.each<[string, "presto" | "hive", (count: number) => string]>([
  ...someOf<[string, "presto" | "hive", (count: number) => string]>(
    [
      ["common tables", "presto", chain],
      ["common tables", "hive", chain],
    ],
    2,
  ),
  ["names of a row's fields", "presto", (n) => `select cast(null as row(${list(n, (i) => `a${i} int`)}))`],
  ["parts of a name", "presto", (n) => `select id${".a".repeat(4 * n)} from t`],
])("eight times as many %s (%s) take less than thirty times as long", async (_what, dialect, statement) => {
  await translationMs(statement(1000), dialect);
  const few = partOf(4000, 4);
  const ms = (count: number) => () => translationMs(statement(count), dialect);
  expect(await growth(30, ms(few), ms(8 * few))).toBeLessThan(30);
});

describe("what a query compares with its keys and columns is looked up", () => {
  const wide = (n: number): string => `(select ${list(n, (i) => `id as c${i}`)} from t)`;
  const keys = (n: number): string => list(n, (i) => `id + ${i}`);
  const zoned = (n: number): string => list(n, (i) => `with_timezone(a, 'Asia/Tokyo') + interval '${i}' day`);
  const NOON = "(select timestamp '2024-01-01 12:00:00' as a)";

  const lookups: [string, "presto" | "hive", (n: number) => string][] = [
    ["columns", "presto", (n) => `select ${list(n, (i) => `c${i}`)} from ${wide(n)}`],
    ["grouping keys", "presto", (n) => `select ${keys(n)}, count(*) from t group by ${keys(n)}`],
    ["grouping keys", "hive", (n) => `select ${keys(n)}, grouping__id from t group by ${keys(n)}`],
    ["keys with zones", "presto", (n) => `select ${zoned(n)} from ${NOON} group by ${list(n, (i) => `${i + 1}`)}`],
    ["grouping sets", "presto", (n) => `select count(*) from ${wide(n)} group by grouping sets (${list(n, (i) => `(c${i})`)})`],
    ["keys in TRY", "presto", (n) => `select ${list(n, (i) => `try(sum(id) / (id + ${i}))`)} from t group by ${keys(n)}`],
    ["windows in windows", "presto", (n) => `select ${list(n, (i) => `sum(rank() over (order by id + ${i})) over ()`)} from t`],
    ["subqueries in ON", "presto", (n) => `select 1 from ${wide(n)} a left join t on ${list(n, (i) => `c${i} in (select id from t)`).replaceAll(", c", " and c")}`],
    ["left joins", "presto", (n) => `select a0.id from t a0 ${list(n, (i) => `left join t a${i + 1} on a${i}.id = a${i + 1}.id`).replaceAll(", left", " left")}`],
    ["windows of two keys", "presto", (n) => `select ${list(n, (i) => `sum(price) over (partition by id + ${i}, name)`)} from t`],
    ["operands that can fail", "presto", (n) => `select id from t where ${list(n, (i) => `id <> ${i} and 10 / (id - ${i}) > 1`).replaceAll(", id", " and id")}`],
    ["keys of ORDER BY", "presto", (n) => `select ${keys(n)} from t order by ${keys(n)}`],
  ]; // prettier-ignore

  test.each(someOf(lookups, 3))("four times as many %s (%s) take less than nine times as long", async (_what, dialect, statement) => {
    await translationMs(statement(200), dialect);
    const ms = (count: number) => () => translationMs(statement(count), dialect);
    expect(await growth(9, ms(400), ms(1600))).toBeLessThan(9);
  }); // prettier-ignore
});

describe("maps inside maps, which the engine takes twice as long for with each", () => {
  const INNER = ["map(bigint, ", "row(a map(bigint, "];

  test.each(INNER)("%s", async (before) => {
    const after = before.replace(/[^(]/g, "").replaceAll("(", ")");
    const type = (count: number): string => `select cast(null as ${around(count, before, "bigint", after)})`;
    await expect(translateQuery(type(12))).resolves.toHaveProperty("names", ["_col0"]);
    await expect(translateQuery(type(13))).rejects.toThrow(
      "a type nests more than 12 maps; keep inner ones as JSON",
    );
  });

  test("arrays of maps take two lambdas each", async () => {
    const type = (count: number): string =>
      `select cast(null as ${around(count, "array(map(bigint, ", "bigint", "))")})`;
    await expect(translateQuery(type(8))).resolves.toHaveProperty("names", ["_col0"]);
    await expect(translateQuery(type(9))).rejects.toThrow("more than 16 lambdas");
  });

  test("made by functions", async () => {
    const maps = around(13, "map(array[1], array[", "1", "])");
    await expect(translateQuery(`select ${maps}`)).rejects.toThrow("a type nests more than 12 maps");
  });
});

test.each([
  [around(110, "slice(", "array[1]", ", 1, 2)"), "an expression nests its calls too deeply"],
  [around(110, "greatest(", "rand()", ", 1)"), "an expression nests its calls too deeply"],
  [
    around(17, "element_at(transform(array[1], x -> ", "x", "), 1)"),
    "more than 16 lambdas or results inside each other",
  ],
  [Array.from({ length: 20_000 }, () => "1").join(" union all select "), "the statement nests too deeply"],
])("what is too deep for the engine is refused before it runs: %#", async (sql, message) => {
  await expect(translateQuery(`select ${sql}`)).rejects.toThrow(message);
});

test.each([
  ["nullif(", "price", ", 1e0)"],
  ["if(", "price", " > 1e0, 1e0, 2e0)"],
  ["if(", "price", " <> price, 1e0, 2e0)"],
  ["greatest(", "price", ", 1e0)"],
  ["least(", "id", ", 1)"],
  ["json_array(", "id", ")"],
  ["json_object('a': ", "id", " absent on null)"],
  ["json_value(", "name", ", 'lax $.a')"],
  ["json_query(", "name", ", 'strict $.a')"],
  ["cast(json_exists(", "name", ", 'lax $.a') as varchar)"],
  ["json_query(name, 'lax $x' passing ", "name", ' format json as "x")'],
])("sixteen %s…%s…%s print little more than twice what eight do", async (before, inner, after) => {
  const printed = async (count: number): Promise<number> =>
    (await translateQuery(`select ${around(count, before, inner, after)} from t`)).sql.length;
  expect(await printed(16)).toBeLessThan(2.5 * (await printed(8)));
});

test("grouping sets that each column of CUBE doubles are refused by their number", async () => {
  const cube = (n: number): string => `select count(*) from t group by cube(${list(n, (i) => `id + ${i}`)})`;
  await expect(translateQuery(cube(8), "hive")).resolves.toHaveProperty("names", ["_c0"]);
  await expect(translateQuery(cube(24), "hive")).rejects.toThrow("more than 4096 grouping sets");
});

describe("patterns that V8 would compile for seconds, or end the process over", () => {
  test.each([
    ["(?=", ")"],
    ["(?:", "){1,2}"],
    ["(?:a|", ")"],
    ["(", ")*"],
  ])("groups nested as %s%s", (before, after) => {
    const pattern = (count: number): RegExp =>
      compilePattern(scriptPattern(around(count, before, "a", after), false));
    expect(pattern(250).test("a")).toBe(true);
    expect(() => pattern(251)).toThrow("it nests deeper than 250 groups");
  });

  test("long ones, by the name of the limit and without the pattern", async () => {
    const pattern = `(?=a)${"[a-z]{1,50}".repeat(5000)}`;
    await expect(translateQuery(`select regexp_like(name, '${pattern}') from t`)).rejects.toThrow(
      "more than 10000 characters",
    );
  });

  test("escaped parentheses are not groups", () => {
    expect(compilePattern(scriptPattern(`(?=\\()${"\\(".repeat(300)}`, false)).test("(".repeat(300))).toBe(
      true,
    );
  });
});
