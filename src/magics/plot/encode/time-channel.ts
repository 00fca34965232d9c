import type { ChartPlan } from "../choose-chart.ts";
import type { ChartColumn } from "../columns/chart-column.ts";
import { DAY, type TimeUnit } from "../columns/time-unit.ts";
import { withTicks, type ChannelDef } from "./number-channel.ts";
import { vegaTitle } from "./vega-text.ts";

const YEAR = 365.2 * DAY;
/** Longer ranges have no more than a label for each year, or for each month; shorter ones name seconds. */
const YEARS = 5 * YEAR;
const MONTHS = 60 * DAY;
const DAYS = 5 * DAY;
const SECONDS = 600_000;
const MAX_WEEKS = 9;

/**
 * A temporal channel with Vega-Lite's unit, whose ticks are no finer. It is read as UTC; else a tooltip would shift the time again, to the
 * browser's zone.
 */
export function timeChannel(
  plan: ChartPlan,
  column: ChartColumn,
  title: string,
  unit = column.unit,
): ChannelDef {
  const { timeUnit } = unit;
  return withTicks(plan, {
    field: column.field,
    ...(timeUnit === null ? { scale: { type: "utc" } } : { timeUnit }),
    type: "temporal",
    title: vegaTitle(title),
    axis: { grid: false, ...timeLabels(column, unit) },
  });
}

/** Labels of Vega's ticks: below the first its year and day, below the first of a year the year. */
function timeLabels({ summary, clock }: ChartColumn, unit: TimeUnit): ChannelDef {
  if (summary.finite === 0) return {};
  const [low, high] = [clock(summary.low), clock(summary.high)];
  const range = high - low;
  if (range === 0)
    return { labelExpr: format(unit.ms >= DAY ? "%b %-d, %Y" : "%b %-d, %Y %H:%M:%S"), tickCount: 1 };
  if (unit.unit === "year" || range > YEARS) return { labelExpr: format("%Y"), tickMinStep: YEAR };
  const day = "%b %-d";
  const minute = range > SECONDS ? "%H:%M" : "%H:%M:%S";
  const month = unit.unit === "quarter" ? "Q%q" : range > MONTHS && unit.unit !== "week" ? "%b" : day;
  const forms = {
    ...{ year: month, quarter: month, month, week: day, date: day },
    ...{ hours: minute, minutes: minute, seconds: "%H:%M:%S", milliseconds: "%H:%M:%S.%L" },
  };
  const isMidnight = "utchours(datum.value) + utcminutes(datum.value) + utcseconds(datum.value) == 0";
  const isNewYear = `${isMidnight} && utcmonth(datum.value) == 0 && utcdate(datum.value) == 1`;
  const lines = [
    `utcFormat(datum.value, ${JSON.stringify(forms)})`,
    ...(unit.ms < DAY && range < DAYS ? [`datum.index == 0 && !(${isMidnight}) ? ${format(day)} : ''`] : []),
    `datum.index == 0 || (${isNewYear}) ? ${format("%Y")} : ''`,
  ];
  // Vega's weeks begin on Sundays, the data's on any day.
  return {
    labelExpr: `datum.value > ${high} ? '' : [${lines.join(", ")}]`,
    ...(unit.unit === "week" ? { values: weeks(low, high) } : {}),
  };
}

const format = (form: string): string => `utcFormat(datum.value, '${form}')`;

function weeks(low: number, high: number): number[] {
  const count = Math.round((high - low) / (7 * DAY)) + 1;
  const step = Math.ceil(count / MAX_WEEKS);
  return Array.from({ length: Math.ceil(count / step) }, (_, at) => low + at * step * 7 * DAY);
}
