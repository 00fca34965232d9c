import type { PlanColumn } from "../../dialect/plan.ts";
import type { Batch } from "../../core/blocks/batch.ts";
import type { ColumnData } from "../../core/blocks/column-data.ts";

/** Literal rows as one batch; booleans are given as `true`, integers as digits. */
export async function* textBatch(
  columns: readonly PlanColumn[],
  rows: readonly (readonly (string | null)[])[],
): AsyncGenerator<Batch> {
  await Promise.resolve();
  if (rows.length === 0) return;
  yield {
    rowCount: rows.length,
    columns: columns.map((column, i): ColumnData => {
      const cells = rows.map((row) => row[i] as string | null);
      if (column.type.kind === "bigint")
        return {
          kind: "int64",
          values: BigInt64Array.from(cells, (cell) => BigInt(cell as string)),
          nulls: null,
        };
      if (column.type.kind !== "boolean") return { kind: "text", values: cells };
      return {
        kind: "boolean",
        codes: Uint8Array.from(cells, (cell) => (cell === "true" ? 1 : 0)),
      };
    }),
  };
}
