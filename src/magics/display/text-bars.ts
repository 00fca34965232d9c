import { textWidth } from "../../core/text/visible-text.ts";

const BAR_WIDTH = 40;

interface TextBar {
  readonly label: string;
  readonly value: number | null;
  /** The value as text. */
  readonly valueText: string;
}

/** The first `most` values as lines of text: label, bar, value. Bars below zero are light. */
export function textBars(bars: readonly TextBar[], most: number): string[] {
  const first = bars.slice(0, most);
  const longest = first.reduce((length, { label }) => Math.max(length, textWidth(label)), 0);
  const sizes = first.map(({ value }) => (Number.isFinite(value) ? Math.abs(value as number) : 0));
  const largest = Math.max(...sizes) || 1;
  const lines = first.map(({ label, value, valueText }, i) => {
    const length = Math.round(((sizes[i] as number) / largest) * BAR_WIDTH);
    return `${label}${" ".repeat(longest - textWidth(label))} ${((value ?? 0) < 0 ? "░" : "█").repeat(length)} ${valueText}`;
  });
  return bars.length > first.length ? [...lines, `and ${bars.length - first.length} more`] : lines;
}
