import type { ImportRecords } from "../contract/stages.ts";
import type { Database } from "../database/database.ts";
import { serviceType } from "../tables/column-types.ts";
import { stageColumns, stageRows } from "./stage-rows.ts";
import type { StagedBlock, StageFolders } from "./stage-folders.ts";
import { hasImport, recordImport } from "../tables/table-metadata.ts";
import { transaction, withSession } from "../database/transaction.ts";

/** Records which imports into cluster tables are done, as idempotency keys. */
export function importRecords(database: Database, stages: StageFolders, clock: () => number): ImportRecords {
  const blocksOf = async (id: string): Promise<readonly StagedBlock[]> => (await stages.blocks(id)) ?? [];
  return {
    stageColumns: async (id) =>
      stageColumns(await blocksOf(id)).map(({ name, type }) => ({ name, type: serviceType(type) })),
    stageRows: async (id) => ({ batches: stageRows(database, await blocksOf(id)) }),
    isLoaded: (of, name, importId) =>
      withSession(database, (session) =>
        hasImport(session, "cluster_imports", { database: of, name }, importId),
      ),
    recordLoaded: (of, name, importId) =>
      transaction(database, (session) =>
        recordImport(session, "cluster_imports", { database: of, name }, importId, clock()),
      ),
  };
}
