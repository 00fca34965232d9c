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

/** The table without filter and order, so that columns can be read directly. */
export function plainRows(table: Table): Table {
  return table.isFiltered() || table.isOrdered() ? table.reify() : table;
}

/** Selects columns by name, in this order. Arquero's `select` would skip a column named `""`, which pivots may have. */
export function keepColumns(table: Table, names: readonly string[]): Table {
  const data = table.data() as Record<string, Column>;
  return table.create({
    data: Object.fromEntries(names.map((name) => [name, data[name] ?? []])),
    names: [...names],
  });
}
