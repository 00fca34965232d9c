import type { EngineType } from "../options/descriptor.ts";
import { ConfigError } from "../errors.ts";
import { hexText } from "../text/json-text.ts";
import { isTable } from "../write/frame.ts";
import { valueInError } from "../text/visible-text.ts";

const INT64_MIN = -(2n ** 63n);

/**
 * A value as an SQL literal of its type: text quoted, numbers, booleans, null, `Date` and instants of `Temporal` as a UTC timestamp, its
 * plain dates and times as they are, bytes as binary, lists as `(a, b, c)`.
 *
 * @throws ConfigError for values without a literal: undefined, an empty list, objects, functions, half a character.
 */
export function sqlLiteral(value: unknown, type: EngineType): string {
  if (value === null) return "NULL";
  if (typeof value === "string") return textLiteral(value, type);
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  if (typeof value === "bigint") return integerLiteral(value);
  if (typeof value === "number") return numberLiteral(value);
  if (value instanceof Date) return timestampLiteral(value);
  if (value instanceof Uint8Array) return binaryLiteral(value, type);
  const temporal = temporalLiteral(value);
  if (temporal !== null) return temporal;
  if (isTable(value)) throw new ConfigError("a table can't be an SQL value; it can stand after FROM or JOIN");
  if (typeof value === "object" && Symbol.iterator in value) {
    const items = Array.from(value as Iterable<unknown>, (item) => sqlLiteral(item, type));
    if (items.length === 0)
      throw new ConfigError("an empty list can't be an SQL value; leave the condition out");
    return `(${items.join(", ")})`;
  }
  throw new ConfigError(`a value of type ${typeof value} can't be an SQL value`);
}

/** In presto only the quote is escaped; hive has backslash escapes, and joins adjacent literals. */
function textLiteral(text: string, type: EngineType): string {
  if (/\p{Surrogate}/u.test(text))
    throw new ConfigError("text with half a character (a lone surrogate) can't be an SQL value");
  if (type === "presto") return `'${text.replaceAll("'", "''")}'`;
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}

/** Parenthesized, as a preceding `-` would form `--`, a comment. */
function signed(digits: string): string {
  return digits.startsWith("-") ? `(${digits})` : digits;
}

function integerLiteral(value: bigint): string {
  // The digits of -2^63 overflow int64 before the sign is applied.
  if (value === INT64_MIN) return "(-9223372036854775807 - 1)";
  if (BigInt.asIntN(64, value) === value) return signed(value.toString());
  return `CAST('${value}' AS DECIMAL(38, 0))`;
}

function numberLiteral(value: number): string {
  if (Number.isSafeInteger(value) && !Object.is(value, -0)) return signed(String(value));
  if (!Number.isFinite(value)) return `CAST('${value}' AS DOUBLE)`;
  // The exponent makes it a double: presto parses `1.5` as a decimal.
  const digits = Object.is(value, -0) ? "-0" : String(value);
  return signed(digits.includes("e") ? digits.toUpperCase().replace("E+", "E") : `${digits}E0`);
}

function timestampLiteral(date: Date): string {
  if (Number.isNaN(date.getTime())) throw new ConfigError("an invalid Date can't be an SQL value");
  const iso = date.toISOString();
  if (!/^\d{4}-/.test(iso)) throw new ConfigError(`the date ${iso} is outside the years 0 to 9999`);
  return `TIMESTAMP '${iso.slice(0, 23).replace("T", " ")}'`;
}

/** What `Temporal` has in common; not every runtime has it. */
interface TemporalValue {
  readonly epochMilliseconds?: number;
  toString(options: { readonly calendarName: "never" }): string;
}

/** A value of `Temporal`, also of another implementation of it; null for any other. */
function temporalLiteral(value: unknown): string | null {
  const tag = (Object(value) as { readonly [Symbol.toStringTag]?: unknown })[Symbol.toStringTag];
  const [, name] = /^Temporal\.(\w+)$/.exec(String(tag)) ?? [];
  if (name === undefined) return null;
  const temporal = value as TemporalValue;
  if (temporal.epochMilliseconds !== undefined) return timestampLiteral(new Date(temporal.epochMilliseconds));
  const text = temporal.toString({ calendarName: "never" }).replace("T", " ");
  if (name === "PlainTime") return `TIME '${text}'`;
  if (!/^Plain(?:Date|DateTime)$/.test(name))
    throw new ConfigError(
      `a Temporal.${name} can't be an SQL value; a PlainDate, PlainDateTime, PlainTime, Instant or ZonedDateTime can`,
    );
  if (!/^\d{4}-/.test(text)) throw new ConfigError(`the date ${text} is outside the years 0 to 9999`);
  return `${name === "PlainDate" ? "DATE" : "TIMESTAMP"} '${text}'`;
}

function binaryLiteral(bytes: Uint8Array, type: EngineType): string {
  const hex = hexText(bytes);
  return type === "presto" ? `X'${hex}'` : `unhex('${hex}')`;
}

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
