import { UsageError } from "../../core/errors.ts";
import { Table } from "../../core/table/table.ts";
import { show_code } from "../display/display.ts";
import { SCHEMA, type VegaLiteSpec } from "../vega/vega-lite-spec.ts";
import { DAY } from "./columns/time-unit.ts";
import { COLUMN, ROWS, VALUE } from "./data/series.ts";
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
  const { values } = spec["data"] as { values: readonly Json[] };
  const fold = [...new Set(values.flatMap((row) => row[COLUMN] ?? []))];
  const { title, width, height } = options;
  const { facet, columns: across, spec: panel = spec } = spec;
  const { scale } = (spec["resolve"] ?? {}) as Json;
  const view = { width, height, ...plainView(panel as Json) };
  const plain = withoutRows(
    {
      $schema: SCHEMA,
      title,
      data: { values: [] },
      transform: fold.length === 0 ? undefined : [{ fold, as: [COLUMN, VALUE] }],
      ...(facet === undefined ? view : { facet, spec: view, columns: across }),
    },
    options,
  );
  return scale === undefined ? plain : { ...plain, resolve: { scale } };
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
const LAND = {
  data: { url: "data/world-110m.json", format: { type: "topojson", feature: "land" } },
  mark: { type: "geoshape", fill: "lightgray" },
};

/** The mark and the channels of a view, or of the layer that has both; layers of names and numbers follow from rows. */
function plainView({ mark, encoding, layer, projection }: Json): Json {
  const [first, last] = (layer ?? []) as readonly Json[];
  if (projection === undefined) return { mark: nameOf(mark ?? first?.["mark"]), encoding };
  const places = { mark: nameOf(last?.["mark"]), encoding: last?.["encoding"] };
  return { projection: { type: "equirectangular" }, layer: [LAND, places] };
}

const nameOf = (mark: unknown): unknown => (typeof mark === "object" ? (mark as Json)["type"] : mark);

/** A specification without what rows decide: domains and shades of scales, ticks of axes, edges of bins, lists of names. */
function withoutRows(spec: Json, { sort }: PlotOptions): VegaLiteSpec {
  const none = (): undefined => undefined;
  const parts: Readonly<Record<string, (part: never) => unknown>> = {
    ...{ detail: none, tooltip: none, legend: none, bandPosition: none },
    scale: ({ type }: Json) => (type === "log" ? { type } : undefined),
    axis: ({ format }: Json) => (format === undefined ? undefined : { format }),
    bin: () => ({ maxbins: 40 }),
    sort: (order: unknown) => (typeof order === "string" || typeof sort === "object" ? order : undefined),
    stack: (stack: unknown) => stack ?? undefined,
    color: (color: Json) => color["condition"] ?? color,
    ...{ x: position, y: position },
  };
  const plain = (key: string, part: unknown): unknown =>
    Object.hasOwn(parts, key) ? parts[key]?.(part as never) : part;
  return JSON.parse(JSON.stringify(spec, plain)) as VegaLiteSpec;
}

/** A channel whose title is its field has no other, and rows are counted. */
const position = ({ field, title, ...rest }: Json): Json =>
  field === ROWS
    ? { ...rest, title, aggregate: "count" }
    : { field, title: title === field ? undefined : title, ...rest };
