import { UsageError } from "../../../core/errors.ts";
import type { ChartPlan } from "../choose-chart.ts";
import type { Extent } from "../columns/summary.ts";
import { vegaTitle } from "./vega-text.ts";

export type ChannelDef = Readonly<Record<string, unknown>>;

const UNITS = [
  { from: 1e12, letter: "T" },
  { from: 1e9, letter: "B" },
  { from: 1e6, letter: "M" },
];
/** All digits of a number without separators. */
const PLAIN = ".15~r";
/** Smaller numbers, and those far larger, are written as powers of ten. */
const SMALLEST = 1e-4;
const LARGEST = 1e18;
/** For panels whose ranges differ, and for a logarithmic axis, whose labels do: a letter from a million on. */
const OWN_FORM =
  "abs(datum.value) < 1e6 ? format(datum.value, abs(datum.value) < 1e4 ? '~r' : ',~r') : replace(format(datum.value, '.3~s'), 'G', 'B')";

/**
 * One form for all labels of an axis or a legend: `1.5M` (million, B for 10⁹, T for 10¹²), all digits where a few would not tell the labels
 * apart (`100,000,001`), `2e-7`; thousands are separated if there are five digits or more.
 */
function numberForm({ low, high }: Extent): ChannelDef {
  const size = Math.max(high, -low);
  if (size >= LARGEST || (size > 0 && size < SMALLEST)) return { format: ".12~g" };
  const unit = UNITS.find(({ from }) => size >= from && high - low >= from / 100);
  if (unit === undefined) return { format: size >= 10_000 ? ",.15~r" : PLAIN };
  return {
    labelExpr: `datum.value == 0 ? '0' : format(datum.value / ${unit.from}, ',.12~r') + '${unit.letter}'`,
  };
}

/** Pixels for a number, and for a time. */
const LABEL_WIDTH = { quantitative: 80, temporal: 65 };

/** A horizontal axis has no more ticks than labels that fit, however wide a page draws it; a panel's does not know its width. */
export const withTicks = ({ facet, apart, width }: ChartPlan, channel: ChannelDef): ChannelDef => {
  const pixels = LABEL_WIDTH[channel["type"] as "temporal"];
  const tickCount = facet !== null || apart ? Math.ceil(width / pixels) : { expr: `width / ${pixels}` };
  // A first label beside its tick would hide every other one.
  return { ...channel, axis: { tickCount, labelFlush: false, ...(channel["axis"] as object) } };
};

interface NumberStyle {
  readonly log?: boolean | undefined;
  /** Whether the axis begins at 0. */
  readonly zero?: boolean;
  readonly isWhole?: boolean;
  readonly format?: string | null;
  /** Whether the values are drawn as shares of their sum. */
  readonly isShare?: boolean;
  /** Whether all panels have the range, and so one form of numbers. */
  readonly isShared?: boolean;
}

/** A channel of numbers. @throws UsageError for a range that has no logarithm */
export function numberChannel(
  field: string,
  title: string | null,
  extent: Extent,
  { log = false, zero = false, isWhole = false, format = null, isShared = true }: NumberStyle = {},
): ChannelDef {
  const { low, high } = extent;
  if (log && low <= 0 && high >= low)
    throw new UsageError(`'${title ?? field}' has values of 0 or below, which a logarithmic axis can't show`);
  const form =
    format === null ? (isShared && !log ? numberForm(extent) : { labelExpr: OWN_FORM }) : { format };
  const scale = log
    ? { scale: { type: "log", nice: false, ...(zero ? { domainMin: low / 2 } : {}) } }
    : zero
      ? {}
      : { scale: { zero: false } };
  const ticks = log ? { values: logTicks(extent) } : {};
  return {
    field,
    type: "quantitative",
    title: title === null ? null : vegaTitle(title),
    ...scale,
    axis: { ...form, ...(isWhole && format === null ? { tickMinStep: 1 } : {}), ...ticks },
  };
}

/** The channel of a plan's values. */
export const valueChannel = (
  { options }: ChartPlan,
  field: string,
  title: string | null,
  extent: Extent,
  style: NumberStyle = {},
): ChannelDef =>
  numberChannel(field, options.y_title ?? title, extent, {
    log: options.log,
    format: options.format ?? (options.percent === true || style.isShare === true ? ".1~%" : null),
    ...style,
  });

/** A channel without some of its properties. */
export const without = (channel: ChannelDef, ...names: readonly string[]): ChannelDef =>
  Object.fromEntries(Object.entries(channel).filter(([name]) => !names.includes(name)));

/** The same as colours: a channel has a legend instead of an axis. */
export function shadeOf({ axis, scale, ...channel }: ChannelDef, scheme: object): ChannelDef {
  const { type } = (scale ?? {}) as { type?: string };
  const { format } = axis as { format?: string };
  // The ends of the range, which a short legend names, have all digits of a value.
  const legend = format === PLAIN ? { ...(axis as object), format: ".4~r" } : axis;
  return { ...channel, scale: { ...(type === undefined ? {} : { type }), ...scheme }, legend };
}

/** Powers of ten, and where they are few 2 and 5 times them, each with a label. */
function logTicks({ low, high }: Extent): number[] {
  const first = Math.floor(Math.log10(low));
  const count = Math.ceil(Math.log10(high)) - first + 1;
  const powers = Array.from({ length: count }, (_, at) => 10 ** (first + at));
  if (count <= 4) return powers.flatMap((power) => [power, 2 * power, 5 * power]);
  return powers.filter((_, at) => at % Math.ceil(count / 10) === 0);
}
