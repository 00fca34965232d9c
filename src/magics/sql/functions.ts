import type { SqlDialect } from "./dialect.ts";
import { HIVE_FUNCTIONS } from "./hive-functions.ts";
import { HOSTED_FUNCTIONS } from "./hosted-functions.ts";
import { PRESTO_FUNCTIONS } from "./presto-functions.ts";

/** A function of one of the languages. */
export interface SqlFunction {
  /** In lower case. */
  readonly name: string;
  /** `substr(string, start[, length]) → varchar`. */
  readonly signature: string;
  readonly help: string;
}

const tables = new Map<SqlDialect, ReadonlyMap<string, SqlFunction>>();

/** The functions of a dialect by their names. */
export function functionsOf(dialect: SqlDialect): ReadonlyMap<string, SqlFunction> {
  const known = tables.get(dialect);
  if (known !== undefined) return known;
  const own = dialect === "hive" ? HIVE_FUNCTIONS : PRESTO_FUNCTIONS;
  const read = readFunctions(own + HOSTED_FUNCTIONS[dialect]);
  tables.set(dialect, read);
  return read;
}

/** Reads lines of `signature | help`. */
function readFunctions(lines: string): Map<string, SqlFunction> {
  const functions = new Map<string, SqlFunction>();
  for (const line of lines.split("\n").filter(Boolean)) {
    const [signature = "", help = ""] = line.split(" | ");
    const name = /^\w+/.exec(signature)?.[0].toLowerCase() ?? "";
    functions.set(name, { name, signature, help });
  }
  return functions;
}
