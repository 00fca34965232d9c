import type { Typed } from "../analyze/typed.ts";
import { MIXED_ZONE } from "../types/coercion.ts";
import { instantAt, wallClock, withZoneOf } from "./zones.ts";
import { engine, type Sql } from "../sql/tree.ts";

/** SQL of what the clocks show for a date, timestamp or instant: instants in their own zone. */
export function localTime(value: Typed): Sql {
  if (value.type.kind !== "timestamptz") return value.sql;
  return wallClock(value.sql, value.type.zone);
}

/** The way back: a wall-clock time as the kind of value that `like` is. */
export function backFromLocal(like: Typed, sql: Sql): Sql {
  switch (like.type.kind) {
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
