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

/** The chart of some columns; where a stack is requested, areas instead of lines, and bars instead of cells. */
export function chooseMark(
  roles: Roles,
  named: NamedColumns,
  columns: number,
  stack: PlotOptions["stack"] = false,
): Chosen {
  const own = markOfTypes(roles, named, columns);
  const isMap = (typeof own === "string" ? own : own.mark) === "heatmap";
  if (stack !== false && isMap) return fill("bar", roles, named);
  const all = typeof own === "string" ? fill(own, roles, named) : own;
  return stack !== false && all.mark === "line" ? { ...all, mark: "area" } : all;
}

/**
 * Times give lines; categories bars; two categories, or two whole numbers that a query grouped by, a heat map; two numbers points, or a line
 * if the first ascends; one column a histogram.
 */
function markOfTypes(roles: Roles, named: NamedColumns, columns: number): Mark | Chosen {
  const { times, numbers, categories } = roles;
  const y = named.y.length > 0 ? named.y : numbers;
  if (named.x !== null) {
    if (named.x.kind === "category") return "bar";
    return y.length === 0 ? "hist" : named.x.kind === "time" || named.x.summary.isSorted ? "line" : "scatter";
  }
  const isOpen = named.color === null && named.y.length === 0;
  if (columns === 1 && isOpen && named.facet === null) return categories.length > 0 ? "bar" : "hist";
  const grid = isOpen ? gridOf(roles) : null;
  if (grid !== null) return grid;
  if (times.length > 0) return y.length === 0 ? "hist" : "line";
  if (categories.length >= 2 && named.color === null && y.length === 1) return "heatmap";
  // Bars would average rows of the same category; points show each row.
  if (categories.length > 0) return isOpen && y.length >= 2 && repeats(categories) ? "scatter" : "bar";
  const [first, second] = named.y.length === 0 ? numbers : [];
  if (first !== undefined && second !== undefined)
    return first.summary.isSorted && first.summary.isGraduated ? "line" : "scatter";
  if (y.length > 0) return "line";
  throw new UsageError("there is nothing to plot: no column is left for an axis");
}

/** The chart of a query that is grouped by a whole number and one other column. */
function gridOf(roles: Roles): Chosen | null {
  const [first, second, ...more] = roles.numbers;
  const [other, another] = [...roles.times, ...roles.categories];
  if (first?.summary.isWhole !== true || second === undefined || another !== undefined) return null;
  if (other === undefined) {
    const isMap = more.length === 1 && second.summary.isWhole && isGrid(first, second);
    return isMap ? cells(roles, first, second, more[0] ?? null) : null;
  }
  if (!isGrid(first, other) || !repeats([other])) return null;
  if (other.kind !== "time" && !other.categories.isCalendar)
    return chosen("line", roles, first, [second, ...more], other);
  return more.length > 0 ? null : cells(roles, other, first, second);
}

/** The side with more values goes across, and times do if they are many. */
function cells(roles: Roles, a: ChartColumn, b: ChartColumn, value: ChartColumn | null): Chosen {
  const [first = 0, second = 0] = [a, b].map(({ categories }) => categories.labels.length);
  const isAcross = a.kind !== b.kind && a.kind === "time" ? first > 40 : first >= second;
  return chosen("heatmap", roles, isAcross ? a : b, [isAcross ? b : a], value);
}

/** A chart of some columns, and of names that are combined in one: those without any value are not drawn if others have some, and a note names what is not drawn. */
function chosen(
  mark: Mark,
  roles: Roles,
  x: ChartColumn | null,
  all: readonly ChartColumn[],
  colors: ChartColumn | null | readonly ChartColumn[] = null,
  names: readonly ChartColumn[] = [],
): Chosen {
  const valued = all.filter(({ kind, summary }) => kind === "category" || summary.finite > 0);
  const y = valued.length > 0 ? valued : all;
  const parts: readonly ChartColumn[] = colors === null ? [] : "name" in colors ? [colors] : colors;
  const rest = [...roles.times, ...roles.numbers, ...roles.categories, ...all].filter(
    (column) => ![x, ...y, ...parts, ...names].includes(column),
  );
  const omitted = [...new Set(rest)].map(({ name }) => name).join(", ");
  const color = combined(parts) ?? null;
  return { ...{ mark, x, y, color }, notes: [omitted !== "" && `not drawn: ${omitted}`] };
}

