import { expect, test } from "@jest/globals";
import { checkCell } from "../../../src/magics/complete/check-cell.ts";
import type { CatalogueTable, KnownCatalogue } from "../../../src/magics/known-catalogue.ts";
import { EMPTY_CATALOGUE, SAMPLE_CATALOGUE } from "../helpers/sample-catalogue.ts";

/** Marked text, severity, and the suggested name. */
function faults(code: string, catalogue = SAMPLE_CATALOGUE): unknown[] {
  return checkCell(code, catalogue, { database: null }).map(({ from, to, severity, meant }) => [
    code.slice(from, to),
    severity,
    meant,
  ]);
}

test.each([
  ["%%svc_presto sample_datasets\nselect clse from nasdaq", ["clse", "error", "close"]],
  ["%%svc_presto sample_datasets\n\nselect symbol,\n  clse\nfrom nasdaq", ["clse", "error", "close"]],
  ["%%svc_presto sample_datasets\nselect n.clse from nasdaq n", ["clse", "error", "close"]],
  ["%%svc_presto sample_datasets\nselect close from nasdak", ["nasdak", "warning", "nasdaq"]],
  ["%%svc_presto sample_datasets\nselect lenght(symbol) from nasdaq", ["lenght", "warning", "length"]],
  ["%%svc_hive sample_datasets\nselect `clse` from nasdaq", ["`clse`", "error", "close"]],
])("%s", (code, fault) => {
  expect(faults(code)).toEqual([fault]);
});

test("syntax and types", () => {
  expect(faults("%%svc_presto sample_datasets\nselect * form nasdaq")).toMatchObject([
    ["form", "error", null],
  ]);
  expect(faults("%%svc_presto sample_datasets\nselect symbol + 1 from nasdaq")).toMatchObject([
    [expect.any(String), "error", null],
  ]);
  expect(faults("%%svc_presto sample_datasets\nselect cast(close as bigin) from nasdaq")).toMatchObject([
    ["bigin", "error", "bigint"],
  ]);
});

test.each([
  [
    "a variable",
    "%%svc_presto sample_datasets\nselect close from nasdaq where symbol = {name} and close in {list} limit {n}",
  ],
  ["a variable's text", "%%svc_presto sample_datasets\nselect {columns:raw} from nasdaq"],
  [
    "a function that only the service has",
    "%%svc_presto sample_datasets\nselect td_ip_to_weather_station(symbol) from nasdaq",
  ],
  ["a table that is like no other", "%%svc_presto sample_datasets\nselect a from made_a_moment_ago"],
  ["a database that is not listed", "%%svc_presto other\nselect a from t"],
  ["another catalog", "%%svc_presto sample_datasets\nselect a from mysql.shop.t"],
  ["no database", "%%svc_presto\nselect a from t"],
  ["nothing yet", "%%svc_presto sample_datasets\n"],
  [
    "what is right",
    "%%svc_hive sample_datasets\nselect symbol, count(*) from nasdaq where td_time_range(time, '2014-01-01') group by symbol",
  ],
  ["another catalog with a known database", "%%svc_presto\nselect a from mysql.sample_datasets.nasdaq"],
  ["a table in braces", "%%svc_presto sample_datasets\nselect nope from {airports} a"],
  ["no magic", "const a = nope;"],
])("reports nothing for %s", (_, code) => {
  expect(faults(code)).toEqual([]);
});

test("reports nothing before the catalogue is loaded", () => {
  expect(faults("%%svc_presto sample_datasets\nselect clse from nasdaq", EMPTY_CATALOGUE)).toEqual([]);
});

test("a table whose schema lists no columns, or one without a type, may have any", () => {
  const listed = (columns: CatalogueTable["columns"]): KnownCatalogue => ({
    databases: ["shop"],
    tables: () => [{ name: "orders", count: 0, columns }],
  });
  const code = "%%svc_presto shop\nselect nope from orders";
  expect(faults(code, listed([]))).toEqual([]);
  expect(faults(code, listed([{ name: "id", type: null }]))).toEqual([]);
  expect(faults(code, listed([{ name: "id", type: "long" }]))).toMatchObject([["nope", "error", null]]);
});

const AIRPORTS = { airports: [{ name: "code", type: "varchar" }], mixed: [{ name: "x", type: null }] };

test.each([
  ["%%svc_local\nselect cod from airports", "cod"],
  ["%%svc_hive --local\nselect a.cod from airports a", "cod"],
  ["%%svc_local\nselect code + 1 from airports", "+"],
  ["%%svc_local\nselect code form airports", "airports"],
])("a fault in SQL over the notebook's tables: %s", (code, wrong) => {
  const scope = { database: null, tables: AIRPORTS };
  const [fault] = checkCell(code, EMPTY_CATALOGUE, scope);
  expect(fault && code.slice(fault.from, fault.to)).toBe(wrong);
});

test.each([
  "%%svc_local\nselect code from airports",
  "%%svc_local\nselect nope from others",
  "%%svc_local\nselect nope from mixed",
  "%%svc_local\nselect nope from 'prices.csv'",
  "%%svc_local\nselect nope from job(42) j join airports a on a.code = j.code",
])("no fault where not all is known: %s", (code) => {
  expect(checkCell(code, SAMPLE_CATALOGUE, { database: null, tables: AIRPORTS })).toEqual([]);
});
