import { expect, test } from "@jest/globals";
import { WrittenNames } from "../../../src/engine/run/written-names.ts";
import { planText, profileText } from "../../../src/engine/run/profile-text.ts";
import type { Dialect } from "../../../src/dialect/dialect.ts";
import { openRunner, type TestRunner } from "../open-runner.ts";

const names = new WrittenNames(
  "select name, city, max(age) from users where a > 5 and b <> 3 and x + x > 1 order by x",
  "presto",
  {
    sql: "",
    marks: [],
  },
);

const operator = (
  operator_name: string,
  rows: number,
  seconds: number,
  extra_info: object,
  children: object[],
) => ({
  operator_name,
  operator_cardinality: rows,
  operator_timing: seconds,
  extra_info,
  children,
});

test("a profile is a tree with the rows and the time of each operator", () => {
  const scans = [
    operator("SEQ_SCAN", 75_903, 0.0392, { Table: "web.access", Filters: ["a>5", "b!=3"] }, []),
    operator(
      "SEQ_SCAN",
      10,
      0.0001,
      { Table: "web.users", Filters: "x + ".repeat(30), "Estimated Cardinality": "9" },
      [],
    ),
  ];
  const join = operator("HASH_JOIN", 42_852, 0.0123, { "Join Type": "INNER", Conditions: "a = b" }, scans);
  const outer = operator("EXPLAIN_ANALYZE", 0, 0, {}, [operator("TOP_N", 3, 0, { Top: "3" }, [join])]);
  expect(profileText(JSON.stringify({ latency: 0.057, children: [outer] }), names)).toBe(
    [
      "Total time: 57.0 ms",
      "         rows         time",
      "            3       0.0 ms  TOP_N  Top: 3",
      "       42,852      12.3 ms  └─ HASH_JOIN  Conditions: a = b; Join Type: INNER",
      "       75,903      39.2 ms     ├─ SEQ_SCAN  Table: web.access; Filters: a>5, b!=3",
      "           10       0.1 ms     └─ SEQ_SCAN  Table: web.users; Filters: " + "x + ".repeat(23) + "x…",
    ].join("\n"),
  );
});

test("a plan is a tree with the rows that the engine expects, without what it packs columns into", () => {
  const scan = {
    name: "SEQ_SCAN",
    children: [],
    extra_info: { Table: '"svc-data".web.users', "Estimated Cardinality": "1200" },
  };
  const packed = [
    "#0",
    "__internal_compress_string_uinteger(#1)",
    "__internal_compress_integral_utinyint(#2, 1)",
  ];
  const steps = [
    { name: "PROJECTION", extra_info: { Projections: ["name", "city", "age"] } },
    { name: "PROJECTION", extra_info: { Projections: packed } },
    {
      name: "HASH_GROUP_BY",
      extra_info: { Groups: ["#0", "#1"], Aggregates: "max(#2)", "Estimated Cardinality": "7" },
    },
  ];
  const plan = steps.reduce<object>((child, step) => ({ ...step, children: [child] }), scan);
  expect(planText(JSON.stringify([plan]), names)).toBe(
    [
      "         rows",
      "           ~7  HASH_GROUP_BY  Groups: name, city; Aggregates: max(age)",
      "               └─ PROJECTION  Projections: name, city, age",
      "       ~1,200     └─ SEQ_SCAN  Table: web.users",
    ].join("\n"),
  );
});

/** The operators of a plan with what they do, without rows and times. */
async function explained(
  service: TestRunner,
  sql: string,
  dialect: Dialect = "presto",
  how = "explain",
): Promise<string[]> {
  const { rows } = await service.query(`${how} ${sql}`, dialect);
  const lines = rows.flatMap(([text]) => String(text).split("\n")).slice(1);
  return lines.map((line) => line.replace(/^[ ~\d,└├│─]*/, ""));
}

