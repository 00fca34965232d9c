// This folder: functions that DuckDB does not have: macros from the dialect's library, and scripts that run in JavaScript.

import type * as duckdbApi from "@duckdb/node-api";
import type { DuckDBConnection, DuckDBType, DuckDBValue } from "@duckdb/node-api";
import { LIBRARY } from "../../dialect/storage-names.ts";
import { macroBody, MACROS } from "../../dialect/sql/macros.ts";
import { printSql, TURN_FUNCTION } from "../../dialect/sql/print-sql.ts";
import { ADDRESS_FUNCTIONS } from "./script/ip-address.ts";
import { BINARY_FUNCTIONS } from "./script/binary.ts";
import { HIVEMALL_FUNCTIONS } from "./script/hivemall.ts";
import { HISTOGRAM_FUNCTIONS } from "./script/numeric-histogram.ts";
import { JSON_FUNCTIONS } from "./script/json.ts";
import { DISTRIBUTION_FUNCTIONS } from "./script/distributions.ts";
import { LONG_DECIMAL_FUNCTIONS } from "./script/long-decimals.ts";
import { REGEX_FUNCTIONS } from "./script/regex.ts";
import type { ScriptFunction, ScriptType } from "./script/script-function.ts";
import { NORMAL_FUNCTIONS } from "./script/normal-distribution.ts";
import { TEXT_FUNCTIONS } from "./script/text.ts";
import { ZONE_FUNCTIONS } from "./script/zone.ts";
import { noteRefusal } from "./refusals.ts";
import { eachRow, scriptArgument, type ScriptArgument } from "./script-arguments.ts";
import { MAX_MS, withinTime, type TimeLimit } from "./within-time.ts";
import { knowsThreadCpu } from "../../system/threads/thread-cpu-ms.ts";

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

const ALL: Readonly<Record<string, ScriptFunction>> = {
  ...REGEX_FUNCTIONS,
  ...NORMAL_FUNCTIONS,
  ...DISTRIBUTION_FUNCTIONS,
  ...LONG_DECIMAL_FUNCTIONS,
  ...TEXT_FUNCTIONS,
  ...BINARY_FUNCTIONS,
  ...ADDRESS_FUNCTIONS,
  ...HISTOGRAM_FUNCTIONS,
  ...JSON_FUNCTIONS,
  ...HIVEMALL_FUNCTIONS,
  ...ZONE_FUNCTIONS,
};

async function registerScriptFunctions(connection: DuckDBConnection): Promise<void> {
  const duckdb = await import("@duckdb/node-api");
  const types: Record<ScriptType, DuckDBType> = {
    text: duckdb.VARCHAR, integer: duckdb.INTEGER, long: duckdb.BIGINT, boolean: duckdb.BOOLEAN, binary: duckdb.BLOB, double: duckdb.DOUBLE,
    longs: duckdb.LIST(duckdb.BIGINT), doubles: duckdb.LIST(duckdb.DOUBLE),
    texts: duckdb.LIST(duckdb.VARCHAR), textLists: duckdb.LIST(duckdb.LIST(duckdb.VARCHAR)), map: duckdb.MAP(duckdb.VARCHAR, duckdb.VARCHAR),
  }; // prettier-ignore
  for (const [name, { parameters, result, run }] of Object.entries(ALL)) {
    const call = run as (...args: unknown[]) => unknown;
    const wrap = wrapResult(duckdb, result);
    const own = parameters.map((type) => types[type]);
    // The trailing BOOLEAN is the call of the yield function; calls inside TRY have the number of their connection instead.
    for (const parameterTypes of [own, [...own, duckdb.BOOLEAN], [...own, duckdb.INTEGER]])
      connection.registerScalarFunction(
        duckdb.DuckDBScalarFunction.create({
          name,
          returnType: types[result],
          parameterTypes,
          mainFunction: (_info, input, output) => {
            const rows = input.rowCount;
            const args = own.map((_, i) => scriptArgument(input.getColumnVector(i), rows));
            const value = eachRow(args, (...values) => {
              const result = call(...values);
              return result === null ? null : wrap(result as never);
            });
            const limit = name in REGEX_FUNCTIONS ? patternLimit(args) : { chunkMs: MAX_MS };
            try {
              withinTime(name, rows, limit, (row) => output.setItem(row, value(row)));
            } catch (error) {
              if (parameterTypes.at(-1) === duckdb.INTEGER && parameterTypes !== own)
                noteRefusal(Number(input.getColumnVector(own.length).getItem(0)), error);
              throw error;
            }
            output.flush();
          },
        }),
      );
  }
  connection.registerScalarFunction(
    duckdb.DuckDBScalarFunction.create({
      name: TURN_FUNCTION,
      returnType: duckdb.BOOLEAN,
      parameterTypes: [duckdb.ANY],
      mainFunction: (_info, input, output) => {
        for (let row = input.rowCount - 1; row >= 0; row--) output.setItem(row, true);
        output.flush();
      },
    }),
  );
}

/**
 * Far more than a pattern needs unless it backtracks without end: some microseconds a row, and a pass or two over its text. More where only
 * elapsed time is known, which includes other work.
 */
const PATTERN_MS = knowsThreadCpu ? 100 : 500;
const PATTERN_ROW_MS = 0.05;
const LETTERS_PER_MS = 4096;

function patternLimit([text]: readonly ScriptArgument[]): TimeLimit {
  const letters = (row: number): number => {
    const value = text?.at(row);
    return typeof value === "string" ? value.length : 0;
  };
  return { chunkMs: PATTERN_MS, rowMs: (row) => PATTERN_ROW_MS + letters(row) / LETTERS_PER_MS };
}

type Api = typeof duckdbApi;

function wrapResult(duckdb: Api, type: ScriptType): (value: never) => DuckDBValue {
  switch (type) {
    case "texts":
    case "doubles":
    case "longs":
      return (value: DuckDBValue[]) => duckdb.listValue(value);
    case "textLists":
      return (value: DuckDBValue[][]) => duckdb.listValue(value.map((item) => duckdb.listValue(item)));
    case "map":
      return (value: Record<string, string>) =>
        duckdb.mapValue(Object.entries(value).map(([key, value]) => ({ key, value })));
    case "binary":
      // A copy, as a Buffer may be part of a larger one.
      return (value: Uint8Array) => duckdb.blobValue(new Uint8Array(value));
    default:
      return (value: DuckDBValue) => value;
  }
}
