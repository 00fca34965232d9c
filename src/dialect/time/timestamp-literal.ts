import type { Translation } from "../analyze/translation.ts";
import { withType, type Typed } from "../analyze/typed.ts";
import { DATE } from "../types/type.ts";
import { instantAt, resolveZone } from "./zones.ts";
import { engine, literal } from "../sql/tree.ts";
import { isSkipped } from "../td/zoned-time.ts";

const STAMP =
  /^\s*([+-]?)(\d{1,6})-(\d{1,2})-(\d{1,2})(?:(?:[ T])(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.(\d{1,12}))?)?)?\s*(.*?)\s*$/;
const TIME = /^\s*(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.(\d{1,12}))?)?\s*([+-]\d{2}:\d{2})?\s*$/;

/** The engine's times have microseconds; more digits are cut. */
const FINEST = 6;
const digitsOf = (fraction = ""): number => Math.min(FINEST, fraction.length);

const two = (part: string | undefined): string => (part ?? "0").padStart(2, "0");

/** The literal's value, with the precision of its text. @throws SqlError for an invalid time. */
export function timestampLiteral(t: Translation, kind: string, text: string, pos: number): Typed {
  const invalid = (): never =>
    t.fail("INVALID_LITERAL", `'${text}' is not a valid ${kind.toUpperCase()} literal`, pos);
  const clock = (hour?: string, minute?: string, second?: string, fraction?: string): string => {
    if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) invalid();
    return `${two(hour)}:${two(minute)}:${two(second)}${fraction === undefined ? "" : `.${fraction.slice(0, FINEST)}`}`;
  };
  if (kind === "time") {
    const [, hour, minute, second, fraction, offset] = TIME.exec(text) ?? invalid();
    const precision = digitsOf(fraction);
    const sql = engine`TIME ${literal(clock(hour, minute, second, fraction))}`;
    if (offset === undefined) return { sql, type: { kind: "time", precision }, constant: text };
    const zone = resolveZone(offset) ?? invalid();
    return withType(instantAt(sql, zone), { kind: "timetz", precision, zone });
  }
  const [, sign, year, month, day, hour, minute, second, fraction, zoneName = ""] =
    STAMP.exec(text) ?? invalid();
  const valid = new Date(Date.UTC(2000 + (Number(year) % 400), Number(month) - 1, Number(day)));
  if (valid.getUTCMonth() !== Number(month) - 1) invalid();
  const time = clock(hour, minute, second, fraction);
  if (t.hive && (year!.length !== 4 || sign !== "" || zoneName !== "")) invalid();
  const date = `${sign === "-" ? sign : ""}${year!.padStart(4, "0")}-${two(month)}-${two(day)}`;
  if (kind === "date") {
    if (zoneName !== "" || (hour !== undefined && !t.hive)) invalid();
    return { sql: engine`DATE ${literal(date)}`, type: DATE, constant: date };
  }
  const constant = `${date} ${time}`;
  const stamp = engine`TIMESTAMP ${literal(constant)}`;
  const precision = t.hive ? FINEST : digitsOf(fraction);
  if (zoneName === "") return { sql: stamp, type: { kind: "timestamp", precision }, constant };
  const zone = resolveZone(zoneName) ?? invalid();
  const [h, m] = [Number(hour ?? 0), Number(minute ?? 0)];
  if (isSkipped(zone, [Number(year), Number(month), Number(day), h, m])) invalid();
  return { sql: instantAt(stamp, zone), type: { kind: "timestamptz", precision, zone } };
}
