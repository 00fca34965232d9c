import type { CallWriter } from "./rewrite-calls.ts";
import { literalSpan, literalTime } from "./time-literal.ts";

/** How a kind of cluster says what the functions of time need. All times are unix seconds; zones are SQL texts. */
export interface TimeSql {
  /** Seconds of a wall-clock time, given as SQL text, in a zone. */
  parse(text: string, zone: string): string;
  /** Text of a time by a Java pattern, in a zone. */
  format(seconds: string, pattern: string, zone: string): string;
  /** Beginning of the unit that a time is in; null for a unit that can't be written. */
  truncate(unit: string, seconds: string, zone: string): string | null;
}

const UTC = "'UTC'";

/**
 * The hosted service's functions of time as plain SQL of a cluster, which does not have them. Those that are not here reach the
 * cluster, which says that it does not know them.
 */
export function tdWriters(sql: TimeSql, scheduledTimeMs: number): ReadonlyMap<string, CallWriter> {
  /** Seconds of a bound: a text is a time, all else is seconds. */
  const bound = (text: string, zone: string): string => {
    if (!text.startsWith("'")) return text;
    const literal =
      zone.toUpperCase() === UTC || /[+-]\d{2}:?\d{2}'$|Z'$/.test(text) ? literalTime(text) : null;
    return literal === null ? sql.parse(text, zone) : String(literal);
  };
  const isNull = (text: string | undefined): boolean => text === undefined || /^null$/i.test(text);
  const zoneOf = (text: string | undefined): string => (isNull(text) ? UTC : (text as string));
  return new Map<string, CallWriter>([
    ["td_scheduled_time", (args) => (args.length === 0 ? String(Math.floor(scheduledTimeMs / 1000)) : null)],
    [
      "td_time_range",
      ([time, from, to, zone]) => {
        if (time === undefined) return null;
        const parts = [
          ...(isNull(from) ? [] : [`${time} >= ${bound(from as string, zoneOf(zone))}`]),
          ...(isNull(to) ? [] : [`${time} < ${bound(to as string, zoneOf(zone))}`]),
        ];
        return parts.length === 0 ? "(TRUE)" : `(${parts.join(" AND ")})`;
      },
    ],
    [
      "td_time_parse",
      ([text, zone]) => {
        if (text === undefined) return null;
        return text.startsWith("'") ? bound(text, zoneOf(zone)) : sql.parse(text, zoneOf(zone));
      },
    ],
    [
      "td_time_format",
      ([time, pattern, zone]) =>
        time === undefined || pattern === undefined ? null : sql.format(time, pattern, zoneOf(zone)),
    ],
    [
      "td_time_add",
      ([time, span, zone]) => {
        const seconds = span === undefined ? null : literalSpan(span);
        return time === undefined || seconds === null ? null : `(${bound(time, zoneOf(zone))} + ${seconds})`;
      },
    ],
    [
      "td_date_trunc",
      ([unit, time, zone]) =>
        unit === undefined || time === undefined ? null : sql.truncate(unit, time, zoneOf(zone)),
    ],
  ]);
}
