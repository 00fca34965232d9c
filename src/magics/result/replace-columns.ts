import { Table, type Column } from "../../core/table/table.ts";

/**
 * A table with other values in some columns; names, order and index stay, and so do the other columns' types.
 *
 * @param replacements - Columns by name, with as many rows as the table has in all (see {@link plainRows}).
 */
export function replaceColumns(table: Table, replacements: ReadonlyMap<string, Column>): Table {
  const names = table.columnNames();
  const data = table.data() as Record<string, Column>;
  const types = Object.entries(table.types).filter(([name]) => !replacements.has(name));
  return Table.of(
    names.map((name) => replacements.get(name) ?? data[name] ?? []),
    names,
    { index: table.index, types: Object.fromEntries(types) },
  );
}
