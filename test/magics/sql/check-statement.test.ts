import { describe, expect, test } from "@jest/globals";
import { checkStatement } from "../../../src/magics/sql/check-statement.ts";
import { SAMPLE_CATALOGUE } from "../helpers/sample-catalogue.ts";

const check = (sql: string) =>
  checkStatement({ sql, dialect: "presto", database: "sample_datasets" }, SAMPLE_CATALOGUE);

test("a right statement has columns", () => {
  expect(check("select symbol, max(open) as high, count(*) from nasdaq group by 1")).toEqual({
    columns: [
      { name: "symbol", type: "varchar" },
      { name: "high", type: "double" },
      { name: "_col2", type: "bigint" },
    ],
  });
});

describe("the first error has a place, and the name that was meant", () => {
  test.each([
    ["select symbl from nasdaq", "column 'symbl' cannot be resolved; did you mean 'symbol'?", "symbl", true],
    [
      "select symbol from nasdak",
      "table 'sample_datasets.nasdak' does not exist; did you mean 'nasdaq'?",
      "nasdak",
      false,
    ],
    [
      "select lenght(symbol) from nasdaq",
      "function 'lenght' is not known in the local service; did you mean 'length'?",
      "lenght",
      false,
    ],
    ["select cast(symbol as bigin) from nasdaq", "unknown type: bigin", "bigin", true],
  ])("%s", (sql, message, place, sure) => {
    const result = check(sql) as { fault: { message: string; from: number; to: number; sure: boolean } };
    expect(result.fault).toMatchObject({ message, sure });
    expect(sql.slice(result.fault.from, result.fault.to)).toBe(place);
  });
});

test.each([
  ["select * from unseen.t", "database unseen is not in the catalogue"],
  ["select * from other.t", "database other is not in the catalogue"],
])("nothing is known of %s", (sql, unknown) => {
  expect(check(sql)).toEqual({ unknown });
});
