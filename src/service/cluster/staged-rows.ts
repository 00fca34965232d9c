import type { Batch, TableColumn } from "../engine/engine.ts";

export interface StagedRows {
  /** With the service's schema types. */
  readonly columns: readonly TableColumn[];
  batches(): AsyncIterable<Batch>;
}
