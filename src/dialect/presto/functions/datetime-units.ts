import type { CallContext } from "../../functions/function-table.ts";
import { type Typed, withType } from "../../analyze/typed.ts";
import { isClockUnit, localTime, throughLocal, truncated, rounded } from "../../time/local-time.ts";
import { engineType } from "../../types/engine-type.ts";
import { BIGINT, type Type } from "../../types/type.ts";
import { instantOf, withZoneOf } from "../../time/zones.ts";
import { call as callOf, engine, literal, type Sql, caseOf, group } from "../../sql/tree.ts";

const UNITS = ["millisecond", "second", "minute", "hour", "day", "week", "month", "quarter", "year"];
export const UNIT_KINDS = "date/timestamp/timestamptz/time/timetz";
const CLOCK_UNITS = 4;

const isClock = (kind: string): boolean => kind === "time" || kind === "timetz";

/** Whether a unit applies to a type: only days and larger for dates, hours and smaller for times. */
const isValid = (kind: string, index: number): boolean =>
  kind === "date" ? index >= CLOCK_UNITS : isClock(kind) ? index >= 0 && index < CLOCK_UNITS : index >= 0;

/** Writes the call for its unit; if the unit varies by row, for every unit. */
function perUnit(c: CallContext, value: Typed, type: Type, write: (unit: string) => Typed): Typed {
  const unit = c.args[0]!;
  const { kind } = value.type;
  const invalid = `' is not a valid ${kind === "timetz" ? "time" : kind} field`;
  if (typeof unit.constant === "string") {
    const index = UNITS.indexOf(unit.constant.toLowerCase());
    if (c.args.some((arg) => arg.constant === null))
      return withType(engine`CAST(NULL AS ${engineType(type)})`, type);
    const fail = (): never => c.t.invalid(`'${unit.constant}${invalid}`, c.pos);
    return isValid(kind, index) ? write(UNITS[index]!) : c.t.attempt(fail, type, c.pos);
  }
  const units = UNITS.filter((_, index) => isValid(kind, index));
  const all = units.map(write);
  const failure = c.failing(engine`'''' || ${unit.sql} || ${literal(invalid)}`, type);
  const cases = units.map((name, i) => [literal(name), all[i]!.sql] as const);
  return withType(group(caseOf(cases, failure, engine`lower(${unit.sql})`)), type);
}

export const truncateTo = (c: CallContext): Typed => {
  const value = c.args[1]!;
  return perUnit(c, value, value.type, (unit) =>
    isClock(value.type.kind)
      ? throughLocal(
          value,
          (local) => engine`CAST(date_trunc(${literal(unit)}, DATE '1970-01-01' + ${local}) AS TIME)`,
        )
      : truncated(value, unit),
  );
};

const INTERVALS: Readonly<Record<string, string>> = {
  millisecond: "to_milliseconds", second: "to_seconds", minute: "to_minutes", hour: "to_hours", day: "to_days", week: "to_weeks",
  month: "to_months", quarter: "to_months", year: "to_years",
}; // prettier-ignore

export const addUnits = (c: CallContext): Typed =>
  perUnit(c, c.args[2]!, c.args[2]!.type, (unit) => addOf(c, unit));

function addOf(c: CallContext, unit: string): Typed {
  const value = c.args[2]!;
  const amount = engine`CAST(${c.args[1]!.sql} AS ${isClockUnit(unit) ? engine`BIGINT` : engine`INTEGER`})`;
  const interval = callOf(INTERVALS[unit]!, [unit === "quarter" ? engine`3 * ${amount}` : amount]);
  // The sum has the precision of the value, to which milliseconds are rounded.
  const precision = unit === "millisecond" && "precision" in value.type ? value.type.precision : 3;
  const sum = (sql: Sql): Sql => rounded(engine`(${sql} + ${interval})`, 3, precision);
  if (isClock(value.type.kind)) {
    const start = instantOf(value);
    const added =
      precision < 3 ? engine`CAST(${sum(engine`DATE '1970-01-01' + ${start}`)} AS TIME)` : sum(start);
    return withType(withZoneOf(value, added), value.type);
  }
  // Hours and smaller are added to the instant, days and larger to the local time.
  if (isClockUnit(unit)) return withType(withZoneOf(value, sum(instantOf(value))), value.type);
  return throughLocal(value, sum);
}

export const countUnits = (c: CallContext): Typed =>
  perUnit(c, c.args[2]!, BIGINT, (unit) => withType(diffUnits(c, unit), BIGINT));

/** Whole units between two values. */
function diffUnits(c: CallContext, unit: string): Sql {
  const [, from, to] = c.args as [Typed, Typed, Typed];
  const [a, b] = [instantOf(from), instantOf(to)];
  if (isClockUnit(unit)) return engine`date_sub(${literal(unit)}, ${a}, ${b})`;
  // Days and larger are counted in the first value's time zone.
  const other = localTime({ sql: withZoneOf(from, b), type: from.type });
  return engine`date_sub(${literal(unit)}, ${localTime(from)}, ${other})`;
}
