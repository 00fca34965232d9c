import { UsageError } from "../../core/errors.ts";
import type { ChartColumn } from "./columns/chart-column.ts";
import { combined, isGrid, repeats } from "./columns/combinations.ts";
import type { Notes } from "./drawing.ts";
import type { Mark, PlotOptions } from "./plot-options.ts";

/** A mark and the columns of its channels. */
export interface Chosen {
  readonly mark: Mark;
  /** Horizontal axis; null for row numbers, and for marks without axes. */
  readonly x: ChartColumn | null;
  /** Vertical axis; empty: rows are counted. */
  readonly y: readonly ChartColumn[];
  readonly color: ChartColumn | null;
  /** Whether bars have the order of the rows. */
  readonly inOrder?: boolean;
  /** Notes on what the chart omits or computes. */
  readonly notes: Notes;
}

/** The columns that options name. */
type NamedColumns = Pick<Chosen, "x" | "y" | "color"> & { readonly facet: ChartColumn | null };

/** The other columns, by kind. */
interface Roles {
  readonly times: readonly ChartColumn[];
  readonly numbers: readonly ChartColumn[];
  readonly categories: readonly ChartColumn[];
}

/** Index columns come first, wherever they are. */
export function rolesOf(columns: readonly ChartColumn[], index: readonly string[]): Roles {
  const isIndex = ({ name }: ChartColumn): number => Number(index.includes(name));
  const ordered = [...columns].sort((a, b) => isIndex(b) - isIndex(a));
  const of = (kind: ChartColumn["kind"]): ChartColumn[] => ordered.filter((column) => column.kind === kind);
  return { times: of("time"), numbers: of("number"), categories: of("category") };
}

/** More bars of numbers than this are no ranking. */
const MAX_RANKED = 60;

const chosen = (
  mark: Mark,
  x: ChartColumn | null,
  y: readonly ChartColumn[],
  color: ChartColumn | null = null,
  rest: readonly ChartColumn[] = [],
): Chosen => ({
  ...{ mark, x, y, color },
  notes: [rest.length > 0 && `not drawn: ${rest.map(({ name }) => name).join(", ")}`],
});

/** The chart of some columns; where a stack is requested, areas instead of lines, and bars instead of cells. */
export function chooseMark(
  roles: Roles,
  named: NamedColumns,
  rows: number,
  columns: number,
  stack: PlotOptions["stack"] = false,
): Chosen {
  const own = markOfTypes(roles, named, rows, columns);
  if (stack === false) return own;
  if (own.mark === "heatmap") return fill("bar", roles, named);
  return own.mark === "line" ? { ...own, mark: "area" } : own;
}

/**
 * Times give lines; categories bars; two categories, or two whole numbers that a query grouped by, a heat map; two numbers points, or a line
 * if the first ascends; one column a histogram; a single number the number itself.
 */
function markOfTypes(roles: Roles, named: NamedColumns, rows: number, columns: number): Chosen {
  const { times, numbers, categories } = roles;
  const y = named.y.length > 0 ? named.y : numbers;
  const as = (mark: Mark): Chosen => fill(mark, roles, named);
  if (named.x !== null) {
    if (named.x.kind === "category") return as("bar");
    const isAxis = named.x.kind === "time" || named.x.summary.isSorted;
    return as(y.length === 0 ? "hist" : isAxis ? "line" : "scatter");
  }
  const isOpen = named.color === null && named.y.length === 0;
  if (columns === 1 && isOpen && named.facet === null) return as(categories.length > 0 ? "bar" : "hist");
  const grid = isOpen ? gridOf(roles) : null;
  if (grid !== null) return grid;
  if (times.length > 0) return as(y.length === 0 ? "hist" : "line");
  if (categories.length >= 2 && named.color === null && y.length === 1) return as("heatmap");
  // Bars would average rows of the same category; points show each row.
  if (categories.length > 0) return as(isOpen && y.length >= 2 && repeats(categories) ? "scatter" : "bar");
  const [first, second] = named.y.length === 0 ? numbers : [];
  if (first === undefined || second === undefined || (first.summary.isSorted && first.summary.isGraduated)) {
    if (y.length > 0) return as("line");
    throw new UsageError("there is nothing to plot: no column is left for an axis");
  }
  const isRanking = rows <= MAX_RANKED && rows > 2 && first.summary.isWhole && second.summary.isDescending;
  if (!isRanking || repeats([first])) return as("scatter");
  return { ...chosen("bar", first, numbers.slice(1)), inOrder: true };
}

/** The chart of a query that is grouped by a whole number and one other column. */
function gridOf({ times, numbers, categories }: Roles): Chosen | null {
  const [first, second, ...more] = numbers;
  const [other, another] = [...times, ...categories];
  if (first === undefined || second === undefined || !first.summary.isWhole || another !== undefined)
    return null;
  if (other === undefined) {
    const [value] = more.length === 1 && second.summary.isWhole && isGrid(first, second) ? more : [];
    return value === undefined ? null : cells(first, second, value);
  }
  if (!isGrid(first, other) || !repeats([other])) return null;
  if (other.kind !== "time" && !other.categories.isCalendar)
    return chosen("line", first, [second, ...more], other);
  return more.length > 0 ? null : cells(other, first, second);
}

/** The side with more values goes across, and times do if they are many. */
function cells(
  a: ChartColumn,
  b: ChartColumn,
  value: ChartColumn | null,
  rest: readonly ChartColumn[] = [],
): Chosen {
  const [first = 0, second = 0] = [a, b].map(({ categories }) => categories.labels.length);
  const isAcross = a.kind !== b.kind && a.kind === "time" ? first > 40 : first >= second;
  return chosen("heatmap", isAcross ? a : b, [isAcross ? b : a], value, rest);
}

