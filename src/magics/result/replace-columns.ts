import { Table, type Column } from "../../core/table/table.ts";

/**
 * A table with other values in some columns; names, order, index, types and source stay.
 *
 * @param replacements - Columns by name, with as many rows as the table has in all (see {@link plainRows}).
 * @param types - Types of those whose type is another now.
 */
export function replaceColumns(
  table: Table,
  replacements: ReadonlyMap<string, Column>,
  types: Readonly<Record<string, string>> = {},
): Table {
  const names = table.columnNames();
  const data = table.data() as Record<string, Column>;
  return Table.of(
    names.map((name) => replacements.get(name) ?? data[name] ?? []),
    names,
    { index: table.index, types: { ...table.types, ...types }, source: table.source },
  );
}
