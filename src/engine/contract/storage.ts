import type { TableColumn } from "./engine.ts";

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
