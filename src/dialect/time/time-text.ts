import { hasOwnZone, MIXED_ZONE } from "../types/coercion.ts";
import { localTime } from "./local-time.ts";
import { DATE, TIMESTAMP, type Zoned } from "../types/type.ts";
import { wallClock } from "./zones.ts";
import { bindOnce } from "../analyze/bind-once.ts";
import { withType } from "../analyze/typed.ts";
import { engine, literal, type Sql } from "../sql/tree.ts";

/** SQL of whole seconds since 1970. */
export const wholeSeconds = (sql: Sql): Sql => engine`(epoch_us(date_trunc('second', ${sql})) // 1000000)`;

/** SQL of a date as text, as in a cast. */
export const showDate = (sql: Sql): Sql =>
  bindOnce(
    [withType(sql, DATE)],
    (d) =>
      engine`(CASE WHEN ${d} < DATE '0000-01-01' THEN ~signed_year(strftime(${d}, '%Y-%m-%d')) WHEN ${d} < DATE '0001-01-01' THEN strftime(${d}, '0000-%m-%d') ELSE CAST(${d} AS VARCHAR) END)`,
  );

/** SQL of a timestamp as text, with `precision` fraction digits. */
export function showTimestamp(sql: Sql, precision: number, between: " " | "T" = " "): Sql {
  const format = `%Y-%m-%d${between}%H:%M:%S${precision === 0 ? "" : precision === 3 ? ".%g" : ".%f"}`;
  return bindOnce([withType(sql, TIMESTAMP)], (stamp) => {
    const micros = engine`strftime(${stamp}, ${literal(format)})`;
    const text = [0, 3, 6].includes(precision) ? micros : engine`left(${micros}, ${precision - 6})`;
    return engine`(CASE WHEN ${stamp} BETWEEN TIMESTAMP '0000-01-01' AND TIMESTAMP '9999-12-31 23:59:59.999999' THEN ${text} ELSE ~signed_year(${text}) END)`;
  });
}

/** SQL of an instant as text in its zone: `2020-01-01 09:00:00.000 Asia/Tokyo`, `09:00:00.000+09:00`. */
export function showInstant(sql: Sql, type: Zoned): Sql {
  if (type.kind === "timetz") {
    const offset = hasOwnZone(type) ? engine`struct_extract(${sql}, 'z')` : literal(type.zone);
    return engine`(${showTime(localTime({ sql, type }), type.precision)} || replace(${offset}, 'UTC', '+00:00'))`;
  }
  const text = showTimestamp(wallClock(sql, type.zone), type.precision);
  return type.zone === MIXED_ZONE
    ? engine`(${text} || ' ' || struct_extract(${sql}, 'z'))`
    : engine`(${text} || ${literal(` ${type.zone}`)})`;
}

/** SQL of a time of day as text, with `precision` fraction digits. */
export function showTime(sql: Sql, precision: number): Sql {
  const stamp = engine`DATE '1970-01-01' + ${sql}`;
  if (precision === 0) return engine`strftime(${stamp}, '%H:%M:%S')`;
  if (precision === 3) return engine`strftime(${stamp}, '%H:%M:%S.%g')`;
  return engine`left(strftime(${stamp}, '%H:%M:%S.%f'), ${9 + precision})`;
}
