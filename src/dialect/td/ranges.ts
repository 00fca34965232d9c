import type { CallContext } from "../functions/function-table.ts";
import { typed, type Typed } from "../analyze/typed.ts";
import { BOOLEAN } from "../types/type.ts";
import { parseInterval } from "./interval-text.ts";
import { timeText, wholeTime } from "./time.ts";
import { optionalZone, parseTime } from "./zoned-time.ts";
import { engine, type Sql, chain, constant, group } from "../sql/tree.ts";

/** A bound as SQL of unix seconds: literals are evaluated here, so that the engine can skip blocks by `time`. */
function boundSql(c: CallContext, value: Typed, zone: string): Sql | null {
  if (value.constant === null) return null;
  if (typeof value.constant === "number") return constant(String(Math.trunc(value.constant)));
  if (typeof value.constant === "string") {
    if (value.constant === "") return null;
    const seconds = parseTime(value.constant, zone);
    if (seconds === null)
      c.t.invalid(`'${value.constant}' is not a time that ${c.call.name} can read`, c.pos);
    return constant(String(seconds));
  }
  return value.type.kind === "varchar" ? timeText(value.sql, zone) : wholeTime(value).sql;
}

/** TD_TIME_RANGE(time, start, end[, zone]): start inclusive, end exclusive; NULL leaves a side open. */
export const timeRange = (c: CallContext): Typed => {
  const [time, start, end] = c.args as [Typed, Typed, Typed | undefined];
  const zone = optionalZone(c.t, c.args[3], c.pos);
  const low = boundSql(c, start, zone);
  const high = end === undefined ? null : boundSql(c, end, zone);
  return between(time, low, high);
};

function between(time: Typed, low: Sql | null, high: Sql | null): Typed {
  const parts = [
    low === null ? null : engine`${time.sql} >= ${low}`,
    high === null ? null : engine`${time.sql} < ${high}`,
  ].filter((part) => part !== null);
  return typed(parts.length === 0 ? engine`(${time.sql} IS NOT NULL)` : group(chain("AND", parts)), BOOLEAN);
}

function readInterval(
  c: CallContext,
  text: Typed,
  zoneArgument: Typed | undefined,
): { start: number; end: number } {
  const written = c.t.literalText(text, `${c.call.name} with a range`, c.pos);
  const zone = optionalZone(c.t, zoneArgument, c.pos);
  const range = parseInterval(written, c.t.options.scheduledTimeMs / 1000, zone);
  if (range === null)
    return c.t.invalid(`'${written}' is not an interval such as '-7d' or '-1M/2024-01-01'`, c.pos);
  return range;
}

/** TD_INTERVAL(time, '-7d/-1d'[, zone]): a range relative to the scheduled time. */
export const interval = (c: CallContext): Typed => {
  const { start, end } = readInterval(c, c.args[1]!, c.args[2]);
  return between(c.args[0]!, constant(String(start)), constant(String(end)));
};

/** TD_INTERVAL_RANGE('-7d'[, zone]): start and end of that range. */
export const intervalRange = (c: CallContext): Sql => {
  const { start, end } = readInterval(c, c.args[0]!, c.args[1]);
  return engine`[CAST(${start} AS BIGINT), CAST(${end} AS BIGINT)]`;
};
