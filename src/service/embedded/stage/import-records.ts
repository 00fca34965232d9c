import type { ImportRecords } from "../../cluster/routed-storage.ts";
import { DATA_CATALOG } from "../../../dialect/storage-names.ts";
import type { Database } from "../database/database.ts";
import { quoteName } from "../../../dialect/quote.ts";
import { serviceType } from "../tables/column-types.ts";
import { stageColumns, stageRows } from "./stage-rows.ts";
import type { StagedBlock, StageFolders } from "./stage-folders.ts";
import { transaction, type Session } from "../database/transaction.ts";

const RECORDS = `${quoteName(DATA_CATALOG)}."svc-notes".cluster_imports`;

/** Records which imports into cluster tables are done, as idempotency keys. */
export function importRecords(database: Database, stages: StageFolders, clock: () => number): ImportRecords {
  let made: Promise<void> | null = null;
  const withRecords = async <T>(work: (session: Session) => Promise<T>): Promise<T> => {
    made ??= transaction(database, (session) =>
      session.run(
        `CREATE TABLE IF NOT EXISTS ${RECORDS} (database VARCHAR, name VARCHAR, import_id VARCHAR, time_ms BIGINT)`,
      ),
    );
    await made;
    return transaction(database, work);
  };
  const blocksOf = async (id: string): Promise<readonly StagedBlock[]> => (await stages.blocks(id)) ?? [];
  return {
    stageColumns: async (id) =>
      stageColumns(await blocksOf(id)).map(({ name, type }) => ({ name, type: serviceType(type) })),
    stageRows: async (id) => ({ batches: stageRows(database, await blocksOf(id)) }),
    isLoaded: (name, table, importId) =>
      withRecords(async (session) => {
        const found = await session.rows(
          `SELECT 1 FROM ${RECORDS} WHERE database = $1 AND name = $2 AND import_id = $3`,
          [name, table, importId],
        );
        return found.length > 0;
      }),
    recordLoaded: (name, table, importId) =>
      withRecords((session) =>
        session.run(`INSERT INTO ${RECORDS} VALUES ($1, $2, $3, $4)`, [
          name,
          table,
          importId,
          BigInt(clock()),
        ]),
      ),
  };
}
