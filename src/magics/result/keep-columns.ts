import type { Column, Table } from "../../core/table/table.ts";

/** Selects columns by name, in this order. Arquero's `select` would skip a column named `""`, which pivots may have. */
export function keepColumns(table: Table, names: readonly string[]): Table {
  const data = table.data() as Record<string, Column>;
  return table.create({
    data: Object.fromEntries(names.map((name) => [name, data[name] ?? []])),
    names: [...names],
  });
}
