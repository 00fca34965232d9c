import type { TableColumn, TableInfo } from "./engine.ts";

export interface DatabaseRecord {
  readonly name: string;
  /** Records in all its tables. */
  readonly rowCount: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export interface TableRecord extends TableInfo {
  readonly id: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /** When rows last came in by an import; null when none ever did. */
  readonly lastImportMs: number | null;
  /** Days after which rows go; null when they stay. */
  readonly expireDays: number | null;
}

/** An uploaded gzip file of MessagePack maps. `part` is its name in an error; null where there is only one. */
export interface StageFile {
  readonly path: string;
  readonly part: string | null;
}

/** Uploaded files that become a stage: imported rows that nobody sees before they are committed. */
export interface StageLoad {
  /** In order. */
  readonly files: readonly StageFile[];
  /** Unix seconds that a record without a whole `time` gets; null: such records are refused. */
  readonly arrival: number | null;
  /** Takes the refused records, as gzip over MessagePack maps. */
  readonly refusedPath: string | null;
}

/** What became of the records of a load. */
export interface StageLoaded {
  readonly records: number;
  readonly refused: number;
}

/**
 * The databases and tables of the service.
 *
 * Every method throws a `Fault`: `not_found` for a database or table that is not there, `already_exists`, `bad_request` for a
 * name that can't be, `invalid` where the data does not allow it.
 */
export interface Storage {
  listDatabases(): Promise<DatabaseRecord[]>;
  hasDatabase(database: string): Promise<boolean>;
  createDatabase(database: string): Promise<void>;
  deleteDatabase(database: string): Promise<void>;
  listTables(database: string): Promise<TableRecord[]>;
  /** One table as {@link listTables} has it, without a look at the others. */
  showTable(database: string, table: string): Promise<TableRecord>;
  /** @returns the table's id. */
  createTable(database: string, table: string): Promise<number>;
  /** @param ifEmpty - One that holds rows stays, and that is `already_exists`: somebody else may have put them in. */
  deleteTable(database: string, table: string, ifEmpty?: boolean): Promise<void>;
  swapTables(database: string, first: string, second: string): Promise<void>;
  /** @param overwrite - A table of the new name goes, in the same step; without it that is `already_exists`. */
  renameTable(database: string, table: string, name: string, overwrite: boolean): Promise<void>;
  moveTable(database: string, table: string, target: string): Promise<void>;
  /** Adds the columns that are new and changes the types of the others; columns that are left out stay. */
  updateSchema(database: string, table: string, columns: readonly TableColumn[]): Promise<void>;
  /** @param days - null: rows stay. */
  setExpireDays(database: string, table: string, days: number | null): Promise<void>;

  /** @throws Fault `not_found` unless the table is there. */
  findTable(database: string, table: string): Promise<{ readonly hasTime: boolean }>;
  /** Reads a file that a stage is going to be made of, so that {@link loadStage} need not. One that can't be taken in whole, or comes too late, is left to that. */
  readAhead(id: string, file: StageFile, options?: { readonly signal?: AbortSignal }): Promise<void>;
  /**
   * Makes a stage of files, of all of them or none; it takes the place of one of the same id.
   *
   * @throws Fault `invalid` or `bad_request` where a file can't be read; the refused records are written even so.
   */
  loadStage(id: string, load: StageLoad, options?: { readonly signal?: AbortSignal }): Promise<StageLoaded>;
  hasStage(id: string): Promise<boolean>;
  /** Puts the rows of a stage into a table, all or none, and drops the stage. Does nothing where the import id went in before. */
  commitStage(
    stageId: string,
    database: string,
    table: string,
    importId: string,
  ): Promise<"loaded" | "known">;
  dropStage(id: string): Promise<void>;
  /** Drops all stages but these: a crash leaves some behind. */
  keepStages(ids: readonly string[]): Promise<void>;
}
