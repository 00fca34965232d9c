import { UsageError } from "../../core/errors.ts";
import type { Table } from "../../core/table/table.ts";
import { allRows, chartColumns, everyNumber, type ChartColumn } from "./layout/chart-column.ts";
import { categoriesOf, combined } from "./layout/categories.ts";
import { notesOf, quantity } from "./layout/drawing.ts";
import { type Mark, markOf, type PlotOptions } from "./plot-options.ts";

/** The mark of a chart, and the columns of its channels. */
export interface ChartPlan {
  readonly mark: Mark | "number";
  /** Whether the mark was requested, rather than chosen by the columns. */
  readonly asked: boolean;
  /** Horizontal axis; null for row numbers, and for marks without axes. */
  readonly x: ChartColumn | null;
  /** Vertical axis; empty: rows are counted. */
  readonly y: readonly ChartColumn[];
  readonly color: ChartColumn | null;
  readonly facet: ChartColumn | null;
  readonly rows: Uint32Array;
  /** Width of a panel in pixels, unless the mark sets its own. */
  readonly width: number;
  /** Notes on what the chart omits or computes. */
  readonly notes: readonly string[];
}

/** Columns by possible roles. Numbers with names ending in `_id` are categories; without times, years, months and hours are times. */
interface Free {
  readonly times: ChartColumn[];
  readonly numbers: ChartColumn[];
  readonly categories: ChartColumn[];
}

/**
 * Chooses a chart by column types, where options don't specify it: times give lines, categories bars, two categories a heat map, two
 * numbers points, one column a histogram, a single number the number itself.
 *
 * @param table - A table without filter and order.
 * @throws UsageError when there is nothing to draw.
 */
export function chooseChart(table: Table, options: PlotOptions): ChartPlan {
  const rows = table.totalRows();
  const columns = chartColumns(table, options.timezone);
  const given = (name: string | undefined): ChartColumn | null =>
    columns.find((column) => column.name === name) ?? null;
  const [x, color, facet] = [given(options.x), given(options.color), given(options.facet)];
  const y = [options.y ?? []].flat().flatMap((name) => given(name) ?? []);
  const used = new Set([x, color, facet, ...y]);
  const left = columns.filter((column) => !used.has(column));
  const named = { x, y, color, facet };
  const width = options.width ?? (facet === null ? 600 : 220);
  const base = { asked: options.mark !== undefined, rows: allRows(rows), facet, width, notes: [] };
  const free = sortOut(left, table.index);
  const chosen =
    options.mark === undefined
      ? chooseMark(free, named, { rows, names: columns.map(({ name }) => name) })
      : fill(markOf(options.mark), free, named);
  const isMap = chosen.mark === "heatmap";
  const isValue = ({ kind }: ChartColumn): boolean =>
    kind === "number" || (kind === "time" && chosen.mark === "scatter");
  const other = (isMap ? [chosen.color] : y).find((column) => column && !isValue(column));
  const swap = !isMap && x?.kind === "number" ? "; swap x and y" : "";
  if (other)
    throw new UsageError(`${isMap ? "color" : "y"}: the column '${other.name}' holds no numbers${swap}`);
  return { ...base, ...withValues(chosen) };
}

/** Omits columns without any finite value, if others have some; notes them, and infinite values, which no axis can show. */
function withValues(chosen: Chosen): Chosen {
  const { mark, x, y, color } = chosen;
  if (mark === "number") return chosen;
  const counted = mark === "hist" && x !== null ? [x] : mark === "heatmap" && color !== null ? [color] : y;
  const numeric = counted
    .filter(({ kind }) => kind !== "category")
    .map((column) => ({ column, ...count(column) }));
  const empty = numeric.filter(({ finite }) => finite === 0);
  const names = empty.map(({ column: { name } }) => `'${name}'`).join(", ");
  const notes = notesOf(
    ...(chosen.notes ?? []),
    empty.length > 0 && `${names} ${empty.length === 1 ? "has" : "have"} no values`,
    ...numeric.map(
      ({ column: { name }, infinite }) =>
        infinite > 0 && `not drawn: ${quantity(infinite, "infinite value")} of ${name}`,
    ),
  );
  const left = y.filter((column) => !empty.some((one) => one.column === column));
  return { ...chosen, y: empty.length === counted.length ? y : left, notes };
}

function count({ numbers }: ChartColumn): { finite: number; infinite: number } {
  let [finite, infinite] = [0, 0];
  for (let row = 0; row < numbers.length; row += 1) {
    const value = numbers[row] ?? NaN;
    if (Number.isFinite(value)) finite += 1;
    else if (!Number.isNaN(value)) infinite += 1;
  }
  return { finite, infinite };
}

