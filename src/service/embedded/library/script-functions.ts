import { createContext, Script } from "node:vm";
import type * as duckdbApi from "@duckdb/node-api";
import type { DuckDBConnection, DuckDBType, DuckDBValue } from "@duckdb/node-api";
import { ADDRESS_FUNCTIONS } from "./script/ip-address.ts";
import { BINARY_FUNCTIONS } from "./script/binary.ts";
import { HIVEMALL_FUNCTIONS } from "./script/hivemall.ts";
import { HISTOGRAM_FUNCTIONS } from "./script/numeric-histogram.ts";
import { JSON_FUNCTIONS } from "./script/json.ts";
import { REGEX_FUNCTIONS } from "./script/regex.ts";
import type { ScriptFunction, ScriptType } from "./script/script-function.ts";
import { NORMAL_FUNCTIONS } from "./script/normal-distribution.ts";
import { TEXT_FUNCTIONS } from "./script/text.ts";
import { eachRow, scriptArgument } from "./script-arguments.ts";
import { TURN_FUNCTION } from "../../../dialect/sql/print.ts";

const ALL: Readonly<Record<string, ScriptFunction>> = {
  ...REGEX_FUNCTIONS,
  ...NORMAL_FUNCTIONS,
  ...TEXT_FUNCTIONS,
  ...BINARY_FUNCTIONS,
  ...ADDRESS_FUNCTIONS,
  ...HISTOGRAM_FUNCTIONS,
  ...JSON_FUNCTIONS,
  ...HIVEMALL_FUNCTIONS,
};

export async function registerScriptFunctions(connection: DuckDBConnection): Promise<void> {
  const duckdb = await import("@duckdb/node-api");
  const types: Record<ScriptType, DuckDBType> = {
    text: duckdb.VARCHAR, integer: duckdb.INTEGER, long: duckdb.BIGINT, boolean: duckdb.BOOLEAN, binary: duckdb.BLOB, double: duckdb.DOUBLE,
    longs: duckdb.LIST(duckdb.BIGINT), doubles: duckdb.LIST(duckdb.DOUBLE),
    any: duckdb.ANY, texts: duckdb.LIST(duckdb.VARCHAR), textLists: duckdb.LIST(duckdb.LIST(duckdb.VARCHAR)), map: duckdb.MAP(duckdb.VARCHAR, duckdb.VARCHAR),
  }; // prettier-ignore
  for (const [name, { parameters, result, run }] of Object.entries(ALL)) {
    const call = run as (...args: DuckDBValue[]) => DuckDBValue;
    const wrap = wrapResult(duckdb, result);
    const own = parameters.map((type) => types[type]);
    // The trailing BOOLEAN is the call of the yield function; views of older versions lack it.
    for (const parameterTypes of [own, [...own, duckdb.BOOLEAN]])
      connection.registerScalarFunction(
        duckdb.DuckDBScalarFunction.create({
          name,
          returnType: types[result],
          parameterTypes,
          mainFunction: (_info, input, output) => {
            const rows = input.rowCount;
            const args = own.map((_, i) => scriptArgument(input.getColumnVector(i), rows));
            const value = eachRow(args, (...values) => wrap(call(...values)));
            withinTime(name, () => {
              for (let row = 0; row < rows; row++) output.setItem(row, value(row));
            });
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
 * Time limit of a script function over one chunk, because it blocks the thread that serves requests. Far above the normal time, as it is
 * wall-clock time and includes other work.
 */
const CHUNK_MS = 1000;
const sandbox = createContext({ run: null as (() => void) | null });
const script = new Script("run()");

/** Runs code that may never end, such as a backtracking regular expression, with a time limit. */
function withinTime(name: string, run: () => void): void {
  sandbox["run"] = run;
  try {
    script.runInContext(sandbox, { timeout: CHUNK_MS });
  } catch (error) {
    if ((error as { code?: string }).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
    throw new Error(
      `svc!EXCEEDED_LIMIT!${name.replace(/^svc_/, "")} took longer than ${CHUNK_MS} ms over some rows`,
      { cause: error },
    );
  }
}

type Api = typeof duckdbApi;

function wrapResult(duckdb: Api, type: ScriptType): (value: DuckDBValue) => DuckDBValue {
  switch (type) {
    case "texts":
    case "doubles":
    case "longs":
      return (value) => (value === null ? null : duckdb.listValue(value as unknown as DuckDBValue[]));
    case "textLists":
      return (value) =>
        value === null
          ? null
          : duckdb.listValue((value as unknown as DuckDBValue[][]).map((item) => duckdb.listValue(item)));
    case "map":
      return (value) =>
        value === null
          ? null
          : duckdb.mapValue(
              Object.entries(value as unknown as Record<string, DuckDBValue>).map(([key, item]) => ({
                key,
                value: item,
              })),
            );
    case "binary":
      return (value) => (value === null ? null : duckdb.blobValue(value as unknown as Uint8Array));
    default:
      return (value) => value;
  }
}
