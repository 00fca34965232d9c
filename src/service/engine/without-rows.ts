import type { Batch, Execution } from "./engine.ts";

async function* noRows(): AsyncGenerator<Batch> {}

/** The run of a statement without a result. @param updateCount - Rows that it wrote, if it writes rows. */
export function withoutRows(updateType: string, updateCount: number | null = null): Execution {
  return { columns: [], batches: noRows(), updateType, ...(updateCount === null ? {} : { updateCount }) };
}
