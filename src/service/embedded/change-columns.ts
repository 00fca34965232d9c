import type { TableColumn } from "../engine.ts";
import { Fault } from "../fault.ts";
import { engineType } from "./column-types.ts";
import { quoteName } from "./quote.ts";
import { readColumns, tableName } from "./read-tables.ts";
import type { Session } from "./transaction.ts";

/**
 * Gives a table the columns of a schema: adds new ones, changes the type of others where every value of them has a form in
 * the new type. Columns that are left out stay, and keep their data.
 *
 * @throws Fault `invalid` when values would be lost.
 */
export async function changeColumns(
  session: Session,
  database: string,
  table: string,
  columns: readonly TableColumn[],
): Promise<void> {
  const present = (await readColumns(session, database)).get(`${database}.${table}`) ?? [];
  const name = tableName(database, table);
  for (const column of columns) {
    const wanted = engineType(column.type);
    const quoted = quoteName(column.name);
    const old = present.find((other) => other.name.toLowerCase() === column.name.toLowerCase());
    if (old === undefined) {
      await session.run(`ALTER TABLE ${name} ADD COLUMN ${quoted} ${wanted}`);
      continue;
    }
    if (old.type === wanted) continue;
    const [lost] = await session.rows<{ n: bigint }>(
      `SELECT count(*) AS n FROM ${name} WHERE ${quoted} IS NOT NULL AND ${lostValue(quoted, old.type, wanted)}`,
    );
    if (lost && lost.n > 0n) {
      throw new Fault(
        "invalid",
        `Column ${column.name} of ${database}.${table} can't become ${column.type}: ${lost.n} of its values have no such form.`,
      );
    }
    await session.run(
      `ALTER TABLE ${name} ALTER COLUMN ${quoted} SET DATA TYPE ${wanted} USING ${castSql(quoted, old.type, wanted)}`,
    );
  }
}

/** SQL of a value in another type; lists and maps become JSON text. */
export function castSql(value: string, from: string, to: string): string {
  const nested = from.endsWith("[]") || from.startsWith("MAP(") || from.startsWith("STRUCT(");
  return to === "VARCHAR" && nested ? `to_json(${value})::VARCHAR` : `TRY_CAST(${value} AS ${to})`;
}

function lostValue(value: string, from: string, to: string): string {
  const cast = castSql(value, from, to);
  // A number that is rounded on its way is lost too.
  const fractional = /^(DOUBLE|FLOAT|DECIMAL)/.test(from) && /^(INTEGER|BIGINT)$/.test(to);
  return fractional ? `(${cast} IS NULL OR ${cast} <> ${value})` : `${cast} IS NULL`;
}
