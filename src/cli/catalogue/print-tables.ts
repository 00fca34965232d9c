import type { Client } from "../../core/client.ts";
import type { Table } from "../../core/table/table.ts";
import { svc_databases } from "../../magics/listing/svc-databases.ts";
import { svc_tables } from "../../magics/listing/svc-tables.ts";
import { MagicTable } from "../../magics/magic-table.ts";
import { writeOutput, type OutputOptions } from "../query/result-output.ts";
import { CommandError } from "../report-error.ts";
import { withClient } from "../with-client.ts";

/** Prints the tables of a database or of all, or the columns of `database.table`. @throws CommandError when there is no such table. */
export function printTables(name: string | undefined, options: OutputOptions): Promise<void> {
  return withClient({}, async (client, signal) => writeTable(await listing(client, signal, name), options));
}

/** Prints the databases. */
export function printDatabases(options: OutputOptions): Promise<void> {
  return withClient({}, async (connection, signal) =>
    writeTable(await svc_databases("", { connection, signal }), options),
  );
}

/** Writes a list that is complete. */
export async function writeTable(table: Table, options: OutputOptions): Promise<void> {
  await writeOutput(({ limit }) => {
    const rows = limit === undefined ? table : table.slice(0, limit).reify();
    return { whole: () => Promise.resolve(rows), parts: only(rows) };
  }, options);
}

// eslint-disable-next-line @typescript-eslint/require-await
async function* only(table: Table): AsyncGenerator<Table> {
  yield table;
}

async function listing(connection: Client, signal: AbortSignal, name: string | undefined): Promise<Table> {
  if (name === undefined) return svc_tables("", { connection, signal });
  const [database = "", table] = name.split(".", 2);
  const records = await connection.list_tables(database, { signal });
  if (table === undefined) return svc_tables(`^${database}\\.`, { connection, signal });
  const record = records.find((one) => one.name === table);
  if (record === undefined)
    throw new CommandError(`there is no table ${name}; svclib tables ${database} lists its tables`);
  return new MagicTable(record, connection).columns as Table;
}
