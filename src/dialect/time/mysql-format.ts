import type { Translation } from "../analyze/translation.ts";
import { literalPiece, readingOf, type StrftimePiece } from "./format-pieces.ts";
import { engine, lambda, literal, type Sql } from "../sql/tree.ts";

/** The engine's form of each specifier. Source: Trino, functions/datetime, "MySQL date functions". */
const SPECIFIERS: Readonly<Record<string, string>> = {
  a: "%a", b: "%b", c: "%-m", d: "%d", e: "%-d", f: "%f", H: "%H", h: "%I", I: "%I", i: "%M", j: "%j", k: "%-H", l: "%-I", M: "%B", m: "%m",
  p: "%p", r: "%I:%M:%S %p", S: "%S", s: "%S", T: "%H:%M:%S", v: "%V", W: "%A", x: "%G", Y: "%Y", y: "%y",
}; // prettier-ignore
/** Specifiers that Trino refuses too, and what to write. */
const UNSUPPORTED: Readonly<Record<string, string>> = {
  D: "%e or %d for the day of the month",
  U: "%v for the week, which begins on Monday",
  u: "%v for the week, which begins on Monday",
  V: "%v for the week, which begins on Monday",
  X: "%x for the year of the weeks of %v",
  w: "%W or %a for the name of the day",
};
/** When parsing, numbers may have one or two digits: the engine accepts both for padded forms. */
const READING: typeof SPECIFIERS = { ...SPECIFIERS, c: "%m", e: "%d", k: "%H", l: "%I" };

export function mysqlPieces(
  t: Translation,
  format: string,
  pos: number,
  specifiers = SPECIFIERS,
): StrftimePiece[] {
  // A percent sign at the end gives nothing.
  return [...format.matchAll(/%[^]|[^%]/gu)].map(([part]) => {
    const letter = part.startsWith("%") ? part.slice(1) : "";
    if (letter === "") return literalPiece(part);
    const instead = UNSUPPORTED[letter];
    if (instead !== undefined)
      t.invalid(`%${letter} not supported in date format string; write ${instead}`, pos);
    const strftime = specifiers[letter];
    return strftime === undefined ? literalPiece(letter) : { strftime };
  });
}

/** The engine's format for parsing with date_parse. */
export function mysqlReading(t: Translation, format: string, pos: number): string {
  const reading = readingOf(mysqlPieces(t, format, pos, READING));
  if (/%V/.test(reading) && !/%G/.test(reading))
    t.unsupported("%v without %x in date_parse; write %x-%v with the year of the week", pos);
  return reading;
}

/**
 * SQL that parses a text by an engine format; null if it fails. Without a year it is 1970, or 2000 if there is a month or day; a week is
 * its Monday. Two-digit years are in the hundred years from `firstYear`; the engine's start with 1969. Without AM or PM, hour 12 of a
 * 12-hour clock is midnight. Fractions are read to milliseconds.
 */
export function readTime(text: Sql, format: string, firstYear: number): Sql {
  const inputText = /[.]%f/.test(format)
    ? engine`regexp_replace(${text}, '([.][0-9]{3})[0-9]+', '\\1')`
    : text;
  const base = /%-?[mdbBj]/.test(format) ? "2000" : "1970";
  const read = /%G/.test(format)
    ? engine`try_strptime(${inputText} || ' 1', ${literal(`${format} %u`)})`
    : /%[yY]/.test(format)
      ? engine`try_strptime(${inputText}, ${literal(format)})`
      : engine`try_strptime(${literal(`${base} `)} || ${inputText}, ${literal(`%Y ${format}`)})`;
  const hour = /%I/.test(format) && !/%p/.test(format);
  const year = /%y/.test(format);
  if (!hour && !year) return read;
  const moved = lambda((w) => {
    const early = hour ? engine`(CASE WHEN hour(${w}) = 12 THEN ${w} - INTERVAL 12 HOUR ELSE ${w} END)` : w;
    return year
      ? engine`CASE WHEN date_part('year', ${w}) < ${firstYear} THEN ${early} + INTERVAL 100 YEAR WHEN date_part('year', ${w}) >= ${firstYear + 100} THEN ${early} - INTERVAL 100 YEAR ELSE ${early} END`
      : early;
  });
  return engine`list_transform([${read}], ${moved})[1]`;
}

/** MySQL's first year for two-digit years. */
export const MYSQL_FIRST_YEAR = 1970;

/** Java's first year for two-digit years: eighty years ago. */
export const javaFirstYear = (t: Translation): number => new Date(t.scheduledTimeMs).getUTCFullYear() - 80;