/** Assigns a fitting column to each open channel of a mark, and notes which columns are omitted. */
export function fill(mark: Mark, roles: Roles, named: NamedColumns): Chosen {
  if (mark === "scatter") return fillPoints(roles, named);
  if (mark === "map") return fillPlaces(roles, named);
  if (mark === "heatmap") return fillCells(roles, named);
  const { times, numbers, categories } = roles;
  if (mark === "hist") {
    const [over, ...rest] = [...(named.x === null ? [] : [named.x]), ...named.y, ...numbers, ...times];
    if (over === undefined || over.kind === "category") throw noNumbers(mark);
    return chosen(mark, over, [], named.color ?? combinedOf(categories), rest);
  }
  const axes = { line: lineAxis, area: lineAxis, bar: barAxis, box: boxAxis };
  const over = named.x ?? axes[mark](roles, named);
  if (over === null && mark === "bar") throw new UsageError("a bar chart needs a column beside the values");
  const others = (columns: readonly ChartColumn[]): readonly ChartColumn[] =>
    columns.filter((column) => column !== over);
  const y = named.y.length > 0 ? named.y : others(numbers);
  if (y.length === 0 && mark !== "bar") throw noNumbers(mark);
  // A box for each name has no room for a second column.
  if (mark === "box")
    return over === null ? chosen(mark, null, y) : chosen(mark, over, y.slice(0, 1), null, y.slice(1));
  return chosen(mark, over, y, named.color ?? combinedOf(others(categories)), others(times));
}

function fillPoints({ times, numbers, categories }: Roles, named: NamedColumns): Chosen {
  const [number, time] = [numbers[0] ?? null, times[0] ?? null];
  const hasY = named.y.length > 0;
  const over = named.x ?? (hasY ? (time ?? number) : numbers.length > 1 ? number : time);
  const rest = numbers.filter((column) => column !== over);
  const y = hasY ? named.y : rest.splice(0, 1);
  if (over === null || y.length === 0)
    throw new UsageError("a scatter plot needs two columns of numbers or times");
  return chosen("scatter", over, y, named.color ?? combinedOf(categories) ?? rest.shift() ?? null, rest);
}

/** Longitude and latitude: as named, else the only columns with numbers past 90 and up to 90. */
function fillPlaces({ numbers, categories }: Roles, named: NamedColumns): Chosen {
  const degrees = (low: number, high: number): ChartColumn[] =>
    numbers.filter(({ summary }) => {
      const most = Math.max(-summary.low, summary.high);
      return most > low && most <= high;
    });
  const latitudes = named.y.length > 0 ? named.y : degrees(-1, 90);
  const longitudes = named.x !== null ? [named.x] : degrees(named.y.length > 0 ? -1 : 90, 180);
  const [x, latitude] = [longitudes[0], latitudes[0]];
  if (x === undefined || latitude === undefined || latitudes.length + longitudes.length > 2)
    throw new UsageError(
      "a map needs the columns of longitudes and latitudes: name them with x and y (--x LONGITUDE --y LATITUDE)",
    );
  const rest = numbers.filter((column) => column !== x && column !== latitude);
  return chosen("map", x, [latitude], named.color ?? rest.shift() ?? combinedOf(categories), rest);
}

function fillCells({ times, numbers, categories }: Roles, named: NamedColumns): Chosen {
  const sides = [...categories, ...times, ...numbers];
  const first = named.x ?? sides.find((column) => column !== named.y[0]) ?? null;
  const second = named.y[0] ?? sides.find((column) => column !== first) ?? null;
  if (first === null || second === null)
    throw new UsageError("a heat map needs two columns beside the values");
  const rest = sides.filter((column) => column !== first && column !== second);
  const value = named.color ?? rest.find(({ kind }) => kind === "number") ?? null;
  const omitted = rest.filter((column) => column !== value);
  if (named.x === null && named.y.length === 0) return cells(first, second, value, omitted);
  return chosen("heatmap", first, [second], value, omitted);
}

const combinedOf = (columns: readonly ChartColumn[]): ChartColumn | null =>
  columns.length > 0 ? combined(columns) : null;

const boxAxis = ({ times, categories }: Roles): ChartColumn | null =>
  combinedOf(categories) ?? times[0] ?? null;

/** A first column of numbers is the axis of lines only if others are left to draw over it. */
function lineAxis({ times, numbers, categories }: Roles, named: NamedColumns): ChartColumn | null {
  const [number] = named.y.length === 0 && numbers.length > 1 ? numbers : [];
  const [category] = named.color === null ? categories : [];
  return times[0] ?? number ?? category ?? null;
}

/** Bars of names that occur again at each time would be means over all times. */
function barAxis({ times, numbers, categories }: Roles): ChartColumn | null {
  const [time] = categories.length === 0 || repeats(categories) ? times : [];
  const [category] = categories;
  const [number, value] = numbers;
  if (time !== undefined || category === undefined) return time ?? number ?? null;
  const isAxis =
    number !== undefined && value !== undefined && number.summary.isWhole && isGrid(number, category);
  return isAxis ? number : category;
}

const noNumbers = (mark: Mark): UsageError =>
  new UsageError(
    `there is nothing to plot: no column is left whose numbers a chart of mark '${mark}' could show`,
  );
