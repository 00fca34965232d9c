import type { Dialect } from "../dialect.ts";
import { entriesOf } from "./find-function.ts";

export interface FunctionHelp {
  /** Lowercase. */
  readonly name: string;
  /** `substr(string, start[, length]) → varchar`. */
  readonly signature: string;
  readonly help: string;
}

const HIVE_TYPES: Readonly<Record<string, string>> = {
  varchar: "string",
  integer: "int",
  varbinary: "binary",
};

const tables: Partial<Record<Dialect, ReadonlyMap<string, FunctionHelp>>> = {};

/** Help on a dialect's functions and constructs by name, for completion and tooltips, in its own names of types. */
export function functionHelp(dialect: Dialect): ReadonlyMap<string, FunctionHelp> {
  return (tables[dialect] ??= new Map(
    [...entriesOf(dialect)].map(([name, { signature, help }]) => [
      name,
      { name, signature: inWordsOf(dialect, signature), help },
    ]),
  ));
}

function inWordsOf(dialect: Dialect, signature: string): string {
  if (dialect === "presto") return signature;
  const [call, ...result] = signature.split(" → ");
  const named = result.join(" → ").replace(/\w+/g, (type) => HIVE_TYPES[type] ?? type);
  return `${call!} → ${named}`;
}
