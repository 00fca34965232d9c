import type { ColumnTable } from "arquero";
import type { Column } from "./table.ts";
import { keyColumn } from "./text-order.ts";
import { uniqueNames } from "./unique-names.ts";
import { orderOf } from "./value-order.ts";

/**
 * A table with sort keys beside columns of decimals and intervals, and the criteria that sort by them.
 *
 * @returns null if no criterion is such a column.
 */
export function withSortKeys(
  table: ColumnTable,
  types: Readonly<Record<string, string>>,
  criteria: readonly unknown[],
): { readonly table: ColumnTable; readonly sorting: readonly never[] } | null {
  const data = { ...(table.data() as Readonly<Record<string, Column>>) };
  const names = [...table.columnNames()];
  const sorting = criteria.map((criterion) => {
    const { expr = criterion } = Object(criterion) as { readonly expr?: unknown };
    const name = keyColumn(table, expr);
    const order = name === null ? null : orderOf(types[name]);
    if (name === null || order === null) return criterion;
    const stand = uniqueNames([...names, name]).at(-1) as string;
    names.push(stand);
    data[stand] = Array.from(data[name] as Column, (value) => (value === null ? null : order(value)));
    if (typeof criterion !== "object") return stand;
    // A copy of what `desc` made.
    return Object.assign(Object.create(Object.getPrototypeOf(criterion) as object) as object, criterion, {
      expr: stand,
    });
  });
  return names.length === table.numCols()
    ? null
    : { table: table.create({ data, names }), sorting: sorting as never[] };
}
