// This folder: zones, literals and formats of time.

import type { Translation } from "../analyze/translation.ts";
import { withType, type Typed } from "../analyze/typed.ts";
import { hasOwnZone, MIXED_ZONE } from "../types/coercion.ts";
import { type Type, VARCHAR } from "../types/type.ts";
import { engine, literal, type Sql } from "../sql/tree.ts";
import { meaningsOf } from "./zone-names.ts";

/** Abbreviations that are names of zones in Trino. */
const NAMES = /^(?:CET|EET|MET|WET)$/i;

/** Zones by the names that statements have; `Intl` takes as long for one as a short statement for all. */
const zones = new Map<string, string | null>();
const MOST_ZONES = 1000;

/** The engine's name of a zone (`Asia/Tokyo`, `+09:00`), as Trino knows them; null when there is no such zone, and for abbreviations. */
export function resolveZone(name: string): string | null {
  let zone = zones.get(name);
  if (zone === undefined) {
    if (zones.size >= MOST_ZONES) zones.clear();
    zones.set(name, (zone = zoneOfName(name)));
  }
  return zone;
}

function zoneOfName(name: string): string | null {
  const offset = /^(?:UTC?|GMT)?([+-])(\d{1,2})(?::?(\d{2}))?$/i.exec(name);
  if (offset) {
    const hours = Number(offset[2]);
    const minutes = Number(offset[3] ?? "0");
    if (hours === 0 && minutes === 0) return "UTC";
    return hours * 60 + minutes > 840 || minutes > 59
      ? null
      : `${offset[1]}${String(hours).padStart(2, "0")}:${String(minutes).padStart(2, "0")}`;
  }
  if (/^(?:UTC?|GMT|Z)$/i.test(name)) return "UTC";
  // Intl guesses what they mean.
  if (meaningsOf(name).length > 0 && !NAMES.test(name)) return null;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return name;
  } catch {
    return null;
  }
}

/** The zone of a literal argument. @param resolve - As the function knows zones. */
export function zoneOf(t: Translation, value: Typed, pos: number, resolve = resolveZone): string {
  const name = t.literalText(value, "a time zone", pos);
  return resolve(name) ?? t.invalid(notZone(name), pos);
}

/** What is wrong with the name of a zone. */
export function notZone(name: string): string {
  const zones = meaningsOf(name);
  return `'${name}' is not a valid time zone${zones.length === 0 ? "" : `; write ${zones.join(" or ")}`}`;
}

/** An offset, such as that of `AT TIME ZONE INTERVAL '9' HOUR`, as the literal of its zone. */
export function offsetLiteral(minutes: number): Typed {
  const two = (n: number): string => String(Math.abs(n)).padStart(2, "0");
  const text = `${minutes < 0 ? "-" : "+"}${two(Math.trunc(minutes / 60))}:${two(minutes % 60)}`;
  return { sql: literal(text), type: VARCHAR, constant: text };
}

/** An instant displayed in the zone of an argument. A zone that varies by row is stored with the instant. */
export function inZone(t: Translation, instant: Sql, precision: number, zone: Typed, pos: number): Typed {
  if (typeof zone.constant === "string")
    return t.attempt(
      () => withType(instant, { kind: "timestamptz", precision, zone: zoneOf(t, zone, pos) }),
      { kind: "timestamptz", precision, zone: "UTC" },
      pos,
    );
  return withType(engine`~zoned(${instant}, svc_zone(${zone.sql}))`, {
    kind: "timestamptz",
    precision,
    zone: MIXED_ZONE,
  });
}

/** SQL of the statement's start in UTC, rounded to a precision of 0 to 3 digits of a second. */
export function startOf({ scheduledTimeMs }: Translation, precision = 3): Sql {
  const unit = 10 ** (3 - precision);
  return engine`make_timestamp(${BigInt(Math.round(scheduledTimeMs / unit) * unit) * 1000n})`;
}

/** SQL of the statement's start in the session's local time. */
export const sessionTime = (t: Translation, precision?: number): Sql =>
  wallClock(startOf(t, precision), t.zone);

/** The type of an instant in the session's zone. */
export const sessionInstant = (t: Translation, precision = 3): Type => ({
  kind: "timestamptz",
  precision,
  zone: t.zone,
});

/** SQL of the instant of a `timestamp with time zone`, without its zone. */
export function instantOf(value: Typed): Sql {
  return hasOwnZone(value.type) ? engine`struct_extract(${value.sql}, 't')` : value.sql;
}

/** SQL of the instant of a date or time; without a zone it is in the session's zone. */
export function sessionInstantOf(t: Translation, value: Typed): Sql {
  if (value.type.kind === "date") return instantAt(engine`CAST(${value.sql} AS TIMESTAMP)`, t.zone);
  if (value.type.kind === "time") return instantAt(value.sql, offsetAtStart(t, t.zone));
  return value.type.kind === "timestamp" ? instantAt(value.sql, t.zone) : instantOf(value);
}

/** Whether a zone has the same offset at any time. */
export const isFixed = (zone: string): boolean => zone === "UTC" || offsetMinutes(zone) !== null;

/** The offset of a zone at the statement's start, as a zone: `+09:00`, or UTC. A time of day has no other. */
export function offsetAtStart(t: Translation, zone: string): string {
  if (isFixed(zone)) return zone;
  const format = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" });
  const parts = format.formatToParts(t.scheduledTimeMs);
  return resolveZone(parts.find(({ type }) => type === "timeZoneName")!.value) ?? "UTC";
}

/** SQL of the minutes east of UTC of a time with an offset. */
export const minutesEast = ({ sql, type }: Typed): Sql =>
  hasOwnZone(type)
    ? engine`~zone_minutes(struct_extract(${sql}, 'z'))`
    : engine`${offsetMinutes((type as { zone: string }).zone) ?? 0}`;

/** SQL of an instant with the zone of another value, in that value's representation. */
export function withZoneOf(like: Typed, instant: Sql): Sql {
  return hasOwnZone(like.type) ? engine`~zoned(${instant}, struct_extract(${like.sql}, 'z'))` : instant;
}

/**
 * SQL of a zone's local time at an instant (a timestamp in UTC). Fixed offsets are added explicitly: the engine reads `+09:00` with the
 * opposite sign, and its zones cost a hundred times an addition.
 */
export function wallClock(sql: Sql, zone: string): Sql {
  if (zone === "UTC") return sql;
  if (zone === MIXED_ZONE) return engine`~wall_clock(${sql})`;
  const minutes = offsetMinutes(zone);
  return minutes === null
    ? engine`((${sql} AT TIME ZONE 'UTC') AT TIME ZONE ${literal(zone)})`
    : engine`(${sql} + to_minutes(${minutes}))`;
}

/** SQL of the instant (a timestamp in UTC) of a zone's local time; the first one if it is ambiguous. */
export function instantAt(sql: Sql, zone: string): Sql {
  if (zone === "UTC") return sql;
  const minutes = offsetMinutes(zone);
  return minutes === null
    ? engine`~first_instant(${sql}, ${literal(zone)})`
    : engine`(${sql} - to_minutes(${minutes}))`;
}

/** Minutes east of UTC of a fixed offset; null for a named zone. */
export function offsetMinutes(zone: string): number | null {
  const match = /^([+-])(\d{2}):(\d{2})$/.exec(zone);
  return match === null ? null : (match[1] === "-" ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3]));
}
