import { UsageError } from "../../core/errors.ts";
import { Table } from "../../core/table/table.ts";
import { show_code } from "../display/display.ts";
import { SCHEMA, type VegaLiteSpec } from "../vega/vega-lite-spec.ts";
import { DAY } from "./columns/time-unit.ts";
import { COLUMN, VALUE } from "./data/series.ts";
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
  const { facet } = spec;
  const sizes = { ...(width === undefined ? {} : { width }), ...(height === undefined ? {} : { height }) };
  const view = { ...sizes, ...plainView((spec["spec"] ?? spec) as Json, options) };
  return {
    $schema: SCHEMA,
    ...(title === undefined ? {} : { title }),
    data: { values: [] },
    ...(fold.length === 0 ? {} : { transform: [{ fold, as: [COLUMN, VALUE] }] }),
    ...(facet === undefined
      ? view
      : { facet: plainFacet(facet as Json), spec: view, columns: spec["columns"], resolve: spec["resolve"] }),
  };
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

/** The mark and the channels; layers of names and numbers follow from rows. */
function plainView({ mark, layer, encoding, projection }: Json, options: PlotOptions): Json {
  const layers = (layer ?? []) as readonly Json[];
  const drawn = projection === undefined ? { mark: mark ?? layers[0]?.["mark"], encoding } : layers.at(-1);
  const type = markName(drawn?.["mark"]);
  const channels = Object.entries(drawn?.["encoding"] as Json).flatMap(([name, channel]): [string, Json][] =>
    name === "detail" || name === "tooltip" ? [] : [[name, plainChannel(channel as Json, type, options)]],
  );
  const own = { mark: type, encoding: Object.fromEntries(channels) };
  return projection === undefined ? own : { projection: { type: "equirectangular" }, layer: [LAND, own] };
}

const markName = (mark: unknown): string =>
  typeof mark === "string" ? mark : String((mark as { type?: unknown } | undefined)?.type);

function plainChannel(channel: Json, mark: string, { sort, format, percent }: PlotOptions): Json {
  const { field, type, timeUnit, aggregate, bin, stack, title, scale } = {
    ...channel,
    ...(channel["condition"] as object),
  } as Json;
  const isLog = (scale as Json | undefined)?.["type"] === "log";
  const isFormatted =
    type === "quantitative" && bin === undefined && (format !== undefined || percent === true);
  const parts = {
    aggregate,
    field,
    type: aggregate === "count" ? undefined : type,
    timeUnit: mark === "bar" ? timeUnit : undefined,
    bin: bin === undefined ? undefined : { maxbins: 40 },
    stack: stack ?? undefined,
    sort: typeof channel["sort"] === "string" || typeof sort === "object" ? channel["sort"] : undefined,
    scale: isLog ? { type: "log" } : undefined,
    axis: isFormatted ? { format: format ?? ".1~%" } : undefined,
    title: title === field ? undefined : title,
  };
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined));
}

function plainFacet(facet: Json): Json {
  const { field, type, row } = facet;
  return row === undefined ? { field, type } : { row: plainFacet(row as Json) };
}
