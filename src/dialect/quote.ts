import type { Dialect } from "./dialect.ts";
import { needsQuotes } from "./parse/reserved.ts";

/** Quotes an identifier for the engine and Presto. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Quotes an identifier for Hive. */
export function quoteHiveName(name: string): string {
  return `\`${name.replaceAll("`", "``")}\``;
}

/** Quotes an identifier in a dialect. */
export const quoteIn = (name: string, dialect: Dialect): string =>
  dialect === "hive" ? quoteHiveName(name) : quoteName(name);

/** A table's or column's name as a query of the dialect has it, quoted where it has to be. */
export const nameInQuery = (name: string, dialect: Dialect): string =>
  needsQuotes(name, dialect) ? quoteIn(name, dialect) : name;

/** Quotes a text literal for the engine and Presto. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
