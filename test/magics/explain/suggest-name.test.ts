import { expect, test } from "@jest/globals";
import { suggestName } from "../../../src/magics/explain/suggest-name.ts";
import { EMPTY_CATALOGUE, SAMPLE_CATALOGUE } from "../helpers/sample-catalogue.ts";

const failed = (
  sql: string,
  serverMessage: string,
  line: number | null = null,
  column: number | null = null,
) => ({
  sql,
  serverMessage,
  dialect: "presto" as const,
  line,
  column,
});

test.each([
  ["select clse from nasdaq", "line 1:8: Column 'clse' cannot be resolved", 1, 8, "close"],
  ["select 1,\n  n.clse from nasdaq n", "line 2:5: Column 'n.clse' cannot be resolved", 2, 5, "close"],
  ["select * from nasdak", "line 1:15: Table sample_datasets.nasdak does not exist", 1, 15, "nasdaq"],
  ["select * from shop.order", "Table 'shop.order' does not exist", null, null, "orders"],
  ["select * from shpo.orders", "Schema 'shpo' does not exist", null, null, "shop"],
  ["select cuont(*) from nasdaq", "line 1:8: Function 'cuont' not registered", 1, 8, "count"],
  ["select x.close from nasdaq n", "Column 'x.close' cannot be resolved", null, null, null],
  ["select qqqqq from nasdaq", "Column 'qqqqq' cannot be resolved", 1, 8, null],
  ["select 1 / 0", "Division by zero", null, null, null],
  ["select close from nasdaq group by open", "'close' must be an aggregate expression", 1, 8, null],
] as const)("%s", (sql, message, line, column, name) => {
  expect(suggestName(failed(sql, message, line, column), SAMPLE_CATALOGUE, "sample_datasets")).toBe(name);
});

test("Hive's keywords", () => {
  const error = {
    sql: "select `clse` from nasdaq",
    serverMessage: "Invalid table alias or column reference 'clse': (possible column names are: ...)",
    dialect: "hive" as const,
    line: null,
    column: null,
  };
  expect(suggestName(error, SAMPLE_CATALOGUE, "sample_datasets")).toBe("close");
});

test("without a catalogue there is no suggestion", () => {
  const error = failed("select clse from nasdaq", "Column 'clse' cannot be resolved", 1, 8);
  expect(suggestName(error, EMPTY_CATALOGUE, "sample_datasets")).toBeNull();
});
