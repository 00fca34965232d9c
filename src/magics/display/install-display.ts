import { ColumnTable } from "arquero";
import { defineShown, NODE_INSPECT } from "../../core/table/console-text.ts";
import { refuseColumnProperties } from "../../core/table/refuse-column-properties.ts";
import { Table } from "../../core/table/table.ts";
import { JUPYTER_DISPLAY } from "./displayable.ts";
import { tableBundle } from "./mime-bundle.ts";
import { toText } from "./table/table-text.ts";

/**
 * Makes all tables of this copy of Arquero display as tables, as the last expression of a cell and by `console.log`, and reading a column as
 * a property fail. Idempotent.
 */
export function installDisplay(): void {
  refuseColumnProperties(ColumnTable.prototype);
  defineShown(ColumnTable.prototype, JUPYTER_DISPLAY, tableBundle);
  for (const { prototype } of [ColumnTable, Table])
    defineShown(prototype, NODE_INSPECT, (table: ColumnTable) => toText(table));
}
