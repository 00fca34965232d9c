import { expect, test } from "@jest/globals";
import { RecentPlans } from "../../../src/engine/compile/recent-plans.ts";

const plan = (sql: string) => ({ kind: "query" as const, sql: { sql, marks: [] }, columns: [] });

test("a plan is kept by all that it was compiled from", () => {
  const plans = new RecentPlans();
  const one = plan("SELECT 1");
  plans.set("select 1 of ann", one);
  expect(plans.get("select 1 of ann")).toBe(one);
  expect(plans.get("select 1 of bob")).toBeUndefined();
});

test("where there are too many, those that were not used for longest are dropped", () => {
  const plans = new RecentPlans();
  const mebi = plan("x".repeat(2 ** 20 - 1000));
  plans.set("a", mebi);
  plans.set("b", mebi);
  plans.get("a");
  plans.set("c", mebi);
  expect(["a", "b", "c"].map((source) => plans.get(source) !== undefined)).toEqual([true, false, true]);
  plans.set("too long", plan("x".repeat(2 ** 22)));
  expect(["a", "c", "too long"].map((source) => plans.get(source))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("a plan that replaces one does not count twice", () => {
  const plans = new RecentPlans();
  for (let i = 0; i < 10; i++) plans.set("a", plan("x".repeat(2 ** 20 - 1000)));
  plans.set("b", plan("x".repeat(2 ** 20 - 1000)));
  expect([plans.get("a"), plans.get("b")]).not.toContain(undefined);
});
