import type { Batch } from "../engine.ts";
import { batchValue } from "../results/batch-value.ts";
import type { ClusterColumn, ClusterDialect } from "./cluster-dialect.ts";

/** Cuts rows into INSERT statements that are as long as the cluster takes well. */
export async function* insertStatements(
  sql: ClusterDialect,
  table: string,
  columns: readonly ClusterColumn[],
  batches: AsyncIterable<Batch>,
): AsyncGenerator<string> {
  const names = columns.map(({ name }) => sql.quote(name)).join(", ");
  const head = `INSERT INTO ${table} (${names}) VALUES\n`;
  let rows: string[] = [];
  let length = head.length;
  for await (const batch of batches) {
    for (let row = 0; row < batch.rowCount; row++) {
      const text = `(${batch.columns.map((column) => sql.literal(batchValue(column, row))).join(", ")})`;
      if (rows.length >= sql.insertRows || (rows.length > 0 && length + text.length > sql.insertLength)) {
        yield head + rows.join(",\n");
        rows = [];
        length = head.length;
      }
      rows.push(text);
      length += text.length + 2;
    }
  }
  if (rows.length > 0) yield head + rows.join(",\n");
}
