import type { Translation } from "../analyze/translation.ts";
import { type Typed, withType } from "../analyze/typed.ts";
import { engine, type Sql } from "../sql/tree.ts";
import { localTime, rounded, timeOf } from "../time/local-time.ts";
import {
  instantAt,
  instantOf,
  isFixed,
  minutesEast,
  offsetAtStart,
  sessionTime,
  withZoneOf,
} from "../time/zones.ts";
import { MIXED_ZONE } from "../types/coercion.ts";
import type { Type } from "../types/type.ts";

/** A cast of a date or time to another: by way of their local time. */
export function convertTime(t: Translation, value: Typed, to: Type): Typed | null {
  const from = value.type;
  const isClock = from.kind === "time" || from.kind === "timetz";
  const digits = "precision" in from ? from.precision : 0;
  const local = localTime(value);
  if (to.kind === "date") return isClock ? null : withType(engine`CAST(${local} AS DATE)`, to);
  if (!("precision" in to) || to.kind === "decimal") return null;
  /** The time of day of a local time, or a time of day with another precision. */
  const clock = (time: Sql): Sql =>
    !isClock
      ? timeOf(time, digits, to.precision)
      : digits <= to.precision
        ? time
        : timeOf(engine`DATE '1970-01-01' + ${time}`, digits, to.precision);
  if (to.kind === "time") return from.kind === "date" ? null : withType(clock(local), to);
  if (to.kind === "timetz") {
    if (from.kind === "date") return null;
    if (from.kind === "timetz")
      return withType(withZoneOf(value, clock(instantOf(value))), { ...to, zone: from.zone });
    if (from.kind === "timestamptz" && !isFixed(from.zone)) {
      const minutes = engine`date_diff('minute', ${instantOf(value)}, ${local})`;
      const zone = engine`replace(~offset_after(${minutes}), 'Z', 'UTC')`;
      return withType(engine`~zoned(${clock(instantOf(value))}, ${zone})`, { ...to, zone: MIXED_ZONE });
    }
    const zone = offsetAtStart(t, from.kind === "timestamptz" ? from.zone : t.zone);
    return withType(instantAt(clock(local), zone), { ...to, zone });
  }
  // A time of day is one of today, in the session's zone.
  const stamp =
    from.kind === "date" ? engine`CAST(${value.sql} AS TIMESTAMP)`
    : isClock ? engine`(CAST(${sessionTime(t)} AS DATE) + ${local})`
    : local; // prettier-ignore
  const round = (time: Sql): Sql => rounded(time, digits, to.precision);
  if (to.kind === "timestamp") return withType(round(stamp), to);
  if (!("zone" in from)) return withType(instantAt(round(stamp), t.zone), { ...to, zone: t.zone });
  const instant = isClock ? engine`(${stamp} - to_minutes(${minutesEast(value)}))` : instantOf(value);
  return withType(withZoneOf(value, round(instant)), { ...to, zone: from.zone });
}
