import type { ColumnTable } from "arquero";
import type { Column } from "../columns/column.ts";
import type { NullableColumn } from "../columns/nullable-column.ts";

// A nullable column is read by a call for each value, and once more to see whether it is null. Beside it, a table that an expression runs
// on has the column's two arrays, which no table names: Arquero reads arrays without a call.
const VALUES = "\u0001values:";
const NULLS = "\u0001nulls:";

/** The names under which the expressions of some verbs find a nullable column's arrays. */
export const valuesName = (name: string): string => VALUES + name;
export const nullsName = (name: string): string => NULLS + name;

/** Whether code reads such a mask, which is 1 for null. */
export const isMask = (code: string): boolean => code.includes(`["\\u0001nulls:`) && code.endsWith('"]');

/** The same table with the arrays of nullable columns; the table itself without names. */
export function withNumberArrays(table: ColumnTable, names: Iterable<string>): ColumnTable {
  const data = table.data() as Readonly<Record<string, Column>>;
  const arrays = [...names].flatMap((name): [string, Column][] => {
    const { values, nulls } = data[name] as NullableColumn;
    return [
      [valuesName(name), values],
      [nullsName(name), nulls],
    ];
  });
  if (arrays.length === 0) return table;
  return table.create({
    data: Object.fromEntries([...Object.entries(data), ...arrays]),
    names: table.columnNames(),
  });
}

/** What a verb made of such a table, without the arrays: with the data of the table that it was called on, if it is a view of that. */
export function withoutNumberArrays(table: ColumnTable, result: ColumnTable): ColumnTable {
  const data = result.data() as Readonly<Record<string, Column>>;
  const names = result.columnNames();
  if (names.length === Object.keys(data).length) return result;
  const isView = names.every((name) => data[name] === table.column(name)) && names.length === table.numCols();
  if (isView) return table.create({ filter: result.mask() });
  return result.create({ data: Object.fromEntries(names.map((name) => [name, data[name]])) as never, names });
}
