import { UsageError } from "../../../core/errors.ts";

/** How numbers of an axis or a legend are written: a format of Vega-Lite, or its expression. */
export type NumberForm = { readonly format: string } | { readonly labelExpr: string };

const UNITS = [
  { from: 1e12, letter: "T" },
  { from: 1e9, letter: "B" },
  { from: 1e6, letter: "M" },
];
/** Smaller numbers, and those far larger, are written as powers of ten. */
const SMALLEST = 1e-4;
const LARGEST = 1e18;

/**
 * One form for all labels of an axis from `low` to `high`: `1.5M` (million, B for 10⁹, T for 10¹²), all digits where a few would not tell
 * the labels apart (`100,000,001`), `2e-7`; thousands are separated if there are five digits or more.
 */
export function numberForm(low: number, high: number): NumberForm {
  const size = Math.max(high, -low);
  if (size >= LARGEST || (size > 0 && size < SMALLEST)) return { format: ".6~g" };
  const unit = UNITS.find(({ from }) => size >= from && high - low >= from / 100);
  if (unit === undefined) return { format: size >= 10_000 ? ",.15~r" : ".12~r" };
  return {
    labelExpr: `datum.value == 0 ? '0' : format(datum.value / ${unit.from}, ',.12~r') + '${unit.letter}'`,
  };
}

/** All digits, for tooltips. */
export const exactFormat = (low: number, high: number): string =>
  Math.max(high, -low) >= 10_000 ? ",.16~g" : ".16~g";

/** A logarithmic axis with a label for each line: at powers of ten, and at 2 and 5 times them if they are few. */
export function logAxis(low: number, high: number): { readonly values?: readonly number[] } {
  const first = Math.floor(Math.log10(low));
  const powers = Array.from(
    { length: Math.ceil(Math.log10(high)) - first + 1 },
    (_, at) => 10 ** (first + at),
  );
  if (powers.length > 4)
    return { values: powers.filter((_, at) => at % Math.ceil(powers.length / 10) === 0) };
  return { values: powers.flatMap((power) => [power, 2 * power, 5 * power]) };
}

/** @throws UsageError for a range that has no logarithm */
export function checkLog(name: string, low: number, high: number): void {
  if (low <= 0 && high >= low)
    throw new UsageError(`'${name}' has values of 0 or below, which a logarithmic axis can't show`);
}
