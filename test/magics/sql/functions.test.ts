import { expect, test } from "@jest/globals";
import { functionsOf } from "../../../src/magics/sql/functions.ts";

test.each(["presto", "hive"] as const)(
  "every function of %s has a name, a signature and a word on it",
  (dialect) => {
    const functions = [...functionsOf(dialect).values()];
    expect(functions.length).toBeGreaterThan(150);
    for (const { name, signature, help } of functions) {
      expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
      expect(signature).toMatch(/ → \S/);
      expect(help).not.toBe("");
    }
  },
);

test("those of the hosted service are among them", () => {
  expect(functionsOf("presto").get("td_time_range")?.signature).toBe(
    "td_time_range(time, start, end[, zone]) → boolean",
  );
  expect(functionsOf("hive").get("td_time_format")?.signature).toBe(
    "td_time_format(time, format[, zone]) → string",
  );
});