type Named = Pick<ChartPlan, "x" | "y" | "color" | "facet">;
type Chosen = Pick<ChartPlan, "mark" | "x" | "y" | "color"> & { readonly notes?: readonly string[] };

function sortOut(columns: readonly ChartColumn[], index: readonly string[]): Free {
  const isName = ({ name, kind }: ChartColumn): boolean => kind === "number" && name.endsWith("_id");
  // Index columns come first, wherever they are.
  const ordered = [...columns].sort(
    (a, b) => Number(index.includes(b.name)) - Number(index.includes(a.name)),
  );
  const instants = ordered.filter(({ kind }) => kind === "time");
  const times = instants.length > 0 ? instants : ordered.filter(isTimePart);
  return {
    times,
    numbers: ordered.filter(
      (column) => column.kind === "number" && !isName(column) && !times.includes(column),
    ),
    categories: ordered.filter((column) => column.kind === "category" || isName(column)),
  };
}

const TIME_PART =
  /(?:^|_| )(?:year|quarter|month|week|weekday|dow|day|hour|minute)$|^.{0,8}(?:年|月|日|時|週)$/i;

/** Whether the numbers are years, months, hours or the like, by name and values. */
function isTimePart(column: ChartColumn): boolean {
  const { name, kind } = column;
  if (kind !== "number" || !TIME_PART.test(name) || /(?:^|_| )per(?:_| )/i.test(name)) return false;
  const isPart = (value: number): boolean => Number.isInteger(value) && value >= 0 && value < 10_000;
  return everyNumber(column, (value) => Number.isNaN(value) || isPart(value));
}

function chooseMark(
  free: Free,
  named: Named,
  { rows, names }: { rows: number; names: readonly string[] },
): Chosen {
  const { times, numbers, categories } = free;
  const y = named.y.length > 0 ? named.y : numbers;
  if (named.x?.kind === "category") return fill("bar", free, named);
  if (named.x !== null) {
    const isAxis = named.x.kind === "time" || ascends(named.x);
    return fill(y.length === 0 ? "hist" : isAxis ? "line" : "scatter", free, named);
  }
  const nothingNamed = named.color === null && named.y.length === 0;
  const all = [...times, ...numbers];
  if (nothingNamed && rows === 1 && categories.length === 0 && all.length <= 6 && all.every(isNumber))
    return { mark: "number", x: null, y: all, color: null };
  const place = nothingNamed ? coordinates(numbers) : null;
  if (place !== null) {
    const rest = numbers.filter((column) => column !== place.x && column !== place.y);
    return fill("scatter", { ...free, numbers: rest }, { ...named, x: place.x, y: [place.y] });
  }
  const only = names.length === 1 && named.facet === null ? [...all, ...categories][0] : undefined;
  if (only !== undefined)
    return { mark: only.kind === "category" ? "bar" : "hist", x: only, y: [], color: null };
  const areParts = times.length > 1 && times.every(isNumber) && categories.length === 0;
  if (nothingNamed && areParts && y.length === 1) return fill("heatmap", free, named);
  if (times.length > 0) return fill(y.length === 0 ? "hist" : "line", free, named);
  if (categories.length >= 2 && named.color === null && y.length === 1)
    return fill("heatmap", free, { ...named, y: [] });
  if (categories.length > 0) {
    // Bars would average rows of the same category; points show each row.
    const repeated = nothingNamed && y.length >= 2 && repeats(categories);
    return fill(repeated ? "scatter" : "bar", free, named);
  }
  const [first] = named.y.length === 0 && numbers.length > 1 ? numbers : [];
  if (first !== undefined && !(ascends(first) && isGraduated(first))) return fill("scatter", free, named);
  if (y.length > 0) return fill("line", free, named);
  throw new UsageError("there is nothing to plot: no column is left for an axis");
}

/** Assigns a fitting column to each open channel of a mark, and notes which columns are omitted. */
function fill(mark: Mark, free: Free, named: Named): Chosen {
  if (mark === "scatter") return fillPoints(free, named);
  if (mark === "heatmap") return fillCells(free, named);
  const { times, numbers, categories } = free;
  if (mark === "hist") {
    const [over, ...rest] = [...(named.x === null ? [] : [named.x]), ...named.y, ...numbers, ...times];
    if (over === undefined || over.kind === "category") throw noNumbers(mark);
    return { mark, x: over, y: [], color: named.color ?? combinedOf(categories), notes: leftOut(rest) };
  }
  const over = named.x ?? (mark === "bar" ? barAxis(free) : lineAxis(free, named));
  if (over === null && mark === "bar") throw new UsageError("a bar chart needs a column beside the values");
  const others = (columns: readonly ChartColumn[]): readonly ChartColumn[] =>
    columns.filter((column) => column !== over);
  const y = named.y.length > 0 ? named.y : others(numbers);
  if (y.length === 0 && mark !== "bar") throw noNumbers(mark);
  const color = named.color ?? combinedOf(others(categories));
  return { mark, x: over, y, color, notes: leftOut(others(times)) };
}

