import { ConfigError } from "../errors.ts";
import { valueInError } from "../text/value-in-error.ts";
import type { EngineType } from "../options/descriptor.ts";

/** Quotes an identifier: `"a""b"` in presto, `` `a``b` `` in hive. */
export function quoteIdentifier(name: string, type: EngineType): string {
  if (typeof name !== "string" || name === "" || name.includes("\0"))
    throw new ConfigError(`${valueInError(name)} can't be the name of a table or column`);
  const mark = type === "hive" ? "`" : '"';
  return mark + name.replaceAll(mark, mark + mark) + mark;
}

/** The quoted name of a table in a database. */
export const quoteTable = (database: string, table: string, type: EngineType): string =>
  `${quoteIdentifier(database, type)}.${quoteIdentifier(table, type)}`;
