import type { DuckDBConnection } from "@duckdb/node-api";
import { LIBRARY } from "../library.ts";
import { HIVE_MACROS } from "./hive.ts";
import { NUMBER_MACROS } from "./numbers.ts";
import { STRING_MACROS } from "./strings.ts";
import { TIME_MACROS } from "./times.ts";
import { COLLECTION_MACROS } from "./collections.ts";
import { JSON_MACROS } from "./json.ts";
import { SKETCH_MACROS } from "./sketches.ts";
import { withTurns } from "./script-turns.ts";
import { registerScriptFunctions } from "./script-functions.ts";

/** In an order in which each macro comes after those that it uses. */
const ALL = [
  NUMBER_MACROS,
  STRING_MACROS,
  TIME_MACROS,
  JSON_MACROS,
  COLLECTION_MACROS,
  SKETCH_MACROS,
  HIVE_MACROS,
];

/** Puts the macros and the functions of the script engine into an instance; its catalog must be attached. */
export async function installLibrary(connection: DuckDBConnection): Promise<void> {
  await registerScriptFunctions(connection);
  for (const macros of ALL)
    for (const [head, body] of Object.entries(macros))
      await connection.run(`CREATE OR REPLACE MACRO ${LIBRARY}.${head} AS ${withTurns(body)}`);
}
