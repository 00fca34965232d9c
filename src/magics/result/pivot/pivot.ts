// This folder: a pivot table: its roles by column types, duplicates averaged.

import { UsageError } from "../../../core/errors.ts";
import { inTimeZone, timeZoneOf } from "../../../core/table/columns/column-display.ts";
import { columnNumbers } from "../../../core/table/columns/column-numbers.ts";
import { NullableColumn } from "../../../core/table/columns/nullable-column.ts";
import { Table, type Column } from "../../../core/table/table.ts";
import { uniqueNames } from "../../../core/wire/unique-names.ts";
import { formatDate } from "../../display/table/format-date.ts";
import { columnRoles } from "./column-roles.ts";
import { factorize, factorizeAll, type Factor, objectText } from "./factorize.ts";
import { plainRows } from "../replace-columns.ts";
import { time_index } from "../time-index.ts";

/**
 * Pivot a result: the first column becomes the index, columns with text or booleans and columns with names ending in `_id` are
 * dimensions, the others are measures.
 *
 * @returns one row per index value, and one column per measure and combination of dimension values, both in ascending order. A cell is
 * the mean of its rows' values, ignoring null and NaN; null if there are none. Columns are named by their dimension values (`AAPL`,
 * `AAPL_2000`), prefixed with the measure's name if there are several (`close_AAPL`); without dimensions they keep their names. A table
 * without dimensions and with distinct index values only gets its index.
 * @param options - With `if_possible`, a table that can't be pivoted is returned with `time` as index.
 * @throws UsageError when every column after the first is a dimension.
 */
export function pivot(table: Table, { if_possible = false }: { readonly if_possible?: boolean } = {}): Table {
  const plain = plainRows(table);
  const roles = columnRoles(plain);
  if (roles === null) return table;
  const { index, dimensions, measures } = roles;
  const data = plain.data() as Record<string, Column>;
  const rowCount = plain.totalRows();
  const rows = factorize(data[index] ?? []);
  if (dimensions.length === 0 && rows.values.length === rowCount) return plain.set_index(index);
  if (measures.length === 0) {
    if (if_possible) return time_index(table);
    throw new UsageError(
      `the result can't be pivoted: there ${dimensions.length === 0 ? "is only the index" : `are only dimensions (${dimensions.join(", ")})`} ` +
        "and nothing to average; select a number, such as count(*)",
    );
  }
  const groups = factorizeAll(
    dimensions.map((name) => data[name] ?? []),
    rowCount,
  );
  const height = rows.values.length;
  const width = groups.values.length * measures.length;
  if (height * width > MAX_CELLS) {
    if (if_possible) return time_index(table);
    throw new UsageError(
      `the pivot would have ${height} rows and ${width} columns, which is too much for a notebook: ` +
        `select fewer distinct values of ${[index, ...dimensions].join(", ")}, such as days in place of seconds`,
    );
  }
  const cells = cellsOf(rows, groups);
  const columns = measures.flatMap((measure) =>
    meansOf(data[measure] ?? [], cells, height, groups.values.length),
  );
  const names = dimensions.length === 0 ? measures : groupNames(index, measures, groups.values);
  const zone = timeZoneOf(data[index]);
  const indexType = plain.types[index];
  return Table.of(
    [zone === null ? rows.values : inTimeZone(rows.values, zone), ...columns],
    [index, ...names],
    {
      index: [index],
      source: table.source,
      types: {
        ...(indexType === undefined ? {} : { [index]: indexType }),
        ...Object.fromEntries(names.map((name) => [name, "double"])),
      },
    },
  );
}

/** Maximum cells of a pivot; each takes some 12 bytes. */
const MAX_CELLS = 1 << 27;

/** The cell of each row, column by column. */
function cellsOf(rows: Factor, groups: Factor): Uint32Array {
  const height = rows.values.length;
  const cells = new Uint32Array(rows.codes.length);
  for (let row = 0; row < cells.length; row++)
    cells[row] = (groups.codes[row] as number) * height + (rows.codes[row] as number);
  return cells;
}

/** The mean of a measure in each cell, one column per group; ignores null and NaN, and is null without values. */
function meansOf(measure: Column, cells: Uint32Array, height: number, groups: number): Column[] {
  const sums = new Float64Array(height * groups);
  const counts = new Uint32Array(height * groups);
  const numbers = columnNumbers(measure);
  for (let row = 0; row < cells.length; row++) {
    const number = numbers[row] as number;
    if (number !== number) continue;
    const cell = cells[row] as number;
    sums[cell] = (sums[cell] as number) + number;
    counts[cell] = (counts[cell] as number) + 1;
  }
  return Array.from({ length: groups }, (_, group) => {
    const [start, end] = [group * height, (group + 1) * height];
    return meanColumn(sums.subarray(start, end), counts.subarray(start, end));
  });
}

function meanColumn(sums: Float64Array, counts: Uint32Array): Column {
  const nulls = new Uint8Array(sums.length);
  for (let row = 0; row < nulls.length; row++) {
    const count = counts[row] as number;
    if (count === 0) nulls[row] = 1;
    else sums[row] = (sums[row] as number) / count;
  }
  return nulls.includes(1) ? new NullableColumn(sums, nulls) : sums;
}

/**
 * Column names of a pivot, measure by measure: dimension values joined by `_`, prefixed with the measure's name if there are several.
 * Duplicate names get a number: `a_2`.
 */
function groupNames(
  index: string,
  measures: readonly string[],
  groups: readonly (readonly unknown[])[],
): string[] {
  const names = measures.flatMap((measure) =>
    groups.map((values) => [...(measures.length > 1 ? [measure] : []), ...values.map(valueName)].join("_")),
  );
  return uniqueNames([index, ...names]).slice(1);
}

function valueName(value: unknown): string {
  if (value instanceof Date) return formatDate(value, null, "second");
  return typeof value === "string" ? value : objectText(value);
}
