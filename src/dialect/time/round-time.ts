import { engine, type Sql } from "../sql/tree.ts";

/** A timestamp with `to` instead of `from` digits of a second, rounded half up. */
export function rounded(sql: Sql, from: number, to: number): Sql {
  return to >= from ? sql : engine`make_timestamp(~round_micros(epoch_us(${sql}), ${10 ** (6 - to)}))`;
}

/** The time of day of a timestamp; rounding up to midnight gives 00:00. */
export const timeOf = (stamp: Sql, from: number, to: number): Sql =>
  engine`CAST(${rounded(stamp, from, to)} AS TIME)`;
