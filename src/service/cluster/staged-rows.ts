import type { Batch, TableColumn } from "../engine/engine.ts";

/** Rows that are ready to go into a table: what an import was turned into. */
export interface StagedRows {
  /** With the service's schema types. */
  readonly columns: readonly TableColumn[];
  batches(): AsyncIterable<Batch>;
}
