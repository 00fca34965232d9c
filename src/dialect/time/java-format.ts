import type { Translation } from "../analyze/translation.ts";
import { literalPiece, type FormatPiece } from "./format-pieces.ts";
import { MIXED_ZONE } from "../types/coercion.ts";
import { offsetMinutes } from "./zones.ts";
import { engine, literal, type Sql } from "../sql/tree.ts";
import { escapePattern } from "../regex/escape-pattern.ts";

/** Abbreviations that JavaScript's Intl lacks. */
const KNOWN: Readonly<Record<string, string>> = {
  UTC: "UTC",
  "Asia/Tokyo": "JST",
  "Asia/Seoul": "KST",
  "Asia/Kolkata": "IST",
  "Asia/Shanghai": "CST",
  "Asia/Hong_Kong": "HKT",
  "Asia/Singapore": "SGT",
};

const EUROPEAN = /^Europe\//;

/** SQL of the minutes from an instant to its local time, either of which may be rounded to milliseconds. */
const minutesBetween = (i: Sql, w: Sql): Sql =>
  engine`CAST(round((epoch_us(${w}) - epoch_us(${i})) / 6e7) AS BIGINT)`;

/** SQL of a zone's short (or long) name at a local time and its instant; null if unknown. */
function zoneAbbreviation(zone: string, long: boolean): ((w: Sql, i: Sql) => Sql) | null {
  const offset = offsetMinutes(zone);
  if (offset !== null) return () => literal(`GMT${zone}`);
  const abbreviation = long ? undefined : KNOWN[zone];
  if (abbreviation !== undefined) return () => literal(abbreviation);
  const format = new Intl.DateTimeFormat(EUROPEAN.test(zone) ? "en-GB" : "en-US", {
    timeZone: zone,
    timeZoneName: long ? "long" : "short",
  });
  const [winter, summer] = [0, 6].map((month) => {
    const parts = format.formatToParts(Date.UTC(2024, month, 1));
    return parts.find((part) => part.type === "timeZoneName")!.value;
  }) as [string, string];
  if (/^(GMT|UTC)[+-]/.test(winter)) return null;
  if (winter === summer) return () => literal(winter);
  const january = engine`date_diff('minute', TIMESTAMP '2024-01-01' AT TIME ZONE ${literal(zone)}, TIMESTAMP '2024-01-01' AT TIME ZONE 'UTC')`;
  return (w, i) =>
    engine`(CASE WHEN ${minutesBetween(i, w)} = ${january} THEN ${literal(winter)} ELSE ${literal(summer)} END)`;
}

/** `joda` for Presto's functions, `java` (SimpleDateFormat) for Hive's and the service's. They differ in `Y`, `e`, `u`, `w` and `x`. */
export type JavaFlavour = "joda" | "java";

interface PatternRun {
  readonly letter: string;
  readonly count: number;
}

/** Splits a pattern into runs of a letter and literal text; text is quoted, and a doubled quote is a quote. */
function scanJava(
  t: Translation,
  pattern: string,
  flavour: JavaFlavour,
  pos: number,
): (PatternRun | string)[] {
  const parts: (PatternRun | string)[] = [];
  let isQuoted = false;
  for (const [part] of pattern.matchAll(/''|([A-Za-z])\1*|[^]/g)) {
    if (part === "'") isQuoted = !isQuoted;
    else if (isQuoted || !/[A-Za-z]/.test(part)) parts.push(part === "''" ? "'" : part);
    else parts.push({ letter: part[0]!, count: part.length });
  }
  // Joda takes the rest as text.
  if (isQuoted && flavour === "java") t.invalid(`unterminated quote in the pattern ${pattern}`, pos);
  return parts;
}

const sized =
  (short: string, long: string) =>
  (count: number): string =>
    count >= 2 ? long : short;

/** Letters supported by the engine's strftime, by their count. */
const WRITE: Readonly<Record<string, (count: number) => string>> = {
  y: (count) => (count === 2 ? "%y" : "%Y"),
  M: (count) => (count >= 4 ? "%B" : count === 3 ? "%b" : count === 2 ? "%m" : "%-m"),
  d: sized("%-d", "%d"),
  H: sized("%-H", "%H"),
  h: sized("%-I", "%I"),
  m: sized("%-M", "%M"),
  s: sized("%-S", "%S"),
  a: () => "%p",
  E: (count) => (count >= 4 ? "%A" : "%a"),
  D: (count) => (count >= 3 ? "%j" : "%-j"),
};

