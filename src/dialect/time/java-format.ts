import type { Translation } from "../analyze/translation.ts";
import { literalPiece, type FormatPiece } from "./format-pieces.ts";
import { MIXED_ZONE } from "../types/coercion.ts";
import { minutesBetween, zoneAbbreviation } from "./zone-abbreviation.ts";
import { offsetMinutes } from "./zones.ts";
import { engine, literal, type Sql } from "../sql/tree.ts";

/** `joda` for Presto's functions, `java` (SimpleDateFormat) for Hive's and the service's. They differ in `Y`, `e`, `u`, `w` and `x`. */
export type JavaFlavour = "joda" | "java";

interface PatternRun {
  readonly letter: string;
  readonly count: number;
}

/** Splits a pattern into runs of a letter and literal text; text is quoted, and a doubled quote is a quote. */
function scanJava(t: Translation, pattern: string, pos: number): (PatternRun | string)[] {
  const parts: (PatternRun | string)[] = [];
  for (let i = 0; i < pattern.length;) {
    const char = pattern[i]!;
    if (char === "'") {
      let text = "";
      let end = i + 1;
      for (; end < pattern.length; end++) {
        if (pattern[end] !== "'") text += pattern[end]!;
        else if (pattern[end + 1] === "'") text += pattern[end++]!;
        else break;
      }
      if (end >= pattern.length) t.invalid(`unterminated quote in the pattern ${pattern}`, pos);
      parts.push(text === "" ? "'" : text);
      i = end + 1;
    } else if (/[A-Za-z]/.test(char)) {
      let end = i;
      while (pattern[end] === char) end++;
      parts.push({ letter: char, count: end - i });
      i = end;
    } else {
      parts.push(char);
      i++;
    }
  }
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

/** The pieces of a pattern that formats times in a zone. */
export function javaPieces(
  t: Translation,
  pattern: string,
  zone: string,
  flavour: JavaFlavour,
  pos: number,
): FormatPiece[] {
  return scanJava(t, pattern, pos).map((part): FormatPiece => {
    if (typeof part === "string") return literalPiece(part);
    const { letter, count } = part;
    const known = WRITE[letter] ?? (flavour === "joda" ? JODA_WRITE[letter] : undefined);
    if (known !== undefined && !(letter === "x" && count === 2)) return { strftime: known(count) };
    return (
      ownPiece(letter, count, zone, flavour) ??
      t.unsupported(`'${letter.repeat(count)}' in the time pattern ${pattern}`, pos)
    );
  });
}

const padded = (sql: Sql, count: number): Sql =>
  engine`lpad(CAST(${sql} AS VARCHAR), greatest(${count}, length(CAST(${sql} AS VARCHAR)))::INTEGER, '0')`;

function ownPiece(letter: string, count: number, zone: string, flavour: JavaFlavour): FormatPiece | null {
  // The names of values' own zones are known only at run time.
  if (zone === MIXED_ZONE && (letter === "z" || (letter === "Z" && flavour === "joda" && count >= 3))) return null; // prettier-ignore
  switch (letter) {
    case "S":
      // In Joda, digits of the second's fraction; in SimpleDateFormat, padded milliseconds.
      if (flavour === "java")
        return { sql: (w) => padded(engine`(date_part('millisecond', ${w})::BIGINT % 1000)`, count) };
      return { sql: (w) => engine`rpad(left(strftime(${w}, '%f'), ${Math.min(count, 6)}), ${count}, '0')` };
    case "k":
      return { sql: (w) => padded(engine`(CASE WHEN hour(${w}) = 0 THEN 24 ELSE hour(${w}) END)`, count) };
    case "K":
      return { sql: (w) => padded(engine`(hour(${w}) % 12)`, count) };
    case "w":
      return flavour === "joda"
        ? { sql: (w) => padded(engine`week(${w})`, count) }
        : { sql: (w) => padded(engine`((dayofyear(${saturday(w)}) - 1) // 7 + 1)`, count) };
    case "Y":
      return count === 2
        ? { sql: (w) => padded(engine`(year(${saturday(w)}) % 100)`, 2) }
        : { sql: (w) => padded(engine`year(${saturday(w)})`, count) };
    case "W":
      if (flavour === "joda") return null;
      return {
        sql: (w) => padded(engine`((day(${w}) - 1 + dayofweek(date_trunc('month', ${w}))) // 7 + 1)`, count),
      };
    case "F":
      if (flavour === "joda") return null;
      return { sql: (w) => padded(engine`((day(${w}) - 1) // 7 + 1)`, count) };
    case "Q":
      return flavour === "java" && count < 3 ? { sql: (w) => padded(engine`quarter(${w})`, count) } : null;
    case "u":
      return flavour === "java" ? { strftime: "%u" } : null;
    case "G":
      return { sql: (w) => engine`(CASE WHEN year(${w}) > 0 THEN 'AD' ELSE 'BC' END)` };
    case "z": {
      if (flavour === "joda" && offsetMinutes(zone) !== null) return literalPiece(zone);
      const name = zoneAbbreviation(zone, count >= 4);
      return name === null ? null : { sql: name };
    }
    case "Z": {
      if (flavour === "joda" && count >= 3) return literalPiece(zone);
      const colon = flavour === "joda" && count === 2 ? ":" : "";
      return { sql: (w, i) => offsetText(w, i, zone, colon) };
    }
    case "X":
      if (flavour === "joda") return null;
      return {
        sql: (w, i) =>
          engine`(CASE WHEN ${offsetText(w, i, zone, "")} = '+0000' THEN 'Z' ELSE ${count === 1 ? engine`left(${offsetText(w, i, zone, "")}, 3)` : offsetText(w, i, zone, count === 3 ? ":" : "")} END)`,
      };
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
  const parts = scanJava(t, pattern, pos);
  const looks = parts.map((part, i) => {
    if (typeof part === "string") return part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
    const { letter, count } = part;
    const next = parts[i + 1];
    // Adjacent number fields have as many digits as letters.
    if (typeof next === "object" && /[yMdHhmsSD]/.test(letter) && /[yMdHhmsSD]/.test(next.letter) && count !== 3) return `[0-9]{${count}}`;
    return letter === "M" && count >= 3 ? "[A-Za-z]+" : (LOOKS[letter] ?? ".*");
  }); // prettier-ignore
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
  const format = scanJava(t, pattern, pos).map((part) => {
    if (typeof part === "string") return part.replaceAll("%", "%%");
    const { letter, count } = part;
    if (flavour === "java" ? "XZ".includes(letter) : letter === "Z" && count < 3) {
      zoned = true;
      return "%z";
    }
    return readForm(letter, count, flavour) ?? t.unsupported(`reading '${letter.repeat(count)}' in the time pattern ${pattern}`, pos);
  }); // prettier-ignore
  return { format: format.join(""), zoned };
}
