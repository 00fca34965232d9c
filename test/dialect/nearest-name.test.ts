import { expect, test } from "@jest/globals";
import { nearestName } from "../../src/dialect/nearest-name.ts";

test.each([
  ["svc_tabels", "svc_tables"],
  ["SVC_JOBS", "svc_jobs"],
  ["svc_jbo", "svc_job"],
  ["quiet", null],
  ["x", null],
])("%s", (name, nearest) => {
  expect(nearestName(name, ["svc_tables", "svc_jobs", "svc_job"])).toBe(nearest);
});

test.each([
  ["tf", null],
  ["fi", "if"],
  ["mx", "max"],
  ["mae", null],
  ["nme", "name"],
  ["coutn", "count"],
  ["concst", "concat"],
])("%s among functions", (name, nearest) => {
  expect(nearestName(name, ["if", "max", "map", "name", "count", "concat"])).toBe(nearest);
});

test("a name that is longer than any has none", () => {
  expect(nearestName("i".repeat(255), ["i".repeat(256)])).toBe("i".repeat(256));
  expect(nearestName("i".repeat(10_000), ["i".repeat(10_001)])).toBeNull();
});
