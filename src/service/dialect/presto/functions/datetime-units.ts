import type { CallContext } from "../../functions/function-table.ts";
import { forms, scalar } from "../../functions/function-table.ts";
import type { Typed } from "../../analyze/typed.ts";
import { typed } from "../../analyze/typed.ts";
import { backFromLocal, localTime } from "../../time/local-time.ts";

const UNITS = ["millisecond", "second", "minute", "hour", "day", "week", "month", "quarter", "year"];
const KINDS = ["date", "timestamp", "timestamptz", "time"];
const CLOCK_UNITS = 4;

/** The unit, which has to be a literal; dates know days and more only, times hours and less. */
function unitOf(c: CallContext, value: Typed): string {
  const unit = c.args[0]!.constant;
  if (typeof unit !== "string")
    return c.t.unsupported(`${c.call.name} with a unit that is not a literal`, c.pos);
  const index = UNITS.indexOf(unit.toLowerCase());
  const valid =
    value.type.kind === "date"
      ? index >= CLOCK_UNITS
      : value.type.kind === "time"
        ? index >= 0 && index < CLOCK_UNITS
        : index >= 0;
  if (!valid)
    c.t.fail("INVALID_FUNCTION_ARGUMENT", `'${unit}' is not a valid ${value.type.kind} field`, c.pos);
  return UNITS[index]!;
}

const trunc = (c: CallContext): Typed => {
  const value = c.args[1]!;
  const unit = unitOf(c, value);
  if (value.type.kind === "time")
    return typed(`CAST(date_trunc('${unit}', DATE '1970-01-01' + ${value.sql}) AS TIME)`, value.type);
  return typed(backFromLocal(value, `date_trunc('${unit}', ${localTime(c.t, value, c.pos)})`), value.type);
};

const INTERVALS: Readonly<Record<string, string>> = {
  millisecond: "to_milliseconds", second: "to_seconds", minute: "to_minutes", hour: "to_hours", day: "to_days", week: "to_weeks",
  month: "to_months", quarter: "to_months", year: "to_years",
}; // prettier-ignore

const add = (c: CallContext): Typed => {
  const value = c.args[2]!;
  const unit = unitOf(c, value);
  const amount = `CAST(${c.args[1]!.sql} AS ${["second", "minute", "hour", "millisecond"].includes(unit) ? "BIGINT" : "INTEGER"})`;
  const interval = `${INTERVALS[unit]!}(${unit === "quarter" ? `3 * ${amount}` : amount})`;
  if (value.type.kind === "time") return typed(`(${value.sql} + ${interval})`, value.type);
  // Hours and less are added to the instant itself, days and more to what the calendar shows.
  if (value.type.kind === "timestamptz" && UNITS.indexOf(unit) < CLOCK_UNITS)
    return typed(`(${value.sql} + ${interval})`, value.type);
  const type =
    value.type.kind === "timestamp" && unit === "millisecond"
      ? { ...value.type, precision: Math.max(3, value.type.precision) }
      : value.type;
  return typed(backFromLocal(value, `(${localTime(c.t, value, c.pos)} + ${interval})`), type);
};

/** Whole units from the first to the second. */
const diff = (c: CallContext): string => {
  const [, from, to] = c.args as [Typed, Typed, Typed];
  const unit = unitOf(c, to);
  if (from.type.kind === "timestamptz" && to.type.kind === "timestamptz") {
    if (UNITS.indexOf(unit) < CLOCK_UNITS) return `date_sub('${unit}', ${from.sql}, ${to.sql})`;
    const zoned = { ...to, type: { ...to.type, zone: from.type.zone } };
    return `date_sub('${unit}', ${localTime(c.t, from, c.pos)}, ${localTime(c.t, zoned, c.pos)})`;
  }
  return `date_sub('${unit}', ${from.sql}, ${to.sql})`;
};

export const dateTrunc = forms(...KINDS.map((kind) => scalar(`(varchar, ${kind}) -> ${kind}`, trunc)));
export const dateAdd = forms(...KINDS.map((kind) => scalar(`(varchar, bigint, ${kind}) -> ${kind}`, add)));
export const dateDiff = forms(...KINDS.map((kind) => scalar(`(varchar, ${kind}, ${kind}) -> bigint`, diff)));
