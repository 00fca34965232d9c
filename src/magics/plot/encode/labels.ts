import type { Extent } from "../columns/summary.ts";
import { DAY, type TimeUnit } from "../columns/time-unit.ts";

const UNITS = [
  { from: 1e12, letter: "T" },
  { from: 1e9, letter: "B" },
  { from: 1e6, letter: "M" },
];

/**
 * Vega's expression of the labels of an axis or a legend, which have one form: `1.5M` (million, B for 10⁹, T for 10¹²), all digits where a
 * few would not tell the labels apart (`100,000,001`), `2e-7`; thousands are separated if there are five digits or more.
 *
 * @param scale - Vega-Lite's name of the scale whose numbers are labelled
 */
export function numberLabel(scale: string, digits = 15): string {
  const domain = `domain('${scale}')`;
  const size = `max(-${domain}[0], peek(${domain}))`;
  const inUnits = UNITS.map(
    ({ from, letter }) =>
      `${size} >= ${from} && span(${domain}) >= ${from / 100} ? format(datum.value / ${from}, ',.12~r') + '${letter}' : `,
  ).join("");
  const plain = `format(datum.value, ${size} > 9000 ? ',.15~r' : '.${digits}~r')`;
  return `datum.value == 0 ? '0' : ${size} >= 1e18 || ${size} < 1e-4 ? format(datum.value, '.12~g') : ${inUnits}${plain}`;
}

/** Of a logarithmic axis, whose labels differ in size: a letter from a million on. @param high - Its highest value */
export const logLabel = (high: number): string =>
  `abs(datum.value) < 1e6 ? format(datum.value, '${high < 1e4 ? "" : ","}~r') : replace(format(datum.value, '.3~s'), 'G', 'B')`;

const FORMS = {
  ...{ week: "%b %-d", date: "%b %-d", hours: "%H:%M", minutes: "%H:%M" },
  ...{ seconds: "%H:%M:%S", milliseconds: "%H:%M:%S.%L" },
};
const NEW_YEAR = "utcFormat(datum.value, '%j %H:%M:%S') == '001 00:00:00'";
const DAY_OR_YEAR = "utcFormat(datum.value, '%H:%M:%S') == '00:00:00' ? '%Y' : '%b %-d, %Y'";

/** Of times, no finer than their unit. Below the first label stands its year, and its day if it is an hour. */
export function timeLabel({ unit, ms }: TimeUnit, { low, high }: Extent): string {
  const hasDays = ms < 28 * DAY && high - low < 1830 * DAY;
  const month = hasDays ? "%b %-d" : unit === "quarter" ? "Q%q" : "%b";
  const forms = JSON.stringify({ year: hasDays ? month : "%Y", quarter: month, month, ...FORMS });
  const label = `utcFormat(datum.value, ${forms})`;
  const isNamed = hasDays ? `datum.index == 0 || ${NEW_YEAR}` : `datum.index == 0 && !(${NEW_YEAR})`;
  return `${isNamed} ? [${label}, utcFormat(datum.value, ${DAY_OR_YEAR})] : ${label}`;
}
