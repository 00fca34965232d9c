import { ConfigError } from "../errors.ts";
import { MONTHS, WEEKDAYS, civilToUnixMs, isTimeMs } from "./calendar.ts";

interface Fields {
  year?: number;
  month?: number;
  day?: number;
  dayOfYear?: number;
  /** 0 for Sunday. */
  weekday?: number;
  isoYear?: number;
  isoWeek?: number;
  /** Weeks of the year that begin on its first Sunday or Monday; days before are in week 0. */
  sundayWeek?: number;
  mondayWeek?: number;
  hour?: number;
  hour12?: number;
  pm?: boolean;
  minute?: number;
  second?: number;
  ms?: number;
  zone?: string;
  unixSeconds?: number;
}

interface Directive {
  /** Source of its regular expression, without capturing groups. */
  readonly source: string;
  readonly store: (fields: Fields, text: string) => void;
}

const TWO = "\\d{1,2}";

const directive = (source: string, store: Directive["store"]): Directive => ({ source, store });

const number = (source: string, key: Exclude<keyof Fields, "pm" | "zone">): Directive =>
  directive(source, (fields, text) => void (fields[key] = Number(text)));

/** Full and three-letter names; the full ones first, as the regular expression takes the first match. */
function named(names: readonly string[], store: (fields: Fields, index: number) => void): Directive {
  const lower = names.map((name) => name.toLowerCase());
  const all = [...lower, ...lower.map((name) => name.slice(0, 3))];
  return directive(all.join("|"), (fields, text) =>
    store(fields, all.indexOf(text.toLowerCase()) % names.length),
  );
}

const monthName = named(MONTHS, (fields, index) => void (fields.month = index + 1));
const weekdayName = named(WEEKDAYS, (fields, index) => void (fields.weekday = index));

const DIRECTIVES: Readonly<Record<string, Directive>> = {
  Y: number("\\d{4}", "year"),
  // Two digits: 69 to 99 are 1969 to 1999, as in POSIX.
  y: directive(
    "\\d{2}",
    (fields, text) => void (fields.year = Number(text) + (Number(text) < 69 ? 2000 : 1900)),
  ),
  m: number(TWO, "month"),
  d: number(TWO, "day"),
  e: number(` ?${TWO}`, "day"),
  j: number("\\d{1,3}", "dayOfYear"),
  H: number(TWO, "hour"),
  k: number(` ?${TWO}`, "hour"),
  I: number(TWO, "hour12"),
  l: number(` ?${TWO}`, "hour12"),
  M: number(TWO, "minute"),
  S: number(TWO, "second"),
  f: directive("\\d{1,9}", (fields, text) => void (fields.ms = Number(text.slice(0, 3).padEnd(3, "0")))),
  p: directive("am|pm|a\\.m\\.|p\\.m\\.", (fields, text) => void (fields.pm = /^p/i.test(text))),
  b: monthName,
  B: monthName,
  h: monthName,
  a: weekdayName,
  A: weekdayName,
  u: directive("[1-7]", (fields, text) => void (fields.weekday = Number(text) % 7)),
  w: number("[0-6]", "weekday"),
  G: number("\\d{4}", "isoYear"),
  V: number(TWO, "isoWeek"),
  U: number(TWO, "sundayWeek"),
  W: number(TWO, "mondayWeek"),
  z: directive("Z|[+-]\\d{2}(?::?\\d{2}){0,2}", (fields, text) => void (fields.zone = text)),
  Z: directive(
    "[A-Za-z][A-Za-z0-9_+/-]*|[+-]\\d{2}(?::?\\d{2})?",
    (fields, text) => void (fields.zone = text),
  ),
  s: directive("-?\\d+", (fields, text) => void (fields.unixSeconds = Number(text))),
};

const SHORTHANDS: Readonly<Record<string, string>> = {
  T: "%H:%M:%S",
  R: "%H:%M",
  F: "%Y-%m-%d",
  D: "%m/%d/%y",
  r: "%I:%M:%S %p",
  c: "%a %b %e %H:%M:%S %Y",
  x: "%m/%d/%y",
  X: "%H:%M:%S",
};

/** Parses a text. @returns unix ms, truncated (UTC unless the text has a zone), or null when the text does not match. */
export type DateParser = (text: string) => number | null;

/**
 * A parser for a strftime pattern. Blanks match any run of blanks; names are English, in any case. A missing day or
 * month is 1, a missing year 1900.
 *
 * @throws ConfigError for an unsupported directive.
 */
