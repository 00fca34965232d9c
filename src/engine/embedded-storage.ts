import type { TableColumn } from "./contract/engine.ts";
import { Fault, notEmpty, databaseExists, noDatabase, noTable, tableExists } from "./errors/fault.ts";
import { KeyedMutex, Mutex } from "../system/mutex.ts";
import type { StoredDatabase, Storage, StoredTable } from "./contract/storage.ts";
import { changeColumns, checkNewName } from "./tables/change-columns.ts";
import { commitStage } from "./stage/stage-rows.ts";
import type { Database } from "./database/database.ts";
import {
  hasDatabase,
  hasTable,
  mayBeDatabase,
  needDatabase,
  needFreeName,
  needTable,
} from "./tables/find-table.ts";
import type { StageFolders } from "./stage/stage-folders.ts";
import { quoteName } from "../dialect/quote.ts";
import { serviceType } from "./tables/column-types.ts";
import { hasEpochTime, schemaName, tableName, type EngineColumn } from "./tables/read-tables.ts";
import { TableList, type ListedTable, type TableSize } from "./tables/table-list.ts";
import {
  createMetadata,
  dropMetadata,
  forgetIds,
  hasImport,
  hasWritten,
  addDatabase,
  setExpiry,
  recordImport,
  addTable,
  renameMetadata,
  touchDatabase,
  touchTable,
} from "./tables/table-metadata.ts";
import type { Changed, TableKey } from "./database/table-changes.ts";
import { transaction, withSession, type Session } from "./database/transaction.ts";

const DAY_SECONDS = 86_400;

/** The catalogue in DuckDB: each database is a schema of the one data file. */
export class EmbeddedStorage implements Storage {
  readonly #database: Database;
  readonly #clock: () => number;
  /** Serializes changes of the catalogue: concurrent ones would conflict. */
  readonly #changes = new Mutex();
  /** Serializes imports per table; imports into different tables run in parallel. */
  readonly #commits = new KeyedMutex();
  /** Serializes updates of a database's metadata row, which imports into its tables share. */
  readonly #touches = new Mutex();
  readonly #list: TableList;

  readonly #stages: StageFolders;

  private constructor(database: Database, stages: StageFolders, clock: () => number) {
    this.#database = database;
    this.#stages = stages;
    this.#clock = clock;
    this.#list = new TableList(database, clock);
  }

  static async open(database: Database, stages: StageFolders, clock: () => number): Promise<EmbeddedStorage> {
    const storage = new EmbeddedStorage(database, stages, clock);
    await transaction(database, createMetadata);
    await storage.#list.refresh();
    return storage;
  }