const JODA_WRITE: Readonly<Record<string, (count: number) => string>> = {
  Y: (count) => (count === 2 ? "%y" : "%Y"),
  x: () => "%G",
  e: () => "%u",
};

/** Counts of letters that strftime pads a number to. */
const WIDTHS: Readonly<Record<string, readonly number[]>> = {
  y: [2, 4], Y: [2, 4], x: [4], e: [1], D: [1, 3], d: [1, 2], H: [1, 2], h: [1, 2], m: [1, 2], s: [1, 2],
}; // prettier-ignore

/** The pieces of a pattern that formats times in a zone. */
export function javaPieces(
  t: Translation,
  pattern: string,
  zone: string,
  flavour: JavaFlavour,
  pos: number,
): FormatPiece[] {
  return scanJava(t, pattern, flavour, pos).map((part): FormatPiece => {
    if (typeof part === "string") return literalPiece(part);
    const { letter, count } = part;
    const writer = WRITE[letter] ?? (flavour === "joda" ? JODA_WRITE[letter] : undefined);
    if (writer !== undefined) {
      if (WIDTHS[letter]?.includes(count) !== false) return { strftime: writer(count) };
      const part = (w: Sql): Sql => engine`strftime(${w}, ${literal(writer(1))})::INTEGER`;
      const isShort = letter === "x" && count === 2;
      return { sql: (w) => padded(isShort ? engine`(${part(w)} % 100)` : part(w), count) };
    }
    return (
      ownPiece(letter, count, zone, flavour) ??
      t.unsupported(
        `'${letter.repeat(count)}' in the time pattern ${pattern}; its letters are ${WRITTEN[flavour]}, and other words stand between ' and '`,
        pos,
      )
    );
  });
}

/** The letters of patterns that format, and of those that parse. */
const WRITTEN: Readonly<Record<JavaFlavour, string>> = {
  joda: "a d D e E G h H k K m M s S w x y Y z Z",
  java: "a d D E F G h H k K m M Q s S u w W X y Y z Z",
};
const READ: Readonly<Record<JavaFlavour, string>> = {
  joda: "a d D E h H m M s S y Y Z",
  java: "a d D E h H m M s S X y Z",
};

const padded = (sql: Sql, count: number): Sql =>
  engine`lpad(CAST(${sql} AS VARCHAR), greatest(${count}, length(CAST(${sql} AS VARCHAR)))::INTEGER, '0')`;

/** Letters for numbers that strftime lacks. */
const NUMBERS: Readonly<Record<JavaFlavour, Readonly<Record<string, (w: Sql) => Sql>>>> = {
  joda: { w: (w) => engine`week(${w})` },
  java: {
    S: (w) => engine`(date_part('millisecond', ${w})::BIGINT % 1000)`,
    w: (w) => engine`((dayofyear(${saturday(w)}) - 1) // 7 + 1)`,
    W: (w) => engine`((day(${w}) - 1 + dayofweek(date_trunc('month', ${w}))) // 7 + 1)`,
    F: (w) => engine`((day(${w}) - 1) // 7 + 1)`,
  },
};

function ownPiece(letter: string, count: number, zone: string, flavour: JavaFlavour): FormatPiece | null {
  // The names of values' own zones are known only at run time.
  if (zone === MIXED_ZONE && (letter === "z" || (letter === "Z" && count >= 3))) return null;
  const isJoda = flavour === "joda";
  const number = (of: (w: Sql) => Sql): FormatPiece => ({ sql: (w) => padded(of(w), count) });
  const numberOf = NUMBERS[flavour][letter];
  if (numberOf !== undefined) return number(numberOf);
  switch (letter) {
    case "S":
      return { sql: (w) => engine`rpad(strftime(${w}, '%f'), ${count}, '0')` };
    case "k":
      return number((w) => engine`(CASE WHEN hour(${w}) = 0 THEN 24 ELSE hour(${w}) END)`);
    case "K":
      return number((w) => engine`(hour(${w}) % 12)`);
    case "Y":
      return number((w) =>
        count === 2 ? engine`(year(${saturday(w)}) % 100)` : engine`year(${saturday(w)})`,
      );
    case "Q":
      return isJoda || count >= 3 ? null : number((w) => engine`quarter(${w})`);
    case "u":
      return isJoda ? null : { strftime: "%u" };
    case "G":
      return { sql: (w) => engine`(CASE WHEN year(${w}) > 0 THEN 'AD' ELSE 'BC' END)` };
    case "z": {
      if (isJoda && offsetMinutes(zone) !== null) return literalPiece(zone);
      const name = zoneAbbreviation(zone, count >= 4);
      return name === null ? null : { sql: name };
    }
    case "Z":
      if (isJoda && count >= 3) return literalPiece(zone);
      return { sql: (w, i) => offsetText(w, i, zone, isJoda && count === 2 ? ":" : "") };
    case "X": {
      if (isJoda) return null;
      const offset = (w: Sql, i: Sql): Sql => offsetText(w, i, zone, count === 3 ? ":" : "");
      return {
        sql: (w, i) =>
          engine`(CASE WHEN ${offsetText(w, i, zone, "")} = '+0000' THEN 'Z' ELSE ${count === 1 ? engine`left(${offset(w, i)}, 3)` : offset(w, i)} END)`,
      };
    }
    default:
      return null;
  }
}

