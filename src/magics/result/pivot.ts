import { UsageError } from "../../core/errors.ts";
import { NullableColumn } from "../../core/table/nullable-column.ts";
import { Table, type Column } from "../../core/table/table.ts";
import { inTimeZone, timeZoneOf } from "../../core/table/column-time-zone.ts";
import { coded, paired, type Coded } from "./coded.ts";
import { columnRoles } from "./column-roles.ts";
import { compareValues } from "./compare-values.ts";
import { groupNames } from "./group-names.ts";
import { plainRows } from "./plain-rows.ts";

/**
 * Pivots a result: the first column becomes the index, columns that hold text or booleans, or whose name ends in `_id`, are dimensions,
 * and the others are measures.
 *
 * @returns One row per index value and one column per measure and combination of dimension values, both in ascending order. Where
 * several rows fall together the cell is the mean of their values, null and NaN left out; null where there is none. A column is called
 * by its dimension values (`AAPL`, `AAPL_2000`), after the measure's name when there are several measures (`close_AAPL`); without
 * dimensions it keeps its name. Rows between which nothing falls together, and which have no dimensions, stay just as they are.
 * @throws UsageError when every column after the first is a dimension.
 */
export function pivot(table: Table): Table {
  const plain = plainRows(table);
  const roles = columnRoles(plain);
  if (roles === null) return table;
  const { index, dimensions, measures } = roles;
  const data = plain.data() as Record<string, Column>;
  const rows = distinct([data[index] ?? []]);
  if (dimensions.length === 0 && rows.values.length === plain.totalRows()) return plain.set_index(index);
  if (measures.length === 0) {
    throw new UsageError(
      `the result can't be pivoted: there ${dimensions.length === 0 ? "is only the index" : `are only dimensions (${dimensions.join(", ")})`} ` +
        "and nothing to average; select a number, such as count(*)",
    );
  }
  const groups =
    dimensions.length === 0
      ? oneGroup(plain.totalRows())
      : distinct(dimensions.map((name) => data[name] ?? []));
  const mean = meansOf(rows, groups);
  const columns = measures.flatMap((measure) => mean(data[measure] ?? []));
  const names = dimensions.length === 0 ? measures : groupNames(index, measures, groups.values);
  const zone = timeZoneOf(data[index]);
  const keys = rows.values.map(([value]) => value);
  return Table.of([zone === null ? keys : inTimeZone(keys, zone), ...columns], [index, ...names], {
    index: [index],
  });
}

/** All rows together. */
function oneGroup(rows: number): Distinct {
  return { values: [[]], positionOfRow: new Uint32Array(rows) };
}

/** The distinct combinations of some columns' values in ascending order, and for each row the position of its own. */
interface Distinct {
  readonly values: readonly (readonly unknown[])[];
  readonly positionOfRow: Uint32Array;
}

function distinct(columns: readonly Column[]): Distinct {
  const [first, ...others] = columns.map(coded);
  const lists = {
    codes: first?.codes ?? new Uint32Array(0),
    values: first?.values.map((value) => [value]) ?? [],
  };
  const { codes, values } = others.reduce<Coded>(paired, lists);
  const combinations = values as readonly (readonly unknown[])[];
  const order = Array.from(combinations, (_, at) => at);
  order.sort((a, b) => compareLists(combinations[a] ?? [], combinations[b] ?? []));
  const rank = new Uint32Array(order.length);
  for (const [at, position] of order.entries()) rank[position] = at;
  const positionOfRow = new Uint32Array(codes.length);
  for (let row = 0; row < codes.length; row += 1) positionOfRow[row] = rank[codes[row] ?? 0] ?? 0;
  return { values: order.map((position) => combinations[position] ?? []), positionOfRow };
}

function compareLists(a: readonly unknown[], b: readonly unknown[]): number {
  for (const [at, value] of a.entries()) {
    const order = compareValues(value, b[at]);
    if (order !== 0) return order;
  }
  return 0;
}

/** So many cells with their counts stay in the processor's cache, whatever the order of the rows. */
const MOST_CELLS_AT_ONCE = 1 << 18;

/** Averages measures: one column of means per group. */
function meansOf(rows: Distinct, groups: Distinct): (measure: Column) => Column[] {
  const height = rows.values.length;
  const width = groups.values.length;
  if (height * width > MOST_CELLS_AT_ONCE) {
    const ordered = byGroup(groups);
    return (measure) => means(measure, rows, groups, ordered);
  }
  const cells = new Uint32Array(rows.positionOfRow.length);
  for (let row = 0; row < cells.length; row += 1)
    cells[row] = (groups.positionOfRow[row] as number) * height + (rows.positionOfRow[row] as number);
  return (measure) => meansOfCells(measure, cells, height, width);
}

