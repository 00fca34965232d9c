import type { Batch } from "../engine/engine.ts";
import { batchValue } from "../results/values/batch-value.ts";
import type { ClusterDialect } from "./cluster-dialect.ts";

/** Encodes rows in the dialect's form and groups them into lists for one INSERT each. */
export async function* rowLists(
  sql: ClusterDialect,
  batches: AsyncIterable<Batch>,
): AsyncGenerator<string[]> {
  let rows: string[] = [];
  let length = 0;
  for await (const batch of batches) {
    for (let row = 0; row < batch.rowCount; row++) {
      const text = sql.row(batch.columns.map((column) => batchValue(column, row)));
      if (rows.length >= sql.insertRows || (rows.length > 0 && length + text.length > sql.insertLength)) {
        yield rows;
        rows = [];
        length = 0;
      }
      rows.push(text);
      length += text.length + 2;
    }
  }
  if (rows.length > 0) yield rows;
}
