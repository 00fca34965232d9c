import type { FileDatabase } from "../core/wire/catalogue-file.ts";
import { columnType } from "../dialect/column-type.ts";
import { quoteName } from "../dialect/quote.ts";
import { storedTypeName } from "../dialect/types/engine-type.ts";
import type { Database } from "../engine/database/database.ts";
import { schemaName, tableName } from "../engine/tables/read-tables.ts";

/** Creates the tables of a catalogue file, without rows. */
export function createTables(database: Database, databases: readonly FileDatabase[]): Promise<void> {
  const statements = databases.flatMap(({ name, tables }) => [
    `CREATE SCHEMA IF NOT EXISTS ${schemaName(name)};`,
    ...tables.map(({ name: table, columns }) => {
      const types = columns.map(
        (one) => `${quoteName(one.name)} ${storedTypeName(columnType(one.name, one.type))}`,
      );
      return `CREATE TABLE ${tableName({ database: name, name: table })} (${["time BIGINT", ...types].join(", ")});`;
    }),
  ]);
  return database.changes.during(null, () =>
    database.use("service", async (connection) => void (await connection.run(statements.join("\n")))),
  );
}
