import { expect, test } from "@jest/globals";
import { planText, profileText } from "../../../src/engine/run/profile-text.ts";
import { openRunner } from "../open-runner.ts";

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
      { Table: "web.users", Filters: "x".repeat(120), "Estimated Cardinality": "9" },
      [],
    ),
  ];
  const join = operator("HASH_JOIN", 42_852, 0.0123, { "Join Type": "INNER", Conditions: "a = b" }, scans);
  const outer = operator("EXPLAIN_ANALYZE", 0, 0, {}, [operator("TOP_N", 3, 0, { Top: "3" }, [join])]);
  expect(profileText(JSON.stringify({ latency: 0.057, children: [outer] }))).toBe(
    [
      "Total time: 57.0 ms",
      "         rows         time",
      "            3       0.0 ms  TOP_N  Top: 3",
      "       42,852      12.3 ms  └─ HASH_JOIN  Conditions: a = b; Join Type: INNER",
      "       75,903      39.2 ms     ├─ SEQ_SCAN  Table: web.access; Filters: a>5, b!=3",
      "           10       0.1 ms     └─ SEQ_SCAN  Table: web.users; Filters: " + "x".repeat(93) + "…",
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
  expect(planText(JSON.stringify([plan]))).toBe(
    [
      "         rows",
      "           ~7  HASH_GROUP_BY  Groups: name, city; Aggregates: max(age)",
      "               └─ PROJECTION  Projections: name, city, age",
      "       ~1,200     └─ SEQ_SCAN  Table: web.users",
    ].join("\n"),
  );
});

test("EXPLAIN speaks of the statement's columns and tables, not of the engine's", async () => {
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
          "           ~1     └─ PROJECTION  Projections: name, price",
          "           ~1        └─ SEQ_SCAN  Table: shop.prices; Projections: name, price",
        ].join("\n"),
      ],
    ]);
  } finally {
    await service.close();
  }
});
