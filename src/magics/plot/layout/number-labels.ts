import { isGrouped } from "../../display/table/is-grouped.ts";
import { extentOf, type Datum, type Drawing } from "./drawing.ts";
import { vegaText } from "./vega-text.ts";

type EncodingChannel = Readonly<Record<string, unknown>>;

const UNITS = [
  { from: 1e12, letter: "T" },
  { from: 1e9, letter: "B" },
  { from: 1e6, letter: "M" },
];
/** Larger numbers, and smaller ones, are written as powers of ten. */
const LARGEST = 1e18;
const SMALLEST = 1e-3;

/**
 * Adds to a drawing's encoding how numbers are written: one form for all labels of an axis or legend (`450T`, `1.5M`, `2e-7`), all digits in
 * tooltips, and thousands separated as in tables: in amounts, not in keys and years.
 *
 * @param names - The columns of fields.
 */
export function withNumberLabels(
  { body, values, panels }: Drawing,
  names: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const numbersOf = (field: string, some = values): number[] =>
    some.flatMap((datum) => (typeof datum[field] === "number" ? [datum[field]] : []));
  const nameOf = (field: string): string => names[field] ?? "";
  const labelled = (key: string, channel: EncodingChannel): EncodingChannel => {
    const field = String(channel["field"]);
    const labels = (some: readonly Datum[]): string => labelText(nameOf(field), numbersOf(field, some));
    // Panels of several columns have their own axes.
    const labelExpr =
      key === "y" && panels.byColumn
        ? panels.panels.reduceRight(
            (rest, { label }) =>
              `parent.panel === ${JSON.stringify(vegaText(label ?? ""))} ? ${labels(values.filter(({ panel }) => panel === label))} : ${rest}`,
            "datum.label",
          )
        : labels(values);
    const guide = key === "color" ? "legend" : "axis";
    const whole = numbersOf(field).every(Number.isInteger) ? { tickMinStep: 1 } : {};
    return {
      ...channel,
      [guide]: {
        ...(key === "color" ? {} : { labelSeparation: 4, ...whole }),
        labelExpr,
        ...(channel[guide] as object | undefined),
      },
    };
  };
  const exact = (channel: EncodingChannel): EncodingChannel =>
    isNumeric(channel) ? { ...channel, format: `${comma(String(channel["field"]))}.16~g` } : channel;
  const comma = (field: string): string => (isGrouped(nameOf(field), numbersOf(field)) ? "," : "");
  const encoding = (body["encoding"] ?? {}) as Readonly<
    Record<string, EncodingChannel | readonly EncodingChannel[] | null>
  >;
  return Object.fromEntries(
    Object.entries(encoding).map(([key, channel]) => {
      if (Array.isArray(channel)) return [key, channel.map(exact)];
      return [
        key,
        isNumeric(channel as EncodingChannel | null) ? labelled(key, channel as EncodingChannel) : channel,
      ];
    }),
  );
}

const isNumeric = (channel: EncodingChannel | null): boolean => channel?.["type"] === "quantitative";

/** The Vega expression of the labels of an axis over these numbers. */
function labelText(name: string, numbers: readonly number[]): string {
  const { low, high } = extentOf(numbers);
  const size = Math.max(high, -low);
  const powers = "datum.value === 0 ? '0' : format(datum.value, '.6~e')";
  if (size > 0 && size < SMALLEST) return `(${powers})`;
  if (!isGrouped(name, numbers)) return "format(datum.value, '.12~r')";
  if (size >= LARGEST) return `(${powers})`;
  const unit = UNITS.find(({ from }) => size >= from);
  return unit === undefined
    ? "format(datum.value, ',.12~r')"
    : `(datum.value === 0 ? '0' : format(datum.value / ${unit.from}, ',.12~r') + '${unit.letter}')`;
}
