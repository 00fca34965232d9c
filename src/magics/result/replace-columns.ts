import { Table, type Column } from "../../core/table/table.ts";

/**
 * Replaces columns of a table; names, order, index, types and source are kept.
 *
 * @param replacements - Columns by name, with all rows of the table (see {@link plainRows}).
 * @param types - New types of replaced columns, if different.
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
