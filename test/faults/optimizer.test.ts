import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import type { Dialect } from "../../src/dialect/dialect.ts";
import { difference, openPair, SHAPES, wideTables } from "../generator/optimizer.ts";
import { readRecord } from "../generator/record.ts";
import { createTable, tablesOf } from "../generator/tables.ts";
import { readCorpus } from "../service/corpus/read-corpus.ts";
import { longNumber } from "./lib/long-number.ts";
import { report } from "./lib/report.ts";

const RUNS = longNumber("SVC_OPTIMIZER_RUNS", 20);
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

test.each(["presto", "hive"] as const)("generated statements of %s", (dialect) =>
  compare(
    `generated, ${dialect}`,
    dialect,
    [],
    readRecord(dialect).flatMap(({ sql }) => (VOLATILE.test(sql) ? [] : [sql])),
    tablesOf(dialect).map(createTable),
  ),
);
