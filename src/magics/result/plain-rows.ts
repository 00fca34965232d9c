import type { Column, Table } from "../../core/table/table.ts";
import { inTimeZone, timeZoneOf } from "../column-time-zone.ts";
import { replaceColumns } from "./replace-columns.ts";

/** The table without a filter or an order of its own, so that columns can be read from end to end. */
export function plainRows(table: Table): Table {
  if (!table.isFiltered() && !table.isOrdered()) return table;
  const plain = table.reify();
  const columns = plain.data() as Record<string, Column>;
  const zoned = new Map<string, Column>();
  for (const [name, column] of Object.entries(table.data())) {
    const zone = timeZoneOf(column);
    // The copied columns know no zones.
    if (zone !== null) zoned.set(name, inTimeZone(columns[name] ?? [], zone));
  }
  return zoned.size === 0 ? plain : replaceColumns(plain, zoned);
}
