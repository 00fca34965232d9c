import type { Column, Table } from "../../core/table/table.ts";

/** The columns of these names, in this order. Arquero's `select` leaves out one that is called `""`, as pivoted columns may be. */
export function keepColumns(table: Table, names: readonly string[]): Table {
  const data = table.data() as Record<string, Column>;
  return table.create({
    data: Object.fromEntries(names.map((name) => [name, data[name] ?? []])),
    names: [...names],
  });
}
