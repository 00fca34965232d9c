// This folder: the sample databases, made from a seed on first use.

import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { fileScan } from "../tables/file-scan.ts";
import { schemaName, tableName } from "../tables/read-tables.ts";
import { SAMPLE_TABLES } from "./sample-tables.ts";

const SAMPLE_DATABASE = "sample_datasets";

/**
 * Loads the sample database from files of the package vega-datasets; existing tables are kept. Must run while files
 * can be read.
 *
 * @param onLoaded - Called with the seconds that each table took.
 */
export async function loadSamples(
  connection: DuckDBConnection,
  onLoaded: (table: string, seconds: number) => void,
): Promise<void> {
  const folder = samplesFolder();
  await connection.run(`CREATE SCHEMA IF NOT EXISTS ${schemaName(SAMPLE_DATABASE)}`);
  const present = await tableNames(connection);
  for (const { name, file, rows } of SAMPLE_TABLES) {
    if (present.has(name)) continue;
    const startedMs = performance.now();
    // A single statement, so a table is loaded as a whole or not at all.
    const table = tableName({ database: SAMPLE_DATABASE, name });
    await connection.run(`CREATE TABLE ${table} AS ${rows(fileScan([join(folder, file)])!)}`);
    onLoaded(`${SAMPLE_DATABASE}.${name}`, Number(((performance.now() - startedMs) / 1000).toFixed(1)));
  }
}

async function tableNames(connection: DuckDBConnection): Promise<Set<unknown>> {
  const reader = await connection.runAndReadAll(
    "SELECT table_name FROM duckdb_tables() WHERE schema_name = $1 AND NOT temporary",
    [SAMPLE_DATABASE],
  );
  return new Set(reader.getRows().map(([name]) => name));
}

/**
 * Folder of the sample files: from svclib-jupyter, else from vega-datasets, which a clone has. The latter exports only its entry; the
 * files are beside it.
 */
function samplesFolder(): string {
  const { resolve } = createRequire(import.meta.url);
  try {
    return join(dirname(resolve("svclib-jupyter/package.json")), "samples");
  } catch {
    // Not installed.
  }
  try {
    return join(dirname(resolve("vega-datasets")), "..", "data");
  } catch (cause) {
    throw new Error("the sample data are not installed; run npm install svclib-jupyter", { cause });
  }
}
