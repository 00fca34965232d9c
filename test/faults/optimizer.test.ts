import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import type { Dialect } from "../../src/dialect/dialect.ts";
import { difference, isUnusedError, openPair, SHAPES, wideTables } from "../generator/optimizer.ts";
import { hive } from "../generator/hive.ts";
import { print } from "../generator/node.ts";
import { presto } from "../generator/presto.ts";
import { readRecord } from "../generator/record.ts";
import { batchAt } from "../generator/run.ts";
import { createTable, tablesOf } from "../generator/tables.ts";
import { readCorpus } from "../service/corpus/read-corpus.ts";
import { longNumber } from "./lib/long-number.ts";
import { report } from "./lib/report.ts";

const RUNS = longNumber("SVC_OPTIMIZER_RUNS", 20);
const STATEMENTS = longNumber("SVC_OPTIMIZER_STATEMENTS", 1000);
const SEED = longNumber("SVC_FAULT_SEED", 1);
const CORPUS = join(process.cwd(), "test/service/corpus");

/** Statements whose answers differ from one run to the next. */
const VOLATILE =
  /\b(?:rand(?:om)?|uuid|shuffle|now|current_\w+|localtime\w*|unix_timestamp|tablesample|explain|show|describe|analyze)\b|\bapprox_|\barbitrary\b|\bany_value\b/i;

/** Statements that answer the same with the engine's optimizer and without it, each run several times. */
async function compare(
  name: string,
  dialect: Dialect,
  load: readonly string[],
  statements: readonly string[],
  create: readonly string[] = [],
): Promise<void> {
  const pair = await openPair(dialect, load, create);
  const faults: string[] = [];
  for (const sql of statements) {
    const fault = await difference(pair, sql, RUNS);
    if (fault !== null) faults.push(fault);
  }
  await pair.close();
  report(`optimizer, ${name}`, { statements: statements.length, runs: RUNS, differences: faults.length });
  expect(faults).toEqual([]);
}

test("limited rows, joins and windows over several row groups", () =>
  compare("shapes", "presto", wideTables(), SHAPES));

test.each(["presto", "hive"] as const)("the corpus of %s", (dialect) => {
  const reads = readCorpus(CORPUS).filter(
    (one) =>
      one.dialect === dialect && /^\s*(?:select|with|values|\()/i.test(one.sql) && !VOLATILE.test(one.sql),
  );
  const tables = readFileSync(join(CORPUS, "tables.sql"), "utf8")
    .split(/;\n/)
    .filter((sql) => sql.trim() !== "");
  return compare(
    `corpus of ${dialect}`,
    dialect,
    tables,
    reads.map(({ sql }) => sql),
  );
});

test.each([presto, hive])("statements of $dialect from a seed", (words) => {
  const statements: string[] = [];
  for (let index = 0; statements.length < STATEMENTS; index++) {
    const { items, query } = batchAt(words, SEED, index);
    statements.push(...items.map((item) => print(query([item]))).filter((sql) => !VOLATILE.test(sql)));
  }
  return compare(`seed ${SEED}, ${words.dialect}`, words.dialect, [], statements, tablesOf(words.dialect).map(createTable)); // prettier-ignore
});

test.each(["presto", "hive"] as const)("recorded statements of %s", (dialect) =>
  compare(
    `recorded, ${dialect}`,
    dialect,
    [],
    readRecord(dialect).flatMap(({ sql }) => (VOLATILE.test(sql) ? [] : [sql])),
    tablesOf(dialect).map(createTable),
  ),
);

test("an error of a value that one plan leaves out is known, and nothing else is", () => {
  const rows = { types: ["bigint"], rows: [[1]] };
  const failed = (kind: string) => ({ kind, error: "failed" });
  expect(["DIVISION_BY_ZERO", "INVALID_CAST_ARGUMENT"].map((kind) => isUnusedError(rows, failed(kind)))).toEqual([true, true]);
  expect(isUnusedError(failed("NUMERIC_VALUE_OUT_OF_RANGE"), rows)).toBe(true);
  for (const kind of ["GENERIC_INTERNAL_ERROR", "NOT_SUPPORTED", "EXCEEDED_LIMIT", "ERROR"])
    expect([kind, isUnusedError(rows, failed(kind))]).toEqual([kind, false]);
  expect(isUnusedError(rows, { ...rows, rows: [[2]] })).toBe(false);
  expect(isUnusedError(failed("DIVISION_BY_ZERO"), failed("INVALID_CAST_ARGUMENT"))).toBe(false);
}); // prettier-ignore
