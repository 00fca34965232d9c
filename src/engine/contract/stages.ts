import type { Batch } from "../../core/blocks/batch.ts";
import type { TableColumn } from "./engine.ts";

/** An uploaded gzip file of MessagePack maps. `part` is its name in errors; null for a single file. */
export interface StageFile {
  readonly path: string;
  readonly part: string | null;
}

/** Uploaded files to be loaded into a stage: imported rows that are invisible until committed. */
export interface StageLoad {
  /** In this order. */
  readonly files: readonly StageFile[];
  /** Unix seconds for records without a whole `time`; null: such records are refused. */
  readonly arrival: number | null;
  /** File for the refused records, as gzip over MessagePack maps. */
  readonly refusedPath: string | null;
}

export interface StageLoaded {
  readonly records: number;
  readonly refused: number;
}

/** Imported rows before their commit. */
export interface Stages {
  /** Loads a file ahead of {@link load}, which loads it again if it had invalid records or came too late. */
  readAhead(id: string, file: StageFile, options?: { readonly signal?: AbortSignal }): Promise<void>;
  /**
   * Loads files into a stage, all or none; replaces a stage of the same id.
   *
   * @throws Fault `invalid` or `bad_request` for an unreadable file; the refused records are written all the same.
   */
  load(id: string, load: StageLoad, options?: { readonly signal?: AbortSignal }): Promise<StageLoaded>;
  has(id: string): Promise<boolean>;
  drop(id: string): Promise<void>;
  /** Drops all other stages, which a crash may have left. */
  keep(ids: readonly string[]): Promise<void>;
}

/** What the embedded engine does for imports into clusters: staging, and a record of completed imports. */
export interface ImportRecords {
  /** With the service's schema types. */
  stageColumns(id: string): Promise<readonly TableColumn[]>;
  stageRows(id: string): Promise<{ readonly batches: AsyncIterable<Batch> }>;
  isLoaded(database: string, table: string, importId: string): Promise<boolean>;
  recordLoaded(database: string, table: string, importId: string): Promise<void>;
}
