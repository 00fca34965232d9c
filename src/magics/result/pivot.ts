import { UsageError } from "../../core/errors.ts";
import { Table, type Column } from "../../core/table/table.ts";
import { inTimeZone, timeZoneOf } from "../../core/table/column-time-zone.ts";
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
  const columns = measures.flatMap((measure) => means(data[measure] ?? [], rows, groups));
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
  const found = new Map<unknown, number>();
  const values: unknown[][] = [];
  const count = columns[0]?.length ?? 0;
  const positionOfRow = new Uint32Array(count);
  for (let row = 0; row < count; row += 1) {
    const combination = columns.map((column) => column.at(row) ?? null);
    const key = combination.length === 1 ? keyOf(combination[0]) : JSON.stringify(combination.map(keyOf));
    let position = found.get(key);
    if (position === undefined) {
      position = values.push(combination) - 1;
      found.set(key, position);
    }
    positionOfRow[row] = position;
  }
  const order = values.map((_, at) => at).sort((a, b) => compareLists(values[a] ?? [], values[b] ?? []));
  const rank = new Uint32Array(order.length);
  for (const [at, position] of order.entries()) rank[position] = at;
  for (let row = 0; row < count; row += 1) positionOfRow[row] = rank[positionOfRow[row] ?? 0] ?? 0;
  return { values: order.map((position) => values[position] ?? []), positionOfRow };
}

/** Equal values have equal keys, and values of different types never do: 1 is not "1". */
function keyOf(value: unknown): unknown {
  if (value instanceof Date) return `d${value.getTime()}`;
  if (typeof value === "string") return `s${value}`;
  return typeof value === "number" || value === null
    ? value
    : `${typeof value}${JSON.stringify(value, bigintAsText)}`;
}

function bigintAsText(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? value.toString() : value;
}

function compareLists(a: readonly unknown[], b: readonly unknown[]): number {
  for (const [at, value] of a.entries()) {
    const order = compareValues(value, b[at]);
    if (order !== 0) return order;
  }
  return 0;
}

/** One column of means per group. */
function means(measure: Column, rows: Distinct, groups: Distinct): (number | null)[][] {
  const width = groups.values.length;
  const sums = new Float64Array(rows.values.length * width);
  const counts = new Uint32Array(sums.length);
  for (let row = 0; row < measure.length; row += 1) {
    const value = measure.at(row);
    const number = value === null || value === undefined ? NaN : Number(value);
    if (Number.isNaN(number)) continue;
    const cell = (rows.positionOfRow[row] ?? 0) * width + (groups.positionOfRow[row] ?? 0);
    sums[cell] = (sums[cell] ?? 0) + number;
    counts[cell] = (counts[cell] ?? 0) + 1;
  }
  return groups.values.map((_, group) =>
    rows.values.map((_, row) => {
      const count = counts[row * width + group] ?? 0;
      return count === 0 ? null : (sums[row * width + group] ?? 0) / count;
    }),
  );
}
