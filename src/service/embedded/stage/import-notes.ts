import type { ImportNotes } from "../../cluster/routed-storage.ts";
import { DATA_CATALOG } from "../../../dialect/storage-names.ts";
import type { Database } from "../database/database.ts";
import { quoteName } from "../../../dialect/quote.ts";
import { serviceType } from "../tables/column-types.ts";
import { stageColumns, stageRows } from "./stage-rows.ts";
import type { StagedBlock, Stages } from "./stages.ts";
import { transaction, type Session } from "../database/transaction.ts";

const NOTES = `${quoteName(DATA_CATALOG)}."svc-notes".cluster_imports`;

/** Records which imports into cluster tables are done, as idempotency keys. */
export function importNotes(database: Database, stages: Stages, clock: () => number): ImportNotes {
  let made: Promise<void> | null = null;
  const withNotes = async <T>(work: (session: Session) => Promise<T>): Promise<T> => {
    made ??= transaction(database, (session) =>
      session.run(
        `CREATE TABLE IF NOT EXISTS ${NOTES} (database VARCHAR, name VARCHAR, import_id VARCHAR, time_ms BIGINT)`,
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
      withNotes(async (session) => {
        const found = await session.rows(
          `SELECT 1 FROM ${NOTES} WHERE database = $1 AND name = $2 AND import_id = $3`,
          [name, table, importId],
        );
        return found.length > 0;
      }),
    noteLoaded: (name, table, importId) =>
      withNotes((session) =>
        session.run(`INSERT INTO ${NOTES} VALUES ($1, $2, $3, $4)`, [name, table, importId, BigInt(clock())]),
      ),
  };
}