/** One column of means per group, in one pass over the rows as they come. */
function meansOfCells(measure: Column, cells: Uint32Array, height: number, width: number): Column[] {
  const sums = new Float64Array(height * width);
  const counts = new Uint32Array(height * width);
  addUp(measure, cells, sums, counts);
  return Array.from({ length: width }, (_, group) => {
    const means = sums.slice(group * height, (group + 1) * height);
    const nulls = new Uint8Array(height);
    let anyNull = false;
    for (let at = 0; at < height; at += 1) {
      const count = counts[group * height + at] as number;
      if (count > 0) {
        means[at] = (means[at] as number) / count;
      } else {
        nulls[at] = 1;
        anyNull = true;
      }
    }
    return anyNull ? new NullableColumn(means, nulls) : means;
  });
}

/** Adds the numbers of a measure to their cells, null and NaN left out. A loop for each kind of column: none calls anything for a row. */
function addUp(measure: Column, cells: Uint32Array, sums: Float64Array, counts: Uint32Array): void {
  const nulls = measure instanceof NullableColumn ? measure.nulls : null;
  const values: unknown = measure instanceof NullableColumn ? measure.values : measure;
  if (values instanceof Int32Array) {
    for (let row = 0; row < cells.length; row += 1) {
      if (nulls !== null && nulls[row] === 1) continue;
      const cell = cells[row] as number;
      sums[cell] = (sums[cell] as number) + (values[row] as number);
      counts[cell] = (counts[cell] as number) + 1;
    }
  } else if (values instanceof Float64Array) {
    for (let row = 0; row < cells.length; row += 1) {
      const value = values[row] as number;
      if (value !== value || (nulls !== null && nulls[row] === 1)) continue;
      const cell = cells[row] as number;
      sums[cell] = (sums[cell] as number) + value;
      counts[cell] = (counts[cell] as number) + 1;
    }
  } else {
    const number = numberReader(measure);
    for (let row = 0; row < cells.length; row += 1) {
      const value = number(row);
      if (Number.isNaN(value)) continue;
      const cell = cells[row] as number;
      sums[cell] = (sums[cell] as number) + value;
      counts[cell] = (counts[cell] as number) + 1;
    }
  }
}

/** One column of means per group. The rows come group by group, so that a column is done while it is in the processor's cache. */
function means(measure: Column, rows: Distinct, groups: Distinct, { order, starts }: Ordered): Column[] {
  const height = rows.values.length;
  const number = numberReader(measure);
  const place = rows.positionOfRow;
  const counts = new Uint32Array(height);
  return groups.values.map((_, group) => {
    const sums = new Float64Array(height);
    const nulls = new Uint8Array(height).fill(1);
    const [from = 0, end = 0] = [starts[group], starts[group + 1]];
    for (let i = from; i < end; i += 1) {
      const row = order[i] as number;
      const value = number(row);
      if (Number.isNaN(value)) continue;
      const cell = place[row] as number;
      sums[cell] = (sums[cell] as number) + value;
      counts[cell] = (counts[cell] as number) + 1;
    }
    let filled = 0;
    for (let i = from; i < end; i += 1) {
      const cell = place[order[i] as number] as number;
      const count = counts[cell] as number;
      // Nothing came, or another row of the same cell was here before.
      if (count === 0) continue;
      sums[cell] = (sums[cell] as number) / count;
      counts[cell] = 0;
      nulls[cell] = 0;
      filled += 1;
    }
    return filled === height ? sums : new NullableColumn(sums, nulls);
  });
}

/** The numbers of all rows, group by group. */
interface Ordered {
  readonly order: Uint32Array;
  /** Where each group begins in `order`, and where the last one ends. */
  readonly starts: Uint32Array;
}

function byGroup({ values, positionOfRow }: Distinct): Ordered {
  const starts = new Uint32Array(values.length + 1);
  for (const group of positionOfRow) starts[group + 1] = (starts[group + 1] as number) + 1;
  for (let group = 0; group < values.length; group += 1) {
    starts[group + 1] = (starts[group + 1] as number) + (starts[group] as number);
  }
  const next = starts.slice();
  const order = new Uint32Array(positionOfRow.length);
  for (let row = 0; row < order.length; row += 1) {
    const group = positionOfRow[row] as number;
    const at = next[group] as number;
    next[group] = at + 1;
    order[at] = row;
  }
  return { order, starts };
}

/** Reads a measure's rows as numbers, NaN where there is none. */
function numberReader(measure: Column): (row: number) => number {
  if (measure instanceof Float64Array || measure instanceof Int32Array) return (row) => measure[row] ?? NaN;
  if (measure instanceof NullableColumn && !(measure.values instanceof BigInt64Array)) {
    const { nulls } = measure;
    const values = measure.values as Float64Array | Int32Array;
    return (row) => (nulls[row] === 1 ? NaN : (values[row] ?? NaN));
  }
  return (row) => {
    const value = measure.at(row);
    return value === null || value === undefined ? NaN : Number(value);
  };
}
