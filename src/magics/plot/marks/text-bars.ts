import { textWidth } from "../../../core/text/text-width.ts";
import { short } from "../layout/drawing.ts";

const BAR_WIDTH = 40;

export interface TextBar {
  readonly label: string;
  readonly value: number | null;
}

/** The first `most` bars as lines of text: label, bar, value. Bars below zero are light. */
export function textBars(bars: readonly TextBar[], most: number): string[] {
  const shown = bars.slice(0, most);
  const longest = shown.reduce((length, { label }) => Math.max(length, textWidth(label)), 0);
  const largest = shown.reduce((size, { value }) => Math.max(size, Math.abs(value ?? 0)), 0);
  const lines = shown.map(({ label, value }) => {
    const length = largest === 0 ? 0 : Math.round((Math.abs(value ?? 0) / largest) * BAR_WIDTH);
    return `${label}${" ".repeat(longest - textWidth(label))} ${((value ?? 0) < 0 ? "░" : "█").repeat(length)} ${value === null ? "null" : short(value)}`;
  });
  return bars.length > shown.length ? [...lines, `and ${bars.length - shown.length} more`] : lines;
}
