import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { onWarning } from "../../src/core/index.ts";
import { create_engine, read_svc_query, to_svc } from "../../src/core/pandas-td.ts";
import type { ToSvcOptions } from "../../src/core/write/to-svc.ts";
import { runningService } from "./lib/running-service.ts";

// What an append does to the types of a table's columns.

const svc = runningService();
const warnings: string[] = [];
let stopListening: () => void;
beforeEach(async () => {
  warnings.length = 0;
  stopListening = onWarning(({ code, message }) => warnings.push(`${code}: ${message}`));
  await write([{ n: 1, x: 0.5, s: "a" }], { if_exists: "replace" });
});
afterEach(() => stopListening());

const write = (rows: Record<string, unknown>[], options: ToSvcOptions): Promise<void> =>
  to_svc(rows, "db1.visits", svc.con, { index: false, fmt: "msgpack", ...options });
const typesOf = async (): Promise<unknown> =>
  (await read_svc_query("select n, x, s from visits", create_engine("presto:db1", svc.con))).types;

test("a column whose type changes is named in a warning", async () => {
  await write([{ n: "many", x: 1, s: "b" }], { if_exists: "append" });
  expect(warnings).toEqual([
    'schema: appending to db1.visits changed column n from long to string, for everybody who reads the table; with schema: "strict" such rows are refused',
  ]);
  expect(await typesOf()).toEqual({ n: "varchar", x: "double", s: "varchar" });
});

test("an append that changes no type warns of nothing", async () => {
  await write(
    [
      { n: 2, x: 1, s: "b" },
      { n: null, x: null, s: null },
    ],
    { if_exists: "append" },
  );
  expect(warnings).toEqual([]);
});

test.each<[string, Record<string, unknown>, string]>([
  [
    "a text",
    { n: "many" },
    'column n of db1.visits is long, which can\'t hold "many" of row 0; no rows were added',
  ],
  [
    "a fraction",
    { n: 1.5 },
    "column n of db1.visits is long, which can't hold 1.5 of row 0; no rows were added",
  ],
  [
    "a flag",
    { x: true },
    'column x of db1.visits is double, which can\'t hold "true" of row 0; no rows were added',
  ],
  ["a new column", { m: 1 }, 'db1.visits has no column m, and schema "strict" adds none; no rows were added'],
])("strict refuses %s", async (_, row, message) => {
  await expect(write([row], { if_exists: "append", schema: "strict" })).rejects.toThrow(message);
  expect(await typesOf()).toEqual({ n: "bigint", x: "double", s: "varchar" });
});

test("strict takes what the columns hold, and columns without values", async () => {
  await write(
    [
      { n: 2, x: 3, s: "b" },
      { n: null, x: null, s: null },
    ],
    { if_exists: "append", schema: "strict" },
  );
  expect(warnings).toEqual([]);
});
