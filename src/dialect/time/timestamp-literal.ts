import type { Translation } from "../analyze/translation.ts";
import { typed, type Typed } from "../analyze/typed.ts";
import { DATE } from "../types/type.ts";
import { instantAt, resolveZone } from "./zones.ts";
import { engine, literal } from "../sql/tree.ts";

const STAMP =
  /^\s*([+-]?)(\d{1,6})-(\d{1,2})-(\d{1,2})(?:(?:[ T])(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.(\d{1,9}))?)?)?\s*(.*?)\s*$/;
const TIME = /^\s*(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.(\d{1,9}))?)?\s*([+-]\d{2}:\d{2})?\s*$/;

const two = (part: string | undefined): string => (part ?? "0").padStart(2, "0");

/** The literal's value, with the precision of its text. @throws SqlError for an invalid time. */
export function timestampLiteral(t: Translation, kind: string, text: string, pos: number): Typed {
  const invalid = (): never =>
    t.fail("INVALID_LITERAL", `'${text}' is not a valid ${kind.toUpperCase()} literal`, pos);
  if (kind === "time") {
    const match = TIME.exec(text) ?? invalid();
    if (Number(match[1]) > 23 || Number(match[2]) > 59 || Number(match[3] ?? 0) > 59) invalid();
    const precision = Math.min(6, (match[4] ?? "").length);
    const time: Typed = {
      sql: engine`TIME ${literal(`${two(match[1])}:${two(match[2])}:${two(match[3])}${match[4] ? `.${match[4].slice(0, 6)}` : ""}`)}`,
      type: { kind: "time", precision },
      constant: text,
    };
    if (match[5] === undefined) return time;
    const zone = resolveZone(match[5]) ?? invalid();
    return typed(instantAt(time.sql, zone), { kind: "timetz", precision, zone });
  }
  const match = STAMP.exec(text) ?? invalid();
  const [, sign, year, month, day, hour, minute, second, fraction = "", zoneName = ""] = match;
  const valid = new Date(Date.UTC(2000 + (Number(year) % 400), Number(month) - 1, Number(day)));
  if (
    valid.getUTCMonth() !== Number(month) - 1 ||
    Number(hour ?? 0) > 23 ||
    Number(minute ?? 0) > 59 ||
    Number(second ?? 0) > 59
  )
    invalid();
  if (t.hive && (year!.length < 4 || sign === "-")) invalid();
  const date = `${sign === "-" ? sign : ""}${year!.padStart(4, "0")}-${two(month)}-${two(day)}`;
  if (kind === "date") {
    if (zoneName !== "" || (hour !== undefined && !t.hive)) invalid();
    return { sql: engine`DATE ${literal(date)}`, type: DATE, constant: date };
  }
  if (fraction.length > 6) t.unsupported("timestamps finer than microseconds", pos);
  const stamp = engine`TIMESTAMP ${literal(`${date} ${two(hour)}:${two(minute)}:${two(second)}${fraction && `.${fraction}`}`)}`;
  const constant = `${date} ${two(hour)}:${two(minute)}:${two(second)}${fraction && `.${fraction}`}`;
  const precision = t.hive ? 6 : fraction.length;
  if (zoneName === "") return { sql: stamp, type: { kind: "timestamp", precision }, constant };
  const zone = resolveZone(zoneName) ?? invalid();
  return { sql: instantAt(stamp, zone), type: { kind: "timestamptz", precision, zone } };
}