export function strptime(pattern: string): DateParser {
  const stores: Directive["store"][] = [];
  const expanded = pattern.replace(/%([%TRFDrcxX])/g, (piece, letter: string) => SHORTHANDS[letter] ?? piece);
  const source = expanded.replace(/%(.?)|\s+|[^%\s]+/gs, (piece, letter: string | undefined) => {
    if (!piece.startsWith("%"))
      return /^\s/.test(piece) ? "\\s+" : piece.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
    if (letter === "%") return "%";
    if (letter === "n" || letter === "t") return "\\s+";
    const directive = DIRECTIVES[letter!];
    if (directive === undefined) {
      const names = [...Object.keys(DIRECTIVES), ...Object.keys(SHORTHANDS), "%"]
        .map((name) => `%${name}`)
        .join(" ");
      throw new ConfigError(
        `date format ${JSON.stringify(pattern)} has ${piece}, which is not supported; supported are ${names}`,
      );
    }
    stores.push(directive.store);
    return `(${directive.source})`;
  });
  const has = (...letters: string[]): boolean => letters.some((letter) => expanded.includes(`%${letter}`));
  if (has("G") !== has("V") || (has("V") && !has("u", "w", "a", "A")))
    throw new ConfigError(
      `date format ${JSON.stringify(pattern)}: %G, the year of ISO weeks, %V, the week, and a day of the week (%u, %w, %a or %A) go together`,
    );
  const form = new RegExp(`^\\s*${source}\\s*$`, "i");
  return (text) => {
    const match = form.exec(text);
    if (match === null) return null;
    const fields: Fields = {};
    stores.forEach((store, i) => store(fields, match[i + 1] as string));
    return unixMsOf(fields);
  };
}

function hourOf({ hour, hour12, pm }: Fields): number | null {
  if (hour12 === undefined) return hour ?? 0;
  if (hour12 < 1 || hour12 > 12) return null;
  return (hour12 % 12) + (pm === true ? 12 : 0);
}

function unixMsOf(fields: Fields): number | null {
  const { year = 1900, minute = 0, second = 0, ms = 0, unixSeconds, zone } = fields;
  if (unixSeconds !== undefined) {
    // Of -0.25 the whole part is -0.
    const unixMs = unixSeconds * 1000 + (1 / unixSeconds < 0 ? -ms : ms);
    return isTimeMs(unixMs) ? unixMs : null;
  }
  const hour = hourOf(fields);
  if (hour === null) return null;
  const time = { hour, minute, second, ms, zone };
  const counted = fields.dayOfYear ?? dayOfWeeks(fields, year);
  if (counted === undefined) {
    const { month = 1, day = 1 } = fields;
    return civilToUnixMs({ year, month, day, ...time });
  }
  const own = fields.isoYear ?? year;
  const date = new Date(0);
  date.setUTCFullYear(own, 0, counted);
  // Day 366 exists only in leap years, and week 53 not in all.
  if (fields.dayOfYear !== undefined && date.getUTCFullYear() !== own) return null;
  if (fields.isoWeek !== undefined && isoWeekYear(date) !== own) return null;
  return civilToUnixMs({
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    ...time,
  });
}

/** The day of the year, from 1, of a week and a day of it; undefined without them. It may be in the year before or after. */
function dayOfWeeks(
  { weekday, isoYear, isoWeek, sundayWeek, mondayWeek }: Fields,
  year: number,
): number | undefined {
  if (weekday === undefined) return undefined;
  const newYear = new Date(0);
  newYear.setUTCFullYear(isoYear ?? year, 0, 1);
  const first = newYear.getUTCDay();
  const fromMonday = (day: number): number => (day + 6) % 7;
  // The week with January 4 is the first.
  if (isoWeek !== undefined && isoYear !== undefined)
    return isoWeek === 0 ? NaN : 7 * (isoWeek - 1) + fromMonday(weekday) + 4 - fromMonday((first + 3) % 7);
  if (sundayWeek !== undefined) return 7 * (sundayWeek - 1) + weekday + 1 + ((7 - first) % 7);
  if (mondayWeek !== undefined) return 7 * (mondayWeek - 1) + fromMonday(weekday) + 1 + ((8 - first) % 7);
  return undefined;
}

/** The year that a date's ISO week is in: that of its Thursday. */
function isoWeekYear(date: Date): number {
  const thursday = new Date(date);
  thursday.setUTCDate(date.getUTCDate() + 3 - ((date.getUTCDay() + 6) % 7));
  return thursday.getUTCFullYear();
}
