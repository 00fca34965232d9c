import { castSql, lostValueSql } from "./cast-sql.ts";
import { quoteName } from "../../dialect/quote.ts";
import type { EngineColumn } from "./read-tables.ts";
import type { Session } from "../database/transaction.ts";

/**
 * Changes a column to a wider type, or to text if a value would not survive that (an integer beyond 2^53 in a double).
 *
 * @param table - Quoted, with its catalog.
 * @returns the column's new type.
 */
export async function widenColumn(
  session: Session,
  table: string,
  column: EngineColumn,
  target: string,
): Promise<string> {
  const type = (await countLost(session, table, column, target)) > 0 ? "VARCHAR" : target;
  await setType(session, table, column, type);
  return type;
}

export function setType(session: Session, table: string, column: EngineColumn, type: string): Promise<void> {
  const name = quoteName(column.name);
  const cast = castSql(name, column.type, type);
  return session.run(`ALTER TABLE ${table} ALTER COLUMN ${name} SET DATA TYPE ${type} USING ${cast}`);
}

/** Number of values in a column that a cast would lose or round. */
export async function countLost(
  session: Session,
  table: string,
  column: EngineColumn,
  type: string,
): Promise<number> {
  const name = quoteName(column.name);
  const [lost] = await session.rows<{ n: bigint }>(
    `SELECT count(*) AS n FROM ${table} WHERE ${name} IS NOT NULL AND ${lostValueSql(name, column.type, type)}`,
  );
  return Number(lost!.n);
}
