import type { Dialect } from "./dialect.ts";
import { needsQuotes } from "./parse/reserved.ts";

/** A text in quotes, with those in it doubled. Most have none, and a search takes less time than a replacement. */
const quoted = (text: string, quote: string): string =>
  `${quote}${text.includes(quote) ? text.replaceAll(quote, quote + quote) : text}${quote}`;

/** Quotes an identifier for the engine and Presto. */
export const quoteName = (name: string): string => quoted(name, '"');

/** Quotes an identifier for Hive. */
export const quoteHiveName = (name: string): string => quoted(name, "`");

/** Quotes an identifier in a dialect. */
export const quoteIn = (name: string, dialect: Dialect): string =>
  dialect === "hive" ? quoteHiveName(name) : quoteName(name);

/** A table's or column's name as a query of the dialect has it, quoted where it has to be. */
export const nameInQuery = (name: string, dialect: Dialect): string =>
  needsQuotes(name, dialect) ? quoteIn(name, dialect) : name;

/** Quotes a text literal for the engine and Presto. */
export const quoteText = (text: string): string => quoted(text, "'");
