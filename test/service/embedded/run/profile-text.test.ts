import { expect, test } from "@jest/globals";
import { profileText } from "../../../../src/service/embedded/run/profile-text.ts";

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
