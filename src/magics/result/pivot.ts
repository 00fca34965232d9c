import { UsageError } from "../../core/errors.ts";
import { Table, type Column } from "../../core/table/table.ts";
import { inTimeZone, timeZoneOf } from "../../core/table/column-time-zone.ts";
import { coded, paired, type Coded } from "./coded.ts";
import { columnRoles } from "./column-roles.ts";
import { compareValues } from "./compare-values.ts";
import { groupNames } from "./group-names.ts";
import { meansOf, type Places } from "./means-of.ts";
import { plainRows } from "./plain-rows.ts";
import { time_index } from "./time-index.ts";

/**
 * Pivots a result: the first column becomes the index, columns that hold text or booleans, or whose name ends in `_id`, are dimensions,
 * and the others are measures.
 *
 * @returns One row per index value and one column per measure and combination of dimension values, both in ascending order. Where
 * several rows fall together the cell is the mean of their values, null and NaN left out; null where there is none. A column is called
 * by its dimension values (`AAPL`, `AAPL_2000`), after the measure's name when there are several measures (`close_AAPL`); without
 * dimensions it keeps its name. Rows between which nothing falls together, and which have no dimensions, stay just as they are.
 * @param options - With `if_possible` a table that can't be pivoted comes back with `time` as its index.
 * @throws UsageError when every column after the first is a dimension.
 */
export function pivot(table: Table, { if_possible = false }: { readonly if_possible?: boolean } = {}): Table {
  const plain = plainRows(table);
  const roles = columnRoles(plain);
  if (roles === null) return table;
  const { index, dimensions, measures } = roles;
  const data = plain.data() as Record<string, Column>;
  const rowCount = plain.totalRows();
  const rows = distinct([data[index] ?? []], rowCount);
  if (dimensions.length === 0 && rows.values.length === rowCount) return plain.set_index(index);
  if (measures.length === 0) {
    if (if_possible) return time_index(table);
    throw new UsageError(
      `the result can't be pivoted: there ${dimensions.length === 0 ? "is only the index" : `are only dimensions (${dimensions.join(", ")})`} ` +
        "and nothing to average; select a number, such as count(*)",
    );
  }
  const groups = distinct(
    dimensions.map((name) => data[name] ?? []),
    rowCount,
  );
  const mean = meansOf(rows.places, groups.places, rowCount);
  const columns = measures.flatMap((measure) => mean(data[measure] ?? []));
  const names = dimensions.length === 0 ? measures : groupNames(index, measures, groups.values);
  const zone = timeZoneOf(data[index]);
  const keys = rows.values.map(([value]) => value);
  const indexType = plain.types[index];
  return Table.of([zone === null ? keys : inTimeZone(keys, zone), ...columns], [index, ...names], {
    index: [index],
    types: {
      ...(indexType === undefined ? {} : { [index]: indexType }),
      ...Object.fromEntries(names.map((name) => [name, "double"])),
    },
  });
}

/** The distinct combinations of some columns' values in ascending order. */
interface Distinct {
  readonly values: readonly (readonly unknown[])[];
  readonly places: Places;
}

/** All rows together. */
const ONE_GROUP: Distinct = { values: [[]], places: { count: 1, addTo: () => undefined } };

function distinct(columns: readonly Column[], rows: number): Distinct {
  const [first, ...others] = columns.map(coded);
  if (first === undefined) return ONE_GROUP;
  const lists: Coded = { ...first, values: first.values.map((value) => [value]) };
  const { values, addTo } = others.reduce((all, next) => paired(all, next, rows), lists);
  const combinations = values as readonly (readonly unknown[])[];
  const order = Array.from(combinations, (_, at) => at);
  order.sort((a, b) => compareLists(combinations[a] ?? [], combinations[b] ?? []));
  const positions = new Uint32Array(order.length);
  for (const [at, position] of order.entries()) positions[position] = at;
  return {
    values: order.map((position) => combinations[position] ?? []),
    places: {
      count: order.length,
      addTo: (sums, step) =>
        addTo(
          sums,
          positions.map((at) => at * step),
        ),
    },
  };
}

function compareLists(a: readonly unknown[], b: readonly unknown[]): number {
  for (const [at, value] of a.entries()) {
    const order = compareValues(value, b[at]);
    if (order !== 0) return order;
  }
  return 0;
}
