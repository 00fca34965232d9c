import { bindOnce } from "../analyze/bind-once.ts";
import { withType, type Typed } from "../analyze/typed.ts";
import type { CallContext } from "../functions/function-table.ts";
import { piecesSql, type FormatPiece } from "../time/format-pieces.ts";
import { javaPieces } from "../time/java-format.ts";
import { wholeSeconds } from "../time/time-text.ts";
import { localTime, truncated } from "../time/local-time.ts";
import { instantAt } from "../time/zones.ts";
import { BIGINT, TIMESTAMP } from "../types/type.ts";
import { UNITS } from "./interval-text.ts";
import { optionalZone, parseTime } from "./zoned-time.ts";
import { engine, type Sql } from "../sql/tree.ts";

const instant = (seconds: Sql): Sql => engine`make_timestamp(${seconds} * 1000000)`;
const inZone = (seconds: Sql, zone: string): Typed =>
  withType(instant(seconds), { kind: "timestamptz", precision: 3, zone });
const formatted = (pieces: readonly FormatPiece[], at: Typed): Sql =>
  bindOnce([withType(localTime(at), TIMESTAMP), at], (local, moment) => piecesSql(pieces, local, moment));

/** SQL of the unix seconds of a time's text in a zone; null if it can't be parsed. */
export function timeText(sql: Sql, zone: string): Sql {
  return engine`coalesce(~td_offset_seconds(${sql}), ${wholeSeconds(instantAt(engine`~td_timestamp(${sql})`, zone))}, svc_named_zone_seconds(${sql}))`;
}

export const timeFormat = (c: CallContext): Sql => {
  const format = c.t.literalText(c.args[1]!, "td_time_format with a format", c.pos);
  const zone = optionalZone(c.t, c.args[2], c.pos);
  const pieces = javaPieces(c.t, format, zone, "java", c.pos);
  return formatted(pieces, inZone(c.args[0]!.sql, zone));
};

const SHORT: Readonly<Record<string, string>> = {
  y: "yyyy", M: "yyyy-MM", d: "yyyy-MM-dd", h: "yyyy-MM-dd HH", m: "yyyy-MM-dd HH:mm", s: "yyyy-MM-dd HH:mm:ss",
}; // prettier-ignore
/** TD_TIME_STRING(time, 'd'): truncated to the unit; with an exclamation mark ('d!') printed only down to the unit. */
export const timeString = (c: CallContext): Sql => {
  const format = c.t.literalText(c.args[1]!, "td_time_string with a format", c.pos);
  const zone = optionalZone(c.t, c.args[2], c.pos);
  const letter = format.replace(/!$/, "");
  const unit = Object.hasOwn(UNITS, letter) ? UNITS[letter] : undefined;
  if (unit === undefined)
    return c.t.invalid(`'${format}' is not one of y, q, M, w, d, h, m, s (with or without !)`, c.pos);
  const pattern = format.endsWith("!") ? (SHORT[format[0]!] ?? "yyyy-MM-dd") : "yyyy-MM-dd HH:mm:ssZ";
  return formatted(
    javaPieces(c.t, pattern, zone, "java", c.pos),
    truncated(inZone(c.args[0]!.sql, zone), unit),
  );
};

/** Unix seconds, of which a quotient of Hive has a fraction. */
export const wholeTime = (time: Typed): Typed =>
  time.type.kind === "double"
    ? { ...time, sql: engine`CAST(trunc(${time.sql}) AS BIGINT)`, type: BIGINT }
    : time;

const secondsOf = (at: number): Typed => ({ sql: engine`CAST(${at} AS BIGINT)`, type: BIGINT, constant: at });

export const timeParse = (c: CallContext): Typed => {
  const value = c.args[0]!;
  const zone = optionalZone(c.t, c.args[1], c.pos);
  if (typeof value.constant === "string") {
    const parsed = parseTime(value.constant, zone);
    return parsed === null ? withType(engine`CAST(NULL AS BIGINT)`, BIGINT) : secondsOf(parsed);
  }
  return withType(timeText(value.sql, zone), BIGINT);
};

const DURATION_SECONDS: Readonly<Record<string, number>> = { w: 604800, d: 86400, h: 3600, m: 60, s: 1 };

/** TD_TIME_ADD(time, '1d' or '1day'): only durations of fixed length, as in the service. */
export const timeAdd = (c: CallContext): Typed => {
  const duration = c.args[1]!.constant;
  const timeValue = c.args[0]!;
  const time =
    timeValue.type.kind === "varchar"
      ? timeParse({ ...c, args: [timeValue, ...c.args.slice(2)] })
      : wholeTime(timeValue);
  if (typeof duration !== "string")
    return withType(engine`(${time.sql} + ~td_duration(${c.args[1]!.sql}))`, BIGINT);
  const parts = [
    ...duration.matchAll(
      /([+-]?)(\d+)(w(?:eeks?)?|d(?:ays?)?|h(?:ours?)?|m(?:in(?:ute)?s?)?|s(?:ec(?:ond)?s?)?)(?![a-z])/g,
    ),
  ];
  if (parts.length === 0 || parts.map((part) => part[0]).join("") !== duration.replace(/\s/g, "")) {
    if (/^[+-]?\d+(?:M|y|months?|years?)$/.test(duration))
      return c.t.unsupported("months and years in td_time_add: they have no fixed length", c.pos);
    return c.t.invalid(`'${duration}' is not a duration such as '1d' or '-2h'`, c.pos);
  }
  const negative = duration.startsWith("-");
  const total = parts.reduce(
    (sum, [, sign, amount, unit]) =>
      sum +
      (sign === "-" || (sign === "" && negative) ? -1 : 1) * Number(amount) * DURATION_SECONDS[unit![0]!]!,
    0,
  );
  if (typeof time.constant === "number") return secondsOf(time.constant + total);
  return withType(engine`(${time.sql} + ${total})`, BIGINT);
};

const TRUNC_UNITS: readonly string[] = Object.values(UNITS);

export const tdDateTrunc = (c: CallContext): Sql => {
  const unit = c.t.literalText(c.args[0]!, "td_date_trunc with a unit", c.pos);
  if (!TRUNC_UNITS.includes(unit.toLowerCase()))
    c.t.invalid(`'${unit}' is not one of ${TRUNC_UNITS.join(", ")}`, c.pos);
  const zone = optionalZone(c.t, c.args[2], c.pos);
  return wholeSeconds(truncated(inZone(c.args[1]!.sql, zone), unit.toLowerCase()).sql);
};

export const scheduledTime = (c: CallContext): Typed => secondsOf(Math.floor(c.t.scheduledTimeMs / 1000));
