import { parseDateText } from "../dates/calendar.ts";
import { isMoment, parseServiceType } from "../wire/service-type.ts";
import { isNone } from "./is-none.ts";
import type { Column } from "./columns/column.ts";
import { orderWithin } from "./verbs/keys/key-values.ts";
import { compareByValue, isDecimal, valueOrderOf } from "./value-order.ts";

export const DESCRIBED = [
  "column", "type", "count", "nulls", "distinct", "min", "mean", "p25", "p50", "p75", "max", "top",
] as const; // prettier-ignore

export type Description = Readonly<Record<(typeof DESCRIBED)[number], unknown>>;

/** Maximum distinct values counted; each takes some hundred bytes. */
const MAX_DISTINCT = 1_000_000;
const TOP = 3;
const MAX_TEXT_LENGTH = 30;

/** The statistics of one column; see {@link Table.describe}. */
export function describeColumn(column: string, type: string | undefined, values: Column): Description {
  const order = orderWithin({ column: values, order: valueOrderOf(type) }) ?? ((value: unknown) => value);
  const numbers = new Float64Array(values.length);
  const counts = new Map<unknown, number>();
  let count = 0;
  let least: unknown = null;
  let most: unknown = null;
  let measured = 0;
  let sum = 0;
  /** The sum of BigInts, which doubles would round. */
  let bigSum = 0n;
  /** NaNs, which count as values but not as numbers. */
  let missing = 0;
  let comparable = true;
  const isTime = isMoment(parseServiceType(type ?? ""));
  for (const value of values) {
    if (isNone(value)) continue;
    count += 1;
    const key = keyOf(value);
    const previous = counts.get(key);
    if (previous !== undefined || counts.size <= MAX_DISTINCT) counts.set(key, (previous ?? 0) + 1);
    const number = isDecimal(type)
      ? Number(value)
      : isTime && typeof value === "string"
        ? parseDateText(value)
        : numberOf(value);
    if (number !== null && !Number.isNaN(number)) numbers[measured++] = number;
    comparable &&= number !== null || typeof value === "string" || typeof value === "boolean";
    if (Number.isNaN(number)) missing += 1;
    else if (typeof value === "bigint") bigSum += value;
    else sum += number ?? 0;
    if (!comparable || Number.isNaN(number)) continue;
    if (least === null || compareByValue(order(value), order(least)) < 0) least = value;
    if (most === null || compareByValue(order(most), order(value)) < 0) most = value;
  }
  const sorted = numbers.subarray(0, measured).sort();
  const isMeasure = measured > 0 && measured === count - missing;
  const asDate = least instanceof Date || (isTime && typeof least === "string");
  const at = (share: number): unknown => {
    if (!isMeasure) return null;
    const value = quantile(sorted, share);
    return asDate ? timeOf(Math.round(value), least, type) : value;
  };
  const all = counts.size <= MAX_DISTINCT;
  return {
    column,
    type: type ?? typeName(least ?? firstOf(values)),
    count,
    nulls: values.length - count,
    distinct: all ? counts.size : null,
    min: comparable ? least : null,
    mean: isMeasure && !asDate ? (Number(bigSum) + sum) / measured : null,
    p25: at(0.25),
    p50: at(0.5),
    p75: at(0.75),
    max: comparable ? most : null,
    top: all ? topText([...counts].map(([key, count]) => [keyText(key), count])) : null,
  };
}

/** Equal values have equal keys, whatever their type. */
function keyOf(value: unknown): unknown {
  if (value instanceof Date) return `@${value.getTime()}`;
  if (typeof value === "string") return `'${value}`;
  if (typeof value !== "object") return value;
  return `{${JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? `${part}n` : part))}`;
}

function numberOf(value: unknown): number | null {
  if (typeof value === "number" || typeof value === "bigint") return Number(value);
  return value instanceof Date ? value.getTime() : null;
}

/** A quantile of times, in the form that the column has them: dates, or texts as the service writes them. */
function timeOf(unixMs: number, like: unknown, type = ""): Date | string {
  const date = new Date(unixMs);
  if (typeof like !== "string") return date;
  const text = date.toISOString().replace("T", " ").slice(0, -1);
  return type === "date" ? text.slice(0, 10) : text;
}

function quantile(sorted: Float64Array, share: number): number {
  const position = (sorted.length - 1) * share;
  return between(sorted[Math.floor(position)] as number, sorted[Math.ceil(position)] as number, position % 1);
}

/** Linear interpolation between the two values nearest to a quantile, as in pandas. */
export const between = (below: number, above: number, part: number): number =>
  // Differences of infinities are NaN.
  below === above || below === -Infinity ? below : below + (above - below) * part;

/** `AAPL (123), MSFT (45)`: the most frequent values that occur more than once; null if none do. */
export function topText(counts: readonly (readonly [text: string, count: number])[]): string | null {
  const repeated = counts.filter(([, count]) => count > 1).sort(([, a], [, b]) => b - a);
  if (repeated.length === 0) return null;
  return repeated
    .slice(0, TOP)
    .map(
      ([text, count]) =>
        `${text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH - 1)}…` : text} (${count})`,
    )
    .join(", ");
}

/** The text of a value, from its {@link keyOf}. */
function keyText(key: unknown): string {
  if (typeof key !== "string") return String(key);
  if (!key.startsWith("@")) return key.slice(1);
  return new Date(Number(key.slice(1))).toISOString().replace(/T00:00:00\.000Z$|\.000Z$/, "");
}

function firstOf(values: Column): unknown {
  for (const value of values) if (!isNone(value)) return value;
  return null;
}

function typeName(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return value instanceof Date ? "Date" : typeof value;
}
