import { castSql, lostValueSql } from "./cast-sql.ts";
import { quoteName } from "../../../dialect/quote.ts";
import type { EngineColumn } from "./read-tables.ts";
import type { Session } from "../database/transaction.ts";

/**
 * Gives a column a wider type, or text where a value would not survive the wider type (an integer beyond 2^53 in a double).
 *
 * @param table - Quoted, with its catalog.
 * @returns the type that it has now.
 */
export async function widenColumn(
  session: Session,
  table: string,
  column: EngineColumn,
  wanted: string,
): Promise<string> {
  const name = quoteName(column.name);
  const type = (await countLost(session, table, column, wanted)) > 0 ? "VARCHAR" : wanted;
  await session.run(
    `ALTER TABLE ${table} ALTER COLUMN ${name} SET DATA TYPE ${type} USING ${castSql(name, column.type, type)}`,
  );
  return type;
}

/** Values of a column that have no form in another type. */
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
  return Number(lost?.n ?? 0n);
}
