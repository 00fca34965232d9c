import type { TableColumn } from "../contract/engine.ts";
import { Fault } from "../errors/fault.ts";
import { storedType } from "./column-types.ts";
import { quoteName } from "../../dialect/quote.ts";
import { tableName, type EngineColumn } from "./read-tables.ts";
import type { TableKey } from "../database/table-changes.ts";
import type { Session } from "../database/transaction.ts";
import { castSql, lostValueSql } from "./cast-sql.ts";
import { NEW_NAME, RESERVED_DATABASES } from "../../dialect/storage-names.ts";

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

/** The engine's cost of adding a column grows with the table's columns: ten thousand take minutes and gigabytes. */
const MAX_COLUMNS = 2000;

/** @throws Fault `invalid` for names that the engine can't have, and when adding columns one by one would make a table too wide. */
export function checkNewColumns(
  table: string,
  present: readonly { readonly name: string }[],
  newColumns: readonly { readonly name: string }[],
): void {
  const names = new Set(present.map(({ name }) => name.toLowerCase()));
  const odd = newColumns.find(({ name }) => name.includes("\0"));
  if (odd !== undefined)
    throw new Fault(
      "invalid",
      `A column of table ${table} can't be named ${JSON.stringify(odd.name)}: names have no NUL character.`,
    );
  const added = newColumns.filter(({ name }) => !names.has(name.toLowerCase())).length;
  if (added > 0 && present.length + added > MAX_COLUMNS)
    throw new Fault(
      "invalid",
      `Table ${table} would have ${present.length + added} columns; schema changes and imports make at most ${MAX_COLUMNS}. Use several tables, or lists.`,
    );
}

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

function setType(session: Session, table: string, column: EngineColumn, type: string): Promise<void> {
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

/** @throws Fault `bad_request` unless the name is valid for a new database or table. */
export function checkNewName(what: "database" | "table", name: string): void {
  if (!NEW_NAME.test(name))
    throw new Fault(
      "bad_request",
      `The ${what} name ${JSON.stringify(name)} must be 3 to 255 characters of a-z, 0-9 and _.`,
    );
  if (what === "database" && RESERVED_DATABASES.includes(name))
    throw new Fault("bad_request", `The database name ${name} is reserved.`);
}
