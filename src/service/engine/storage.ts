import type { TableColumn, TableInfo } from "./engine.ts";

export interface DatabaseRecord {
  readonly name: string;
  /** Rows of all its tables. */
  readonly rowCount: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export interface TableRecord extends TableInfo {
  readonly id: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /** Time of the latest import; null if there was none. */
  readonly lastImportMs: number | null;
  /** Days after which rows are deleted; null to keep them. */
  readonly expireDays: number | null;
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

/**
 * The databases and tables of the service.
 *
 * Every method throws a `Fault`: `not_found` for an unknown database or table, `already_exists`, `bad_request` for an
 * invalid name, `invalid` when the data does not allow the change.
 */
export interface Storage {
  listDatabases(): Promise<DatabaseRecord[]>;
  hasDatabase(database: string): Promise<boolean>;
  createDatabase(database: string): Promise<void>;
  deleteDatabase(database: string): Promise<void>;
  listTables(database: string): Promise<TableRecord[]>;
  /** One table in the form of {@link listTables}, without reading the others. */
  showTable(database: string, table: string): Promise<TableRecord>;
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
  /** Loads a file ahead of {@link loadStage}, which loads it again if it had invalid records or came too late. */
  readAhead(id: string, file: StageFile, options?: { readonly signal?: AbortSignal }): Promise<void>;
  /**
   * Loads files into a stage, all or none; replaces a stage of the same id.
   *
   * @throws Fault `invalid` or `bad_request` for an unreadable file; the refused records are written all the same.
   */
  loadStage(id: string, load: StageLoad, options?: { readonly signal?: AbortSignal }): Promise<StageLoaded>;
  hasStage(id: string): Promise<boolean>;
  /** Moves a stage's rows into a table atomically, and drops the stage. Does nothing if the import id was committed before. */
  commitStage(
    stageId: string,
    database: string,
    table: string,
    importId: string,
  ): Promise<"loaded" | "known">;
  dropStage(id: string): Promise<void>;
  /** Drops all other stages, which a crash may have left. */
  keepStages(ids: readonly string[]): Promise<void>;
}
