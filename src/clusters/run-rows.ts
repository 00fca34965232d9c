import type { QueryRunner } from "../engine/contract/engine.ts";
import { rowReader } from "../core/blocks/row-reader.ts";
import type { ClusterDialect } from "./cluster.ts";

/** Time limit of the service's own statements. */
const OWN_TIMEOUT_MS = 600_000;

/** Runs one of the service's own statements to its end. @returns its rows. */
export async function runRows(
  runner: QueryRunner,
  { dialect }: Pick<ClusterDialect, "dialect">,
  database: string,
  sql: string,
): Promise<unknown[][]> {
  const signal = AbortSignal.timeout(OWN_TIMEOUT_MS);
  const options = { dialect, database, scheduledTimeMs: Date.now(), signal, mayWrite: true };
  const { batches } = await runner.run(sql, options);
  const rows: unknown[][] = [];
  for await (const { rowCount, columns } of batches) {
    const readers = columns.map((column) => rowReader(column));
    for (let row = 0; row < rowCount; row++) rows.push(readers.map((read) => read(row)));
  }
  return rows;
}
