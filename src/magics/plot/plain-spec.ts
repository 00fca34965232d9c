import { UsageError } from "../../core/errors.ts";
import { Table } from "../../core/table/table.ts";
import { show_code } from "../display/display.ts";
import { type VegaLiteSpec } from "../vega/vega-lite-spec.ts";
import { DAY } from "./columns/time-unit.ts";
import { COLUMN, VALUE } from "./columns/fold.ts";
import { plot } from "./plot.ts";
import type { PlotOptions } from "./plot-options.ts";

/** The name and the service type of a column. */
type TypedName = readonly [name: string, type: string];
type Json = Readonly<Record<string, unknown>>;

/**
 * Display the specification of a chart of columns with these types, as `--dry-run --plot` does: as a person would write it, without rows.
 */
export function show_spec(columns: readonly TypedName[], options: PlotOptions = {}): void {
  try {
    show_code(JSON.stringify(plainSpec(columns, options), null, 2));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    show_code(`// no chart: ${error.message}`);
  }
}

/**
 * A specification as a person would write it in the Vega editor: without rows, and without what only rows decide.
 *
 * @throws UsageError when the columns can't be drawn as requested
 */
export function plainSpec(columns: readonly TypedName[], options: PlotOptions): VegaLiteSpec {
  const names = columns.map(([name]) => name);
  const types = Object.fromEntries(columns);
  const { spec } = plot(Table.of(sampleOf(columns.map(([, type]) => type)), names, { types }), options);
  const { $schema, title, data, ...view } = spec;
  const { values } = data as { values: readonly Json[] };
  const folded = [...new Set(values.flatMap((row) => row[COLUMN] ?? []))];
  const transform = folded.length === 0 ? {} : { transform: [{ fold: folded, as: [COLUMN, VALUE] }] };
  const plain = { $schema, title, data, ...transform, ...view };
  return JSON.parse(JSON.stringify(plain, (key, part) => plainPart(key, part, options))) as VegaLiteSpec;
}

const isTime = (type: string): boolean => /^(?:date|timestamp)/i.test(type);
const isNumber = (type: string): boolean =>
  /^(?:tinyint|smallint|int|bigint|real|float|double|decimal)/i.test(type);

/** A few values of each type, which leave open what values decide: numbers in no order and not whole, and each name at each time. */
function sampleOf(types: readonly string[]): unknown[][] {
  const isSeries = types.some(isTime) && !types.every((type) => isTime(type) || isNumber(type));
  const days = isSeries ? [0, 0, 1, 1] : [0, 1, 2, 3];
  const names = isSeries ? ["a", "c", "a", "c"] : ["a", "d", "b", "c"];
  return types.map((type) => {
    if (isTime(type)) return days.map((day) => new Date(DAY * day));
    return isNumber(type) ? [1.5, 1, 2.5, 2] : names;
  });
}

/** A land that the Vega editor has, too. */
const LAND = { url: "data/world-110m.json", format: { type: "topojson", feature: "land" } };
const BY_ROWS = /^(?:description|config|columns|spacing|axis|detail|tooltip|legend|bandPosition|resolve)$/;

/** A part of a specification without what rows decide: layers of names and numbers, domains, ticks, edges of bins, lists of names. */
function plainPart(key: string, part: unknown, { sort, ...options }: PlotOptions): unknown {
  if (part === undefined) return undefined;
  if (part === null)
    return key === "title" || (key === "stack" && options.stack === false) ? null : undefined;
  const own = part as Json;
  const [first] = (own["layer"] ?? []) as readonly Json[];
  if (first !== undefined && first["data"] === undefined) {
    const { layer: _, ...rest } = own;
    return { ...rest, ...first };
  }
  switch (key) {
    case "encoding":
      return plainChannels(own as Readonly<Record<string, Json>>, options);
    case "title":
    case "width":
    case "height":
      return typeof part === "string" || part === null ? part : options[key];
    case "projection":
      return { type: "equirectangular" };
    case "data":
      return own["format"] === undefined ? { values: [] } : LAND;
    case "mark":
      return own["type"] === "geoshape" ? { type: "geoshape", fill: "lightgray" } : (own["type"] ?? part);
    case "scale":
      return own["type"] === "log" || own["type"] === "utc" ? { type: own["type"] } : undefined;
    case "x":
    case "y":
      // A field is a channel's title in any case.
      return own["title"] === own["field"] ? { ...own, title: undefined } : part;
    case "axis":
      return own["format"] === undefined ? undefined : { format: own["format"] };
    case "bin":
      return { maxbins: 40 };
    case "sort":
      if (sort === "none") return null;
      return typeof part === "string" || typeof sort === "object" ? part : undefined;
    case "stack":
      return part === "zero" ? undefined : part;
    case "color":
      return own["condition"] ?? part;
    default:
      return BY_ROWS.test(key) ? undefined : part;
  }
}

/** Channels without the unit of times, which rows decide, unless rows are counted or bars stand side by side in it. */
function plainChannels(channels: Readonly<Record<string, Json>>, { stack }: PlotOptions): Json {
  const isAbreast = stack === false && "xOffset" in channels;
  const needsUnit = isAbreast || Object.values(channels).some((channel) => "aggregate" in channel);
  if (needsUnit || channels["x"]?.["type"] !== "temporal") return channels;
  const { xOffset: _, x, ...others } = channels;
  return { x: { ...x, timeUnit: undefined, scale: { type: "utc" } }, ...others };
}