/** Java's (US) weeks begin on Sunday, and belong to the year of their Saturday. */
const saturday = (w: Sql): Sql => engine`(CAST(${w} AS DATE) + CAST(6 - dayofweek(${w}) AS INTEGER))`;

/** `+0900`: how far a local time is from its instant. */
function offsetText(w: Sql, i: Sql, zone: string, colon: string): Sql {
  const fixed = zone === "UTC" ? 0 : offsetMinutes(zone);
  const minutes = fixed === null ? minutesBetween(i, w) : engine`${fixed}`;
  return engine`(CASE WHEN ${minutes} < 0 THEN '-' ELSE '+' END || lpad(CAST(abs(${minutes}) // 60 AS VARCHAR), 2, '0') || ${literal(colon)} || lpad(CAST(abs(${minutes}) % 60 AS VARCHAR), 2, '0'))`;
}

/** The engine's form of a letter for parsing, where numbers may have one or two digits: it accepts both for padded forms. */
function readForm(letter: string, count: number, flavour: JavaFlavour): string | undefined {
  if (letter === "S") return "%f";
  const form = WRITE[letter] ?? (letter === "Y" && flavour === "joda" ? JODA_WRITE[letter] : undefined);
  return form?.(count).replace("-", "");
}

/** Regular expressions of pattern letters, to parse times at the start of longer texts. */
const LOOKS: Readonly<Record<string, string>> = {
  y: "[0-9]+", M: "[0-9]{1,2}", d: "[0-9]{1,2}", H: "[0-9]{1,2}", h: "[0-9]{1,2}", m: "[0-9]{1,2}", s: "[0-9]{1,2}", S: "[0-9]+", a: "(?i:am|pm)",
  E: "[A-Za-z]+", D: "[0-9]{1,3}", Z: "[+-][0-9]{4}", X: "(?:Z|[+-][0-9:]+)",
}; // prettier-ignore

/** A regular expression for the start of a text that the pattern parses; SimpleDateFormat ignores the rest. */
export function javaPrefix(t: Translation, pattern: string, pos: number): string {
  const parts = scanJava(t, pattern, "java", pos);
  const isNumber = (part: PatternRun | string | undefined): boolean =>
    typeof part === "object" && /[yMdHhmsSD]/.test(part.letter) && !(part.letter === "M" && part.count >= 3);
  const looks = parts.map((part, i) => {
    if (typeof part === "string") return escapePattern(part);
    const { letter, count } = part;
    // Adjacent number fields have as many digits as letters.
    if (isNumber(part) && isNumber(parts[i + 1])) return `[0-9]{${count}}`;
    return letter === "M" && count >= 3 ? "[A-Za-z]+" : LOOKS[letter]!;
  });
  return `^${looks.join("")}`;
}

/** The engine's format that parses a pattern; `zoned` if the text includes an offset. */
export function javaReading(
  t: Translation,
  pattern: string,
  flavour: JavaFlavour,
  pos: number,
): { format: string; zoned: boolean } {
  let zoned = false;
  const format = scanJava(t, pattern, flavour, pos).map((part) => {
    if (typeof part === "string") return part.replaceAll("%", "%%");
    const { letter, count } = part;
    if (flavour === "java" ? "XZ".includes(letter) : letter === "Z" && count < 3) {
      zoned = true;
      return "%z";
    }
    return (
      readForm(letter, count, flavour) ??
      t.unsupported(
        `reading '${letter.repeat(count)}' in the time pattern ${pattern}; the letters that it reads are ${READ[flavour]}, and other words stand between ' and '`,
        pos,
      )
    );
  }); // prettier-ignore
  return { format: format.join(""), zoned };
}
