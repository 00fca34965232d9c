// This folder: functions that DuckDB does not have: macros from the dialect's library, and scripts that run in JavaScript.

import type { DuckDBConnection } from "@duckdb/node-api";
import { LIBRARY } from "../../dialect/storage-names.ts";
import { macroBody, MACROS } from "../../dialect/sql/macros.ts";
import { printSql } from "../../dialect/sql/print-sql.ts";
import { registerScriptFunctions } from "./script-functions.ts";

let macros: string | undefined;

/** Statements that create all macros. They are compiled once: each engine of a process has the same. */
const macroStatements = (): string =>
  (macros ??= MACROS.map((macro) => {
    const head = `${LIBRARY}.${macro.name}(${macro.parameters.join(", ")})`;
    return `CREATE OR REPLACE MACRO ${head} AS ${printSql(macroBody(macro)).sql};`;
  }).join("\n"));

/** Installs all macros and script functions; the library's catalog must be attached. */
export async function installLibrary(connection: DuckDBConnection): Promise<void> {
  await registerScriptFunctions(connection);
  // At once: each call of the engine costs a change of threads.
  await connection.run(macroStatements());
}
