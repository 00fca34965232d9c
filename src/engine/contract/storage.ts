import type { TableColumn } from "./engine.ts";
import type { Batch } from "../../core/blocks/batch.ts";

export interface StoredDatabase {
  readonly name: string;
  /** Rows of all its tables. */
  readonly rowCount: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export interface StoredTable {
  readonly id: number;
  readonly name: string;
  readonly rowCount: number;
  /** Estimated bytes on disk. */
  readonly bytes: number;
  /** Every column but `time`, in order. */
  readonly columns: readonly TableColumn[];
  /** Newest `time` of the rows, unix seconds; null if there is none. */
  readonly lastTime: number | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /** Time of the latest import; null if there was none. */
  readonly lastImportMs: number | null;
  /** Days after which rows are deleted; null to keep them. */
  readonly expireDays: number | null;
}

/**
 * The databases and tables of the service.
 *
 * Every method throws a `Fault`: `not_found` for an unknown database or table, `already_exists`, `bad_request` for an
 * invalid name, `invalid` when the data does not allow the change.
 */
export interface Storage {
  listDatabases(): Promise<StoredDatabase[]>;
  hasDatabase(database: string): Promise<boolean>;
  createDatabase(database: string): Promise<void>;
  deleteDatabase(database: string): Promise<void>;
  listTables(database: string): Promise<StoredTable[]>;
  /** One table in the form of {@link listTables}, without reading the others. */
  showTable(database: string, table: string): Promise<StoredTable>;
  /** @returns the table's id. */
  createTable(database: string, table: string): Promise<number>;
  /** @param ifEmpty - Fails with `already_exists` if the table has rows, which somebody else may have added. */
  deleteTable(database: string, table: string, ifEmpty?: boolean): Promise<void>;
  swapTables(database: string, first: string, second: string): Promise<void>;
  /** @param overwrite - Replaces a table of the new name atomically; otherwise that is `already_exists`. */
  renameTable(database: string, table: string, name: string, overwrite: boolean): Promise<void>;
  moveTable(database: string, table: string, target: string): Promise<void>;
  /** Adds new columns and changes the types of existing ones; columns missing in `columns` are kept. */
  updateSchema(database: string, table: string, columns: readonly TableColumn[]): Promise<void>;
  /** @param days - null to keep rows. */
  setExpireDays(database: string, table: string, days: number | null): Promise<void>;

  /** @throws Fault `not_found` */
  findTable(database: string, table: string): Promise<{ readonly hasTime: boolean }>;
  /** Moves a stage's rows into a table atomically, and drops the stage. Does nothing if the import id was committed before. */
  commitStage(
    stageId: string,
    database: string,
    table: string,
    importId: string,
  ): Promise<"loaded" | "known">;
}

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
