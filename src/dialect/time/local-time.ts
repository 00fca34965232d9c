import { bindOnce } from "../analyze/bind-once.ts";
import { withType, type Typed } from "../analyze/typed.ts";
import { hasOwnZone } from "../types/coercion.ts";
import { instantAt, instantOf, isFixed, minutesEast, wallClock, withZoneOf } from "./zones.ts";
import { engine, literal, type Sql } from "../sql/tree.ts";

/** SQL of the local time of a date, time, timestamp or instant; instants are in their own zone. */
export function localTime(value: Typed): Sql {
  if (value.type.kind === "timetz") return engine`(${instantOf(value)} + to_minutes(${minutesEast(value)}))`;
  if (value.type.kind !== "timestamptz") return value.sql;
  return wallClock(value.sql, value.type.zone);
}

/**
 * Changes a time's local time. Where a zone's clock is put back and shows a local time twice, an instant keeps its offset if it can.
 * @param change - Of the local time.
 */
export function throughLocal(value: Typed, change: (local: Sql) => Sql): Typed {
  const { type } = value;
  switch (type.kind) {
    case "timetz":
      return withType(
        withZoneOf(value, engine`(${change(localTime(value))} - to_minutes(${minutesEast(value)}))`),
        type,
      );
    case "timestamptz": {
      if (isFixed(type.zone)) return withType(instantAt(change(localTime(value)), type.zone), type);
      const sql = bindOnce([value], (v) => {
        const zone = hasOwnZone(type) ? engine`struct_extract(${v}, 'z')` : literal(type.zone);
        const [local, instant] = [localTime({ sql: v, type }), instantOf({ sql: v, type })];
        return withZoneOf({ sql: v, type }, engine`~near_instant(${change(local)}, ${zone}, ${instant})`);
      });
      return withType(sql, type);
    }
    case "date":
      return withType(engine`CAST(${change(value.sql)} AS DATE)`, type);
    default:
      return withType(change(value.sql), type);
  }
}

/** A time without what is smaller than a unit. Hours and less are cut in the time's own offset. */
export function truncated(value: Typed, unit: string): Typed {
  const cut = (local: Sql): Sql => engine`date_trunc(${literal(unit)}, ${local})`;
  if (value.type.kind !== "timestamptz" || !isClockUnit(unit)) return throughLocal(value, cut);
  const sql = bindOnce([value], (v) => {
    const at = { ...value, sql: v };
    return withZoneOf(at, engine`(${instantOf(at)} - (${localTime(at)} - ${cut(localTime(at))}))`);
  });
  return withType(sql, value.type);
}

/** Units that are the same in each zone whose offset is whole hours, and are added to an instant. */
export const isClockUnit = (unit: string): boolean =>
  ["millisecond", "second", "minute", "hour"].includes(unit);

/** A timestamp with `to` instead of `from` digits of a second, rounded half up. */
export function rounded(sql: Sql, from: number, to: number): Sql {
  return to >= from ? sql : engine`make_timestamp(~round_micros(epoch_us(${sql}), ${10 ** (6 - to)}))`;
}

/** The time of day of a timestamp; rounding up to midnight gives 00:00. */
export const timeOf = (stamp: Sql, from: number, to: number): Sql =>
  engine`CAST(${rounded(stamp, from, to)} AS TIME)`;
