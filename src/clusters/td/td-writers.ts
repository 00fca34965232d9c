// This folder: the TD functions, which clusters do not have, written as SQL that they have.

import type { Dialect } from "../../dialect/dialect.ts";
import { findForms } from "../../dialect/functions/find-function.ts";
import type { Expr } from "../../dialect/parse/ast.ts";
import { parseStatement } from "../../dialect/parse/statements/statements.ts";
import { SqlError } from "../../dialect/sql-error.ts";
import { parseInterval } from "../../dialect/td/interval-text.ts";
import { parseTime } from "../../dialect/td/zoned-time.ts";
import { tdZone } from "../../dialect/td/zoned-time.ts";
import { isText as isTextType } from "../../dialect/types/type.ts";
import type { CallWriter } from "./rewrite-calls.ts";

/** Time functions in a cluster's SQL. Times are unix seconds; zones are SQL strings. */
export interface TimeSql {
  readonly dialect: Dialect;
  /** Unix seconds of a wall-clock time in a zone, both SQL strings. */
  parse(text: string, zone: string): string;
  /** Formats a time by a Java pattern in a zone. */
  format(seconds: string, pattern: string, zone: string): string;
  /** Start of the unit that contains a time; null for an unsupported unit. */
  truncate(unit: string, seconds: string, zone: string): string | null;
}

const UNIT_SECONDS: Readonly<Record<string, number>> = { w: 604_800, d: 86_400, h: 3600, m: 60, s: 1 };

/** Seconds of a duration such as `-1d` or `2h30m`; null for anything else. */
function spanSeconds(text: string | null): number | null {
  const match = /^([+-]?)((?:\d+[wdhms])+)$/.exec(text ?? "");
  if (match === null) return null;
  const seconds = [...match[2]!.matchAll(/(?<!\d)(\d+)([wdhms])/g)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * UNIT_SECONDS[unit!]!,
    0,
  );
  return match[1] === "-" ? -seconds : seconds;
}

/** The value of a plain string literal; null for anything else. */
const literalOf = (sql: string | undefined): string | null => /^'([^'\\]*)'$/.exec(sql ?? "")?.[1] ?? null;

/** Whether an expression is certainly text, judged by its outermost operation. */
function givesText(sql: string, dialect: Dialect): boolean {
  try {
    const statement = parseStatement(`SELECT ${sql}`, dialect);
    const body = statement.kind === "select" ? statement.query.body : null;
    const item = body?.kind === "select" ? body.items[0] : undefined;
    return item?.kind === "item" && isTextExpr(item.expr, dialect);
  } catch {
    // Invalid SQL: the cluster reports the error.
    return false;
  }
}

function isTextExpr(expr: Expr, dialect: Dialect): boolean {
  if (expr.kind === "cast") return ["varchar", "string", "char"].includes(expr.type.name);
  if (expr.kind === "operation") return expr.rest.some(({ op }) => op === "||");
  if (expr.kind !== "call") return expr.kind === "string";
  const results = (findForms(expr.name, dialect) ?? []).map(({ signature }) => signature.result);
  return (
    expr.name === "concat" ||
    (results.length > 0 && results.every((one) => one.kind === "family" && isTextType(one.type)))
  );
}

/**
 * The hosted service's time functions in plain SQL, because clusters lack them. Other functions are passed on, and the cluster
 * reports those that it does not know.
 */
export function tdWriters(sql: TimeSql, scheduledTimeMs: number): ReadonlyMap<string, CallWriter> {
  const isNull = (text: string | undefined): boolean => text === undefined || /^null$/i.test(text);
  /** Resolves zones to names that clusters know. */
  const zoneOf = (text: string | undefined): string => {
    if (isNull(text)) return "'UTC'";
    const name = literalOf(text);
    return name === null ? text! : `'${tdZone(name) ?? name}'`;
  };
  /** Unix seconds of a time given as text. */
  const timeOf = (text: string, zone: string): string => {
    const literal = literalOf(text);
    const name = literalOf(zone);
    const seconds = literal === null || name === null ? null : parseTime(literal, name);
    return seconds === null ? sql.parse(text, zone) : String(seconds);
  };
  /** Unix seconds of a bound: text is parsed as a time, anything else is seconds already. */
  const bound = (text: string, zone: string): string =>
    literalOf(text) !== null || givesText(text, sql.dialect) ? timeOf(text, zone) : text;
  const rangeBound = (text: string, zone: string): string => {
    const literal = literalOf(text);
    const name = literalOf(zone) ?? "UTC";
    if (literal === null || parseTime(literal, name) !== null) return bound(text, zone);
    throw new SqlError("INVALID_FUNCTION_ARGUMENT", `${text} is not a time that td_time_range can read`);
  };
  /** Seconds as a value, which arithmetic must not wrap at 32 bits. */
  const value = (seconds: string): string =>
    /^-?\d+$/.test(seconds) ? `CAST(${seconds} AS bigint)` : seconds;
  return new Map<string, CallWriter>([
    [
      "td_scheduled_time",
      (args) => (args.length === 0 ? value(String(Math.floor(scheduledTimeMs / 1000))) : null),
    ],
    [
      "td_time_range",
      ([time, from, to, zone]) => {
        if (time === undefined) return null;
        const parts = [
          ...(isNull(from) ? [] : [`${time} >= ${rangeBound(from as string, zoneOf(zone))}`]),
          ...(isNull(to) ? [] : [`${time} < ${rangeBound(to as string, zoneOf(zone))}`]),
        ];
        return parts.length === 0 ? "(TRUE)" : `(${parts.join(" AND ")})`;
      },
    ],
    [
      "td_interval",
      ([time, interval, zone]) => {
        const [text, name] = [literalOf(interval), literalOf(zoneOf(zone))];
        const range =
          text === null || name === null ? null : parseInterval(text, scheduledTimeMs / 1000, name);
        return range === null ? null : `(${time} >= ${range.start} AND ${time} < ${range.end})`;
      },
    ],
    ["td_time_parse", ([text, zone]) => (text === undefined ? null : value(timeOf(text, zoneOf(zone))))],
    [
      "td_time_format",
      ([time, pattern, zone]) =>
        time === undefined || pattern === undefined ? null : sql.format(time, pattern, zoneOf(zone)),
    ],
    [
      "td_time_add",
      ([time, span, zone]) => {
        const seconds = spanSeconds(literalOf(span));
        return time === undefined || seconds === null
          ? null
          : `(${value(bound(time, zoneOf(zone)))} + ${seconds})`;
      },
    ],
    [
      "td_date_trunc",
      ([unit, time, zone]) =>
        unit === undefined || time === undefined ? null : sql.truncate(unit, time, zoneOf(zone)),
    ],
  ]);
}
