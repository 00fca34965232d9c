import { checkNewColumns } from "../tables/check-new-columns.ts";
import { needTable } from "../tables/find-table.ts";
import { castSql, widerType } from "../tables/cast-sql.ts";
import { stageColumns, stageSql } from "./stage-rows.ts";
import type { StagedBlock } from "./stage-folders.ts";
import { quoteName } from "../../dialect/quote.ts";
import { tableName } from "../tables/read-tables.ts";
import type { TableKey } from "../database/table-changes.ts";
import type { Session } from "../database/transaction.ts";
import { countLost, widenColumn } from "../tables/widen-column.ts";

/**
 * Inserts a stage's rows in the caller's transaction. Missing columns are added; a column that can't hold the new values is
 * widened, to text if need be, so that no value is lost.
 */
export async function commitStage(
  session: Session,
  blocks: readonly StagedBlock[],
  table: TableKey,
): Promise<void> {
  const staged = stageColumns(blocks);
  const present = await needTable(session, table);
  checkNewColumns(`${table.database}.${table.name}`, present, staged);
  const stage = `(${stageSql(blocks)})`;
  const target = tableName(table);
  const names: string[] = [];
  const values: string[] = [];
  for (const column of staged) {
    const old = present.find((other) => other.name.toLowerCase() === column.name.toLowerCase());
    const name = quoteName(old?.name ?? column.name);
    let type = old?.type ?? column.type;
    if (old === undefined) await session.run(`ALTER TABLE ${target} ADD COLUMN ${name} ${column.type}`);
    else if (old.type !== column.type && (await countLost(session, stage, column, old.type)) > 0)
      type = await widenColumn(session, target, old, widerType(old.type, column.type));
    names.push(name);
    values.push(
      type === column.type ? quoteName(column.name) : castSql(quoteName(column.name), column.type, type),
    );
  }
  await session.run(`INSERT INTO ${target} (${names.join(", ")}) SELECT ${values.join(", ")} FROM ${stage}`);
}
