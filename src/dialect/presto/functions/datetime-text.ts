import { bindOnce } from "../../analyze/bind-once.ts";
import { withType, type Typed } from "../../analyze/typed.ts";
import type { CallContext } from "../../functions/function-table.ts";
import { type FormatPiece, piecesSql } from "../../time/format-pieces.ts";
import { escapePattern } from "../../regex/escape-pattern.ts";
import { javaReading } from "../../time/java-format.ts";
import { localTime } from "../../time/local-time.ts";
import { javaFirstYear, MYSQL_FIRST_YEAR, mysqlReading, readTime } from "../../time/mysql-format.ts";
import { MIXED_ZONE } from "../../types/coercion.ts";
import { instantAt, instantOf, sessionInstant } from "../../time/zones.ts";
import { TIMESTAMP, type Type, UTC_TIMESTAMP } from "../../types/type.ts";
import { engine, lambda, literal, type Sql } from "../../sql/tree.ts";

export const formatOf = (c: CallContext): string =>
  c.t.literalText(c.args[1]!, `${c.call.name} with a format`, c.pos);

/** A format of Joda's or MySQL's, which is not empty. */
const filledFormat = (c: CallContext): string =>
  formatOf(c) || c.t.invalid(`the format of ${c.call.name} is empty`, c.pos);

/** Formats a time by a literal pattern. */
export function formatPattern(
  c: CallContext,
  piecesOf: (format: string, zone: string) => readonly FormatPiece[],
): Sql {
  const value = c.args[0]!;
  const zone = value.type.kind === "timestamptz" ? value.type.zone : "UTC";
  const pieces = piecesOf(filledFormat(c), zone);
  const local = value.type.kind === "date" ? engine`CAST(${value.sql} AS TIMESTAMP)` : localTime(value);
  // Formats have millisecond precision.
  const isFine = "precision" in value.type && value.type.precision > 3;
  const wall = isFine ? engine`make_timestamp(~round_micros(epoch_us(${local}), 1000))` : local;
  const instant = { ...value, sql: value.type.kind === "timestamptz" ? instantOf(value) : wall };
  return bindOnce([withType(wall, TIMESTAMP), instant], (w, i) => piecesSql(pieces, w, i));
}

function failure(c: CallContext, x: Sql): Sql {
  const message = engine`'Invalid format: ' || ${literal(JSON.stringify(formatOf(c)))} || ' for ''' || ${x} || ''''`;
  return c.failing(message, TIMESTAMP);
}

/** As Joda does, goes to the day that a weekday's name gives, in the week of the date. The engine ignores the name. */
function readWeekday(c: CallContext, x: Sql, reading: string, firstYear: number): Sql {
  const read = readTime(x, reading, firstYear);
  if (!/%[aA]/.test(reading)) return read;
  if (!/%([dj]|G)/.test(reading)) c.t.unsupported("a weekday without a day of the month", c.pos);
  const name = engine`lower(regexp_extract(${x}, '(?i)(?:^|[^a-z/])(mon|tue|wed|thu|fri|sat|sun)', 1))`;
  const weekday = engine`(strpos('montuewedthufrisatsun', ${name}) + 2) // 3`;
  return engine`list_transform([${read}], ${lambda((w) => engine`${w} + to_days(CAST(${weekday} - isodow(${w}) AS INTEGER))`)})[1]`;
}

/**
 * Whether the engine took what Trino refuses: spaces that the format has not, as it skips them, and the last day of a leap year in
 * another year, as it goes on to the next one.
 */
function isLenient(x: Sql, reading: string, read: Sql): Sql {
  const spaces = reading.split(/(\s)/).map((part, i) => (i % 2 === 1 ? part : "\\S*")).join(""); // prettier-ignore
  const hasSpaces = engine`NOT regexp_full_match(${x}, ${literal(spaces)})`;
  if (!reading.includes("%j")) return hasSpaces;
  const last = reading.split(/(%-?[a-zA-Z])/).map((part, i) => (i % 2 === 0 ? escapePattern(part) : /j/.test(part) ? "366" : "\\S+")).join(""); // prettier-ignore
  return engine`(${hasSpaces} OR (dayofyear(${read}) = 1 AND regexp_full_match(${x}, ${literal(last)})))`;
}

/** Parses a text by the engine's form of the format, `zoned` if it has an offset; fails if it does not match. */
export const parseByFormat = (c: CallContext, reading: string, firstYear: number, zoned = false): Sql =>
  bindOnce([c.args[0]!], (x) => {
    const read = readWeekday(c, zoned ? engine`~offset_text(${x})` : x, reading, firstYear);
    return engine`(CASE WHEN ${x} IS NULL THEN NULL WHEN ${isLenient(x, reading, read)} THEN ${failure(c, x)} ELSE coalesce(${zoned ? engine`${read} AT TIME ZONE 'UTC'` : read}, ${failure(c, x)}) END)`;
  });

export const parseMysql = (c: CallContext): Typed =>
  withType(parseByFormat(c, mysqlReading(c.t, filledFormat(c), c.pos), MYSQL_FIRST_YEAR), TIMESTAMP);

/** parse_datetime: a text with an offset keeps it. */
export const parseDatetime = (c: CallContext): Typed => {
  const { format, zoned } = javaReading(c.t, filledFormat(c), "joda", c.pos);
  const value = c.args[0]!;
  const read = parseByFormat(c, format, javaFirstYear(c.t), zoned);
  if (!zoned) return withType(instantAt(read, c.t.zone), sessionInstant(c.t));
  if (!/[Zz]$/.test(formatOf(c)))
    c.t.unsupported("parse_datetime with an offset that is not at the end", c.pos);
  if (typeof value.constant !== "string")
    return withType(engine`~zoned(${read}, ~text_zone('T' || ${value.sql}))`, {
      ...UTC_TIMESTAMP,
      zone: MIXED_ZONE,
    } as Type);
  const offset = /([+-]\d{2}):?(\d{2})\s*$/.exec(value.constant);
  const zone =
    offset === null || /[+-]00:?00\s*$/.test(value.constant) ? "UTC" : `${offset[1]!}:${offset[2]!}`;
  return withType(read, { ...UTC_TIMESTAMP, zone } as Type);
};
