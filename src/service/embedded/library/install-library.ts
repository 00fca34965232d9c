import type { DuckDBConnection } from "@duckdb/node-api";
import { LIBRARY } from "../../../dialect/storage-names.ts";
import { HIVE_MACROS } from "../../../dialect/library/hive.ts";
import { HIVEMALL_MACROS } from "../../../dialect/library/hivemall.ts";
import { NUMBER_MACROS } from "../../../dialect/library/numbers.ts";
import { STRING_MACROS } from "../../../dialect/library/strings.ts";
import { TIME_MACROS } from "../../../dialect/library/times.ts";
import { COLLECTION_MACROS } from "../../../dialect/library/collections.ts";
import { JSON_MACROS } from "../../../dialect/library/json.ts";
import { SKETCH_MACROS } from "../../../dialect/library/sketches.ts";
import { printSql } from "../../../dialect/sql/print-sql.ts";
import { macroBody } from "../../../dialect/sql/template.ts";
import { registerScriptFunctions } from "./script-functions.ts";

/** Ordered so that each macro follows those that it uses. */
const ALL = [
  NUMBER_MACROS,
  STRING_MACROS,
  TIME_MACROS,
  JSON_MACROS,
  COLLECTION_MACROS,
  SKETCH_MACROS,
  HIVE_MACROS,
  HIVEMALL_MACROS,
];

/** Installs all macros and script functions; the library's catalog must be attached. */
export async function installLibrary(connection: DuckDBConnection): Promise<void> {
  await registerScriptFunctions(connection);
  const statements = ALL.flatMap((macros) => Object.entries(macros)).map(([head, body]) => {
    const parameters = /^[^(]*\((.*)\)/.exec(head)![1]!.split(", ");
    return `CREATE OR REPLACE MACRO ${LIBRARY}.${head} AS ${printSql(macroBody(body, parameters)).sql};`;
  });
  // At once: each call of the engine costs a change of threads.
  await connection.run(statements.join("\n"));
}