function fillPoints({ times, numbers, categories }: Free, named: Named): Chosen {
  const [number, time] = [numbers[0] ?? null, times[0] ?? null];
  const hasY = named.y.length > 0;
  const over = named.x ?? (hasY ? (time ?? number) : numbers.length > 1 ? number : time);
  const rest = numbers.filter((column) => column !== over);
  const y = hasY ? named.y : rest.splice(0, 1);
  if (over === null || y.length === 0)
    throw new UsageError("a scatter plot needs two columns of numbers or times");
  const color = named.color ?? combinedOf(categories) ?? rest.shift() ?? null;
  return { mark: "scatter", x: over, y, color, notes: leftOut(rest) };
}

function fillCells({ times, numbers, categories }: Free, named: Named): Chosen {
  const sides = [...categories, ...times, ...numbers];
  const over = named.x ?? sides[0] ?? null;
  const down = named.y[0] ?? sides.find((column) => column !== over) ?? null;
  if (over === null || down === null) throw new UsageError("a heat map needs two columns beside the values");
  const rest = sides.filter((column) => column !== over && column !== down);
  const value = named.color ?? rest.find(isNumber) ?? null;
  const notes = leftOut(rest.filter((column) => column !== value));
  return { mark: "heatmap", x: over, y: [down], color: value, notes };
}

const combinedOf = (columns: readonly ChartColumn[]): ChartColumn | null =>
  columns.length > 0 ? combined(columns) : null;

/** A first column of numbers is the axis of lines only if others are left to draw over it. */
function lineAxis({ times, numbers, categories }: Free, named: Named): ChartColumn | null {
  const [number] = named.y.length === 0 && numbers.length > 1 ? numbers : [];
  const [category] = named.color === null ? categories : [];
  return times[0] ?? number ?? category ?? null;
}

/** Bars of names that occur again at each time would be means over all times. */
function barAxis({ times, numbers, categories }: Free): ChartColumn | null {
  const [time] = categories.length === 0 || repeats(categories) ? times : [];
  return time ?? categories[0] ?? numbers[0] ?? null;
}

const isNumber = ({ kind }: ChartColumn): boolean => kind === "number";

function noNumbers(mark: Mark): UsageError {
  return new UsageError(
    `there is nothing to plot: no column is left whose numbers a chart of mark '${mark}' could show`,
  );
}

function leftOut(columns: readonly ChartColumn[]): string[] {
  return columns.length === 0 ? [] : [`not drawn: ${columns.map(({ name }) => name).join(", ")}`];
}

/** Whether the numbers strictly increase, as in a result ordered by its first column. */
function ascends(column: ChartColumn): boolean {
  const { numbers, kind } = column;
  return (
    kind !== "category" &&
    everyNumber(column, (value, row) => row === 0 || value > (numbers[row - 1] as number))
  );
}

/** Whether the numbers are whole or evenly spaced, like years and ranges and unlike measures. */
function isGraduated(column: ChartColumn): boolean {
  const [first = 0, second = 0] = [column.numbers[0], column.numbers[1]];
  const isEven = (value: number, row: number): boolean =>
    Math.abs((value - first) / (second - first) - row) < 1e-6 * (row + 1);
  return everyNumber(column, (value, row) => Number.isInteger(value) || isEven(value, row));
}

function repeats(categories: readonly ChartColumn[]): boolean {
  const { codes, labels } = categoriesOf(combined(categories));
  return labels.length < codes.length;
}

const LATITUDE = /^(?:.*_)?lat(?:itude)?$/i;
const LONGITUDE = /^(?:.*_)?(?:lon|lng|long|longitude)$/i;

function coordinates(numbers: readonly ChartColumn[]): { x: ChartColumn; y: ChartColumn } | null {
  const y = numbers.find(({ name }) => LATITUDE.test(name));
  const x = numbers.find(({ name }) => LONGITUDE.test(name));
  return x === undefined || y === undefined ? null : { x, y };
}
