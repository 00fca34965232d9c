import type { Typed } from "../analyze/typed.ts";
import { MIXED_ZONE } from "../types/coercion.ts";
import { instantAt, instantOf, minutesEast, wallClock, withZoneOf } from "./zones.ts";
import { engine, type Sql } from "../sql/tree.ts";

/** SQL of the local time of a date, time, timestamp or instant; instants are in their own zone. */
export function localTime(value: Typed): Sql {
  if (value.type.kind === "timetz") return engine`(${instantOf(value)} + to_minutes(${minutesEast(value)}))`;
  if (value.type.kind !== "timestamptz") return value.sql;
  return wallClock(value.sql, value.type.zone);
}

/** Converts a local time back to the type of `like`. */
export function backFromLocal(like: Typed, sql: Sql): Sql {
  switch (like.type.kind) {
    case "timetz":
      return withZoneOf(like, engine`(${sql} - to_minutes(${minutesEast(like)}))`);
    case "timestamptz":
      return like.type.zone === MIXED_ZONE
        ? withZoneOf(like, engine`~instant_in(${sql}, struct_extract(${like.sql}, 'z'))`)
        : instantAt(sql, like.type.zone);
    case "date":
      return engine`CAST(${sql} AS DATE)`;
    default:
      return sql;
  }
}
