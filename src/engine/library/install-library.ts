// This folder: functions that DuckDB does not have: macros from the dialect's library, and scripts that run in JavaScript.

import type { DuckDBConnection } from "@duckdb/node-api";
import { LIBRARY } from "../../dialect/storage-names.ts";
import { MACROS } from "../../dialect/sql/macro-uses.ts";
import { printSql } from "../../dialect/sql/print-sql.ts";
import { macroBody } from "../../dialect/sql/template.ts";
import { registerScriptFunctions } from "./script-functions.ts";

let macros: string | undefined;

/** Statements that create all macros. They are compiled once: each engine of a process has the same. */
const macroStatements = (): string =>
  (macros ??= MACROS.flatMap((library) => Object.entries(library))
    .map(([head, body]) => {
      const parameters = /^[^(]*\((.*)\)/.exec(head)![1]!.split(", ");
      return `CREATE OR REPLACE MACRO ${LIBRARY}.${head} AS ${printSql(macroBody(body, parameters)).sql};`;
    })
    .join("\n"));

/** Installs all macros and script functions; the library's catalog must be attached. */
export async function installLibrary(connection: DuckDBConnection): Promise<void> {
  await registerScriptFunctions(connection);
  // At once: each call of the engine costs a change of threads.
  await connection.run(macroStatements());
}