  async listDatabases(): Promise<StoredDatabase[]> {
    const totals = new Map<string, number>();
    for (const [{ database }, { rowCount }] of await this.#list.sized(null))
      totals.set(database, (totals.get(database) ?? 0) + rowCount);
    return (await this.#list.databases()).map(({ name, created_ms, updated_ms }) => ({
      name,
      rowCount: totals.get(name) ?? 0,
      createdAtMs: Number(created_ms),
      updatedAtMs: Number(updated_ms),
    }));
  }

  hasDatabase(database: string): Promise<boolean> {
    return this.#list.hasDatabase(database);
  }

  async createDatabase(database: string): Promise<void> {
    checkNewName("database", database);
    await this.#change([{ database, name: null }], async (session) => {
      if (await hasDatabase(session, database)) throw databaseExists(database);
      await session.run(`CREATE SCHEMA ${schemaName(database)}`);
      await addDatabase(session, database, this.#clock());
    });
  }

  async deleteDatabase(database: string): Promise<void> {
    await this.#free([{ database, name: null }], async (session) => {
      await needDatabase(session, database);
      await session.run(`DROP SCHEMA ${schemaName(database)} CASCADE`);
      await dropMetadata(session, { database, name: null });
    });
  }

  async listTables(database: string): Promise<StoredTable[]> {
    const tables = await this.#list.sized(database);
    if (tables.length === 0 && !(await this.#list.hasDatabase(database))) throw noDatabase(database);
    return tables.map(([table, size]) => record(table, size));
  }

  async showTable(database: string, table: string): Promise<StoredTable> {
    const entry = await this.#list.table({ database, name: table });
    if (entry !== null) return record(...entry);
    if (!(await this.#list.hasDatabase(database))) throw noDatabase(database);
    throw noTable(database, table);
  }

  async createTable(database: string, table: string): Promise<number> {
    checkNewName("table", table);
    const key = { database, name: table };
    if (!mayBeDatabase(database)) throw noDatabase(database);
    const create = async (session: Session): Promise<number> => {
      await session.run(`CREATE TABLE ${tableName(key)} (time BIGINT)`);
      return Number((await addTable(session, key, this.#clock())).id);
    };
    return this.#change([key], create).catch(async (error: unknown) => {
      await withSession(this.#database, async (session) => {
        await needDatabase(session, database);
        await needFreeName(session, key);
      });
      throw error;
    });
  }

  deleteTable(database: string, table: string, ifEmpty = false): Promise<void> {
    // Waits for a commit in progress, so that its rows count.
    const key = { database, name: table };
    return this.#commits.run(`${database}.${table}`, () =>
      this.#free([key], async (session) => {
        await needTable(session, key);
        const name = tableName(key);
        if (ifEmpty && (await session.rows(`SELECT 1 FROM ${name} LIMIT 1`)).length > 0)
          throw notEmpty(database, table);
        await session.run(`DROP TABLE ${name}`);
        await dropMetadata(session, key);
      }),
    );
  }

  async swapTables(database: string, first: string, second: string): Promise<void> {
    const keys = [first, second].map((name) => ({ database, name }));
    await this.#change(keys, async (session) => {
      for (const key of keys) await needTable(session, key);
      if (first === second) return;
      const between = "svc-swap";
      await rename(session, database, first, between);
      await rename(session, database, second, first);
      await rename(session, database, between, second);
    });
  }

  async renameTable(database: string, table: string, name: string, overwrite: boolean): Promise<void> {
    checkNewName("table", name);
    const [from, to] = [table, name].map((each) => ({ database, name: each })) as [TableKey, TableKey];
    await this.#change([from, to], async (session) => {
      await needTable(session, from);
      if (table === name) {
        if (!overwrite) throw tableExists(database, name);
        return;
      }
      if (overwrite && (await hasTable(session, to))) await session.run(`DROP TABLE ${tableName(to)}`);
      await needFreeName(session, to);
      await rename(session, database, table, name);
    });
  }

  async moveTable(database: string, table: string, target: string): Promise<void> {
    const from = { database, name: table };
    const to = { database: target, name: table };
    await this.#change([from, to], async (session) => {
      await needTable(session, from);
      await needDatabase(session, target);
      await needFreeName(session, to);
      await session.run(`CREATE TABLE ${tableName(to)} AS FROM ${tableName(from)}`);
      await session.run(`DROP TABLE ${tableName(from)}`);
      await renameMetadata(session, from, to);
    });
  }

  async updateSchema(database: string, table: string, columns: readonly TableColumn[]): Promise<void> {
    const key = { database, name: table };
    await this.#alterTable(key, (session, present) => changeColumns(session, key, present, columns));
  }

  async setExpireDays(database: string, table: string, days: number | null): Promise<void> {
    const key = { database, name: table };
    await this.#alterTable(key, (session, present) => {
      if (days !== null && !hasEpochTime(present))
        throw new Fault(
          "invalid",
          `Table ${database}.${table} has no column time with unix seconds, by which its rows could expire.`,
        );
      return setExpiry(session, key, days);
    });
    await this.expireRows();
  }

  async expireRows(): Promise<void> {
    const tables = (await this.#list.tables(null)).filter(
      ({ expire_days, columns }) => expire_days !== null && hasEpochTime(columns),
    );
    for (const { database, name, expire_days } of tables) {
      const table = { database, name };
      const oldest = Math.floor(this.#clock() / 1000) - (expire_days as number) * DAY_SECONDS;
      await this.#change([table], async (session) => {
        // The table may have been dropped meanwhile.
        if (await hasTable(session, table))
          await session.run(`DELETE FROM ${tableName(table)} WHERE time < $1`, [BigInt(oldest)]);
      });
    }
  }

  async forgetIds(beforeMs: number): Promise<void> {
    await this.#database.reserve.take();
    await this.#change([], (session) => forgetIds(session, beforeMs));
  }

  hasWritten(id: string): Promise<boolean> {
    return withSession(this.#database, (session) => hasWritten(session, id));
  }

  async findTable(database: string, table: string): Promise<{ readonly hasTime: boolean }> {
    const key = { database, name: table };
    const columns = await withSession(this.#database, (session) => needTable(session, key));
    return { hasTime: columns.some(({ name }) => name === "time") };
  }

  async commitStage(
    stageId: string,
    database: string,
    table: string,
    importId: string,
  ): Promise<"loaded" | "known"> {
    await this.#recordNewTables();
    const target = { database, name: table };
    return this.#commits.run(`${database}.${table}`, () =>
      this.#database.changes.during([target], async () => {
        const outcome = await transaction(this.#database, async (session): Promise<"loaded" | "known"> => {
          await needTable(session, target);
          if (await hasImport(session, "imports", target, importId)) return "known";
          await recordImport(session, "imports", target, importId, this.#clock());
          const blocks = await this.#stages.blocks(stageId);
          if (blocks === null) throw new Fault("not_found", `The import ${stageId} has no rows to commit`);
          await commitStage(session, blocks, target);
          await touchTable(session, target, this.#clock(), true);
          return "loaded";
        });
        await this.#touches.run(() =>
          transaction(this.#database, (session) => touchDatabase(session, database, this.#clock())),
        );
        await this.#stages.drop(stageId);
        return outcome;
      }),
    );
  }

  /** Statements record no metadata of the tables that they create. */
  #recordNewTables(): Promise<void> {
    return this.#list.refresh();
  }

  #change<T>(changed: readonly Changed[], work: (session: Session) => Promise<T>): Promise<T> {
    return this.#changes.run(() =>
      this.#database.changes.during(changed, () => transaction(this.#database, work)),
    );
  }

  #free(changed: readonly Changed[], work: (session: Session) => Promise<void>): Promise<void> {
    return this.#database.freeing(() => this.#change(changed, work));
  }

  /** Changes a table and its time of change. @throws Fault `not_found` */
  async #alterTable(
    key: TableKey,
    work: (session: Session, present: readonly EngineColumn[]) => Promise<void>,
  ): Promise<void> {
    await this.#recordNewTables();
    await this.#change([key], async (session) => {
      await work(session, await needTable(session, key));
      await touchTable(session, key, this.#clock());
      await touchDatabase(session, key.database, this.#clock());
    });
  }
}

function record(table: ListedTable, { rowCount, lastTime, bytes }: TableSize): StoredTable {
  return {
    name: table.name,
    id: Number(table.id),
    rowCount,
    lastTime,
    bytes,
    columns: table.columns
      .filter(({ name }) => name !== "time")
      .map(({ name, type }) => ({ name, type: serviceType(type) })),
    createdAtMs: Number(table.created_ms),
    updatedAtMs: Number(table.updated_ms),
    lastImportMs: table.import_ms === null ? null : Number(table.import_ms),
    expireDays: table.expire_days,
  };
}

async function rename(session: Session, database: string, from: string, to: string): Promise<void> {
  await session.run(`ALTER TABLE ${tableName({ database, name: from })} RENAME TO ${quoteName(to)}`);
  await renameMetadata(session, { database, name: from }, { database, name: to });
}