test("EXPLAIN speaks of the statement's columns and functions, not of the engine's", async () => {
  const service = await openRunner();
  try {
    await service.query(
      "create table sales as select 'a' as name, 1.5e0 as price, decimal '2.50' as cost, timestamp '2024-01-01 00:00:00' as at",
    );
    // The largest number is the smallest of the negated ones for the engine, and a mean of decimals a sum and a count.
    const grouped = "select name, max(price), avg(cost) from sales group by name having max(price) > 3";
    expect(await explained(service, grouped)).toEqual([
      "PROJECTION  Projections: name, max(price), avg(cost)",
      "FILTER  Expression: max(price) > 3",
      "PERFECT_HASH_GROUP_BY  Groups: name; Aggregates: max(price), avg(cost)",
      "PROJECTION  Projections: name, …(price), cost",
      "SEQ_SCAN  Table: shop.sales; Projections: name, price, cost",
    ]);
    const joined =
      "with a as (select name n, sum(price) s from sales group by 1) select a.n, b.s from a join a b on a.n = b.n where a.s > 2";
    expect((await explained(service, joined)).filter((line) => /JOIN|FILTER/.test(line))).toEqual([
      "HASH_JOIN  Conditions: n = n; Join Type: INNER",
      "FILTER  Expression: s > 2",
    ]);
    // What is selected has its text in the statement; what the engine computes besides is told by what it is made of.
    expect(await explained(service, "select substr(name, 2), date_format(at,  '%Y') y from sales")).toEqual([
      "PROJECTION  Projections: substr(name, 2), date_format(at, '%Y')",
      "PROJECTION  Projections: …(name), name, at",
      "SEQ_SCAN  Table: shop.sales; Projections: name, at",
    ]);
    expect(await explained(service, "select collect_set(name) from sales where price > 1", "hive")).toEqual([
      "PROJECTION  Projections: collect_set(name)",
      "HASH_GROUP_BY  Aggregates: collect_set(name)",
      "PROJECTION  Projections: name",
      "SEQ_SCAN  Table: shop.sales; Projections: name",
    ]);
    expect(await explained(service, "select x + 1 from (values 1, 2) t(x) where x > 1")).toEqual([
      "PROJECTION  Projections: x + 1",
      "FILTER  Expression: x > 1",
      "COLUMN_DATA_SCAN",
    ]);
    // The engine has no profile of it.
    expect(await explained(service, "values 1, 2", "presto", "explain analyze")).toEqual([
      "COLUMN_DATA_SCAN",
    ]);
    expect(await explained(service, "insert into sales select * from sales where price > 1")).toEqual([
      "BATCH_INSERT",
      "PROJECTION  Projections: name, price, cost, at",
      "SEQ_SCAN  Table: shop.sales; Filters: price>1; Projections: price, name, cost, at",
    ]);
  } finally {
    await service.close();
  }
});

test("EXPLAIN shows an operator, a call or a cast only where the statement has it", async () => {
  const service = await openRunner();
  try {
    await service.query(
      "create table numbers as select * from (values (1, 'a', 1.5e0, decimal '1.5'), (2, 'b', 2.5e0, decimal '9.5')) t(a, b, x, p)",
    );
    // The engine adds casts of decimals, and asks by a subtraction whether a number is finite.
    expect(await explained(service, "select a + 1, -a, p * 2, cast(a as double), round(p), a / 2, stddev(x) from numbers group by 1, 2, 3, 4, 5, 6")).toEqual([
      "HASH_GROUP_BY  Groups: a + 1, -(a), p * 2, cast(a as double), round(p), a / 2; Aggregates: stddev(x)",
      "PROJECTION  Projections: a + 1, -(a), p * 2, cast(a as double), round(p), a / 2, …(x)",
      "SEQ_SCAN  Table: shop.numbers; Projections: a, p, x",
    ]); // prettier-ignore
    expect(await explained(service, "select a div 2, a / 2 from numbers", "hive")).toEqual([
      "PROJECTION  Projections: a div 2, a / 2",
      "SEQ_SCAN  Table: shop.numbers; Projections: a",
    ]);
    // Also what the engine computes by the same function of its own.
    expect(await explained(service, "select transform(q, y -> y + 1), reduce(q, 0, (s, y) -> s + y, s -> s) from (select array[a] q from numbers)")).toEqual([
      "PROJECTION  Projections: transform(q, y -> y + 1), reduce(q, 0, (s, y) -> s + y, s -> s)",
      "PROJECTION  Projections: array[a]",
      "SEQ_SCAN  Table: shop.numbers; Projections: a",
    ]); // prettier-ignore
    // The engine numbers what it filters by anew.
    expect(await explained(service, "select sum(a) filter (where a > 1), max(x) filter (where p > 1.5) from numbers group by b")).toEqual([
      "PROJECTION  Projections: sum(a) filter (where a > 1), max(x) filter (where p > 1.5)",
      "PERFECT_HASH_GROUP_BY  Groups: b; Aggregates: sum(a) FILTER (WHERE …), max(x) FILTER (WHERE …)",
      "PROJECTION  Projections: b, a, a > 1, …(x), p > 1.5",
      "SEQ_SCAN  Table: shop.numbers; Projections: b, a, p, x",
    ]); // prettier-ignore
    // The engine's brackets around a negated value go with it, and its words for patterns.
    expect(await explained(service, "select max(x) over (order by a) from numbers where b like '%a_' and p > 1.6")).toEqual([
      "PROJECTION  Projections: max(x) over (order by a)",
      "WINDOW  Projections: max(x) OVER (ORDER BY a ASC NULLS LAST)",
      "SEQ_SCAN  Table: shop.numbers; Filters: b LIKE '%a_', p>1.6; Projections: x, a",
    ]); // prettier-ignore
  } finally {
    await service.close();
  }
});

test("EXPLAIN has the rows that the engine expects", async () => {
  const service = await openRunner();
  try {
    await service.query("create table prices as select 'a' as name, 1 as price");
    const { rows } = await service.query(
      "explain select name, max(price) from prices group by name order by name",
    );
    expect(rows).toEqual([
      [
        [
          "         rows",
          "               ORDER_BY  Order By: name ASC",
          "               └─ PERFECT_HASH_GROUP_BY  Groups: name; Aggregates: max(price)",
          "           ~1     └─ SEQ_SCAN  Table: shop.prices; Projections: name, price",
        ].join("\n"),
      ],
    ]);
  } finally {
    await service.close();
  }
});
