import { ConfigError } from "../errors.ts";
import { MONTHS, WEEKDAYS, civilToUnixMs, isTimeMs } from "./calendar.ts";
import { zoneOffsetMs } from "./zone-offset.ts";

/** Fields parsed so far. */
interface Fields {
  year?: number;
  month?: number;
  day?: number;
  dayOfYear?: number;
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

function number(
  source: string,
  key: "year" | "month" | "day" | "dayOfYear" | "hour" | "hour12" | "minute" | "second",
): Directive {
  return {
    source,
    store: (fields, text) => {
      fields[key] = Number(text);
    },
  };
}

/** Full and three-letter names; the full ones first, as the regular expression takes the first match. */
function named(names: readonly string[], store: (fields: Fields, index: number) => void): Directive {
  const all = [
    ...names.map((name) => name.toLowerCase()),
    ...names.map((name) => name.slice(0, 3).toLowerCase()),
  ];
  return {
    source: all.join("|"),
    store: (fields, text) => store(fields, all.indexOf(text.toLowerCase()) % names.length),
  };
}

const monthName = named(MONTHS, (fields, index) => {
  fields.month = index + 1;
});
const weekdayName = named(WEEKDAYS, () => {});

const DIRECTIVES: Readonly<Record<string, Directive>> = {
  Y: number("\\d{4}", "year"),
  // Two digits: 69 to 99 are 1969 to 1999, as in POSIX.
  y: {
    source: "\\d{2}",
    store: (fields, text) => {
      fields.year = Number(text) + (Number(text) < 69 ? 2000 : 1900);
    },
  },
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
  f: {
    source: "\\d{1,9}",
    store: (fields, text) => {
      fields.ms = Number(text.slice(0, 3).padEnd(3, "0"));
    },
  },
  p: {
    source: "am|pm|a\\.m\\.|p\\.m\\.",
    store: (fields, text) => {
      fields.pm = /^p/i.test(text);
    },
  },
  b: monthName,
  B: monthName,
  h: monthName,
  a: weekdayName,
  A: weekdayName,
  z: {
    source: "Z|[+-]\\d{2}(?::?\\d{2}){0,2}",
    store: (fields, text) => {
      fields.zone = text;
    },
  },
  Z: {
    source: "[A-Za-z][A-Za-z0-9_+/-]*|[+-]\\d{2}(?::?\\d{2})?",
    store: (fields, text) => {
      fields.zone = text;
    },
  },
  s: {
    source: "-?\\d+",
    store: (fields, text) => {
      fields.unixSeconds = Number(text);
    },
  },
};

/** Directives that expand to several. */
const SHORTHANDS: Readonly<Record<string, string>> = {
  T: "%H:%M:%S",
  R: "%H:%M",
  F: "%Y-%m-%d",
  D: "%m/%d/%y",
  r: "%I:%M:%S %p",
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
  const expanded = pattern.replace(/%([%TRFDr])/g, (piece, letter: string) => SHORTHANDS[letter] ?? piece);
  const source = expanded.replace(/%(.?)|\s+|[^%\s]+/gs, (piece, letter: string | undefined) => {
    if (!piece.startsWith("%"))
      return /^\s/.test(piece) ? "\\s+" : piece.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
    if (letter === "%") return "%";
    if (letter === "n" || letter === "t") return "\\s+";
    const directive = DIRECTIVES[letter ?? ""];
    if (directive === undefined) {
      const known = [...Object.keys(DIRECTIVES), ...Object.keys(SHORTHANDS), "%"]
        .map((name) => `%${name}`)
        .join(" ");
      throw new ConfigError(
        `date format ${JSON.stringify(pattern)} has ${piece}, which is not supported; supported are ${known}`,
      );
    }
    stores.push(directive.store);
    return `(${directive.source})`;
  });
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
    const unixMs = unixSeconds * 1000 + ms;
    return isTimeMs(unixMs) ? unixMs : null;
  }
  const hour = hourOf(fields);
  if (hour === null) return null;
  let { month = 1, day = 1 } = fields;
  if (fields.dayOfYear !== undefined && fields.month === undefined) {
    // Day 366 exists only in leap years.
    const date = new Date(0);
    date.setUTCFullYear(year, 0, fields.dayOfYear);
    if (fields.dayOfYear < 1 || date.getUTCFullYear() !== year) return null;
    month = date.getUTCMonth() + 1;
    day = date.getUTCDate();
  }
  const localMs = civilToUnixMs({ year, month, day, hour, minute, second, ms });
  if (localMs === null || zone === undefined) return localMs;
  const offsetMs = zoneOffsetMs(zone, localMs);
  return offsetMs === null ? null : localMs - offsetMs;
}
