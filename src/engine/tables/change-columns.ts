import type { TableColumn } from "../contract/engine.ts";
import { Fault } from "../errors/fault.ts";
import { checkNewColumns } from "./check-new-columns.ts";
import { storedType } from "./column-types.ts";
import { quoteName } from "../../dialect/quote.ts";
import { tableName, type EngineColumn } from "./read-tables.ts";
import type { TableKey } from "../database/table-changes.ts";
import type { Session } from "../database/transaction.ts";
import { countLost, setType } from "./widen-column.ts";

/**
 * Changes a table's columns to a schema: adds new ones, and casts others if all values fit. Other columns are kept.
 *
 * @throws Fault `invalid` when values would be lost.
 */
export async function changeColumns(
  session: Session,
  table: TableKey,
  present: readonly EngineColumn[],
  columns: readonly TableColumn[],
): Promise<void> {
  const label = `${table.database}.${table.name}`;
  checkNewColumns(label, present, columns);
  const quotedTable = tableName(table);
  for (const { name, type } of columns) {
    const storedAs = storedType(type);
    const old = present.find((other) => other.name.toLowerCase() === name.toLowerCase());
    if (old === undefined) {
      await session.run(`ALTER TABLE ${quotedTable} ADD COLUMN ${quoteName(name)} ${storedAs}`);
      continue;
    }
    if (old.type === storedAs) continue;
    const lost = await countLost(session, quotedTable, old, storedAs);
    if (lost > 0)
      throw new Fault(
        "invalid",
        `Column ${name} of ${label} can't become ${type}: ${lost} of its values have no such form.`,
      );
    await setType(session, quotedTable, old, storedAs);
  }
}
