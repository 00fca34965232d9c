import { textWidth } from "../../../core/text/text-width.ts";
import { short, type Datum } from "../layout/drawing.ts";

const BAR_WIDTH = 40;

/**
 * The first `most` values as lines of text: label, bar, value. Bars below zero are light.
 * @param bar - The last part of a value's label, and its length.
 */
export function textBars(
  values: readonly Datum[],
  most: number,
  bar: (datum: Datum) => readonly [label: string, value: number | null],
): string[] {
  const shown = values.slice(0, most).map((datum) => {
    const [name, value] = bar(datum);
    return {
      label: [datum.panel, datum["series"], name].filter((part) => part !== undefined).join(", "),
      value,
    };
  });
  const longest = shown.reduce((length, { label }) => Math.max(length, textWidth(label)), 0);
  const largest = shown.reduce((size, { value }) => Math.max(size, Math.abs(value ?? 0)), 0);
  const lines = shown.map(({ label, value }) => {
    const length = largest === 0 ? 0 : Math.round((Math.abs(value ?? 0) / largest) * BAR_WIDTH);
    return `${label}${" ".repeat(longest - textWidth(label))} ${((value ?? 0) < 0 ? "░" : "█").repeat(length)} ${value === null ? "null" : short(value)}`;
  });
  return values.length > shown.length ? [...lines, `and ${values.length - shown.length} more`] : lines;
}