/** What a chart needs, where it can't be drawn. */
const NEEDS: Readonly<Record<Mark, string>> = {
  ...{ line: "a column of numbers", area: "a column of numbers", box: "a column of numbers" },
  ...{ bar: "a column beside the values", heatmap: "two columns beside the values" },
  hist: "a column of numbers or times",
  scatter: "two columns of numbers or times",
  map: "the columns of longitudes and latitudes: name them with x and y (--x LONGITUDE --y LATITUDE)",
};

/** Assigns a fitting column to each open channel of a mark. @throws UsageError if it needs more columns */
export function fill(mark: Mark, roles: Roles, named: NamedColumns): Chosen {
  const { times, numbers, categories } = roles;
  const isOpen = named.y.length === 0;
  const sides = [...categories, ...times, ...numbers].filter((column) => column !== named.y[0]);
  const measures = numbers.length > 1 ? numbers : [];
  // A first column of numbers is the axis only if others are left to draw over it.
  const lineAxes = [...[...times, ...(isOpen ? measures : [])], ...(named.color === null ? categories : [])];
  const axes: Readonly<Record<Mark, () => readonly (ChartColumn | undefined)[]>> = {
    ...{ line: () => lineAxes, area: () => lineAxes },
    bar: () => barAxes(roles),
    box: () => [combined(categories), ...times],
    hist: () => [...named.y, ...numbers, ...times],
    scatter: () => (isOpen ? [...measures, ...times] : [...times, ...numbers]),
    heatmap: () => sides,
    map: () => degreesIn(numbers, isOpen ? 90 : -1, 180),
  };
  const x = named.x ?? axes[mark]().find((column) => column !== undefined) ?? null;
  const rest = numbers.filter((column) => column !== x);
  const values: Partial<Record<Mark, readonly ChartColumn[]>> = {
    hist: [],
    heatmap: sides.filter((column) => column !== x).slice(0, 1),
    map: mark === "map" ? degreesIn(numbers, -1, 90) : [],
    scatter: rest.slice(0, 1),
    // A box for each name has no room for a second column.
    ...(x === null ? {} : { box: rest.slice(0, 1) }),
  };
  const y = isOpen || mark === "hist" ? (values[mark] ?? rest) : named.y;
  const needsX = mark !== "line" && mark !== "area" && mark !== "box";
  const isUnsure = mark === "map" && (y.length > 1 || (named.x === null && axes.map().length > 1));
  if (
    (x === null && needsX) ||
    (y.length === 0 && mark !== "bar" && mark !== "hist") ||
    (mark === "hist" && x?.kind === "category") ||
    isUnsure
  )
    throw new UsageError(`a chart of mark '${mark}' needs ${NEEDS[mark]}`);
  const [shade] = rest.filter((column) => !y.includes(column));
  if (mark === "box") return chosen(mark, roles, x, y, [], named.x === null ? categories : []);
  if (mark === "heatmap" && isOpen && named.x === null)
    return cells(roles, x as ChartColumn, y[0] as ChartColumn, named.color ?? shade ?? null);
  const names = categories.filter((column) => column !== x);
  const isShaded = mark === "heatmap" || mark === "map" || (mark === "scatter" && names.length === 0);
  const color = named.color ?? (isShaded && shade ? shade : mark === "heatmap" ? [] : names);
  return chosen(mark, roles, x, y, color);
}

/** The columns with numbers past one and up to another. */
const degreesIn = (numbers: readonly ChartColumn[], low: number, high: number): readonly ChartColumn[] =>
  numbers.filter(({ summary }) => {
    const most = Math.max(-summary.low, summary.high);
    return most > low && most <= high;
  });

/** Bars of names that occur again at each time would be means over all times. */
function barAxes({ times, numbers, categories }: Roles): (ChartColumn | undefined)[] {
  const [category, [number, value]] = [categories[0], numbers];
  if (category === undefined || (times.length > 0 && repeats(categories)))
    return [times[0], category, number];
  return number?.summary.isWhole === true && value !== undefined && isGrid(number, category)
    ? [number]
    : [category];
}
