import type { TableColumn } from "../engine.ts";
import { Fault } from "../fault.ts";
import { KeyedMutex, Mutex } from "../mutex.ts";
import type { DatabaseRecord, Stage, Storage, TableRecord } from "../storage.ts";
import { changeColumns } from "./change-columns.ts";
import { commitStage } from "./commit-stage.ts";
import type { Database } from "./database.ts";
import { hasDatabase, hasTable, needDatabase, needTable } from "./find-table.ts";
import { loadStage, STAGE_SCHEMA, stageName } from "./import-stage.ts";
import { checkNewName } from "./names.ts";
import { presentTables } from "./present-tables.ts";
import { quoteName } from "../../dialect/quote.ts";
import {
  countRows,
  estimateBytes,
  readColumns,
  schemaName,
  tableColumns,
  tableName,
  type TableCount,
} from "./read-tables.ts";
import {
  createNotes,
  forgetImports,
  noteExpiry,
  noteImport,
  notesAreStale,
  readDatabaseNotes,
  refreshNotes,
  renameNotes,
  touchDatabase,
  touchTable,
  type TableNote,
} from "./table-notes.ts";
import { transaction, withSession, type Session } from "./transaction.ts";

const DAY_SECONDS = 86_400;

/** The catalogue in the embedded engine: a database is a schema of the one data file. */
export class EmbeddedStorage implements Storage {
  readonly #database: Database;
  readonly #clock: () => number;
  /** Changes of the catalogue go one after another: the engine would let the later of two at the same time fail. */
  readonly #changes = new Mutex();
  /** Imports into one table go one after another; into different tables they don't wait. */
  readonly #commits = new KeyedMutex();
  /** Imports into many tables of one database note that it changed, in the same row. */
  readonly #touches = new Mutex();
  /** Bytes by table, kept while the row count stays. */
  readonly #bytes = new Map<string, { rowCount: number; bytes: number }>();

  private constructor(database: Database, clock: () => number) {
    this.#database = database;
    this.#clock = clock;
  }

  static async open(database: Database, clock: () => number): Promise<EmbeddedStorage> {
    const storage = new EmbeddedStorage(database, clock);
    await transaction(database, async (session) => {
      await createNotes(session);
      await session.run(`CREATE SCHEMA IF NOT EXISTS ${schemaName(STAGE_SCHEMA)}`);
    });
    await storage.refresh();
    return storage;
  }

  async listDatabases(): Promise<DatabaseRecord[]> {
    await this.refresh();
    return this.#read(async (session) => {
      const tables = await presentTables(session, null);
      const counts = await countRows(session, tables);
      const totals = new Map<string, number>();
      tables.forEach(({ database }, index) => {
        totals.set(database, (totals.get(database) ?? 0) + (counts[index]?.rowCount ?? 0));
      });
      return (await readDatabaseNotes(session)).map(({ name, created_ms, updated_ms }) => ({
        name,
        rowCount: totals.get(name) ?? 0,
        createdAtMs: Number(created_ms),
        updatedAtMs: Number(updated_ms),
      }));
    });
  }

  hasDatabase(database: string): Promise<boolean> {
    return withSession(this.#database, (session) => hasDatabase(session, database));
  }

  async createDatabase(database: string): Promise<void> {
    checkNewName("database", database);
    await this.#change(async (session) => {
      if (await hasDatabase(session, database)) {
        throw new Fault("already_exists", `Database ${database} already exists`);
      }
      await session.run(`CREATE SCHEMA ${schemaName(database)}`);
    });
  }

  async deleteDatabase(database: string): Promise<void> {
    await this.#change(async (session) => {
      await needDatabase(session, database);
      await session.run(`DROP SCHEMA ${schemaName(database)} CASCADE`);
    });
  }

  async listTables(database: string): Promise<TableRecord[]> {
    await this.refresh();
    return this.#read(async (session) => {
      await needDatabase(session, database);
      const tables = await presentTables(session, database);
      const counts = await countRows(session, tables);
      const records: TableRecord[] = [];
      for (const [index, table] of tables.entries()) {
        const { rowCount, lastTime } = counts[index] as TableCount;
        records.push({
          database: table.database,
          name: table.name,
          id: Number(table.id),
          rowCount,
          lastTime,
          bytes: await this.#bytesOf(session, table, rowCount),
          columns: tableColumns(table.columns),
          createdAtMs: Number(table.created_ms),
          updatedAtMs: Number(table.updated_ms),
          lastImportMs: table.import_ms === null ? null : Number(table.import_ms),
          expireDays: table.expire_days,
        });
      }
      return records;
    });
  }

  async createTable(database: string, table: string): Promise<void> {
    checkNewName("table", table);
    await this.#change(async (session) => {
      await needDatabase(session, database);
      if (await hasTable(session, database, table)) {
        throw new Fault("already_exists", `Table ${database}.${table} already exists`);
      }
      await session.run(`CREATE TABLE ${tableName(database, table)} (time BIGINT)`);
    });
  }

  async deleteTable(database: string, table: string): Promise<void> {
    await this.#change(async (session) => {
      await needTable(session, database, table);
      await session.run(`DROP TABLE ${tableName(database, table)}`);
    });
  }

  async swapTables(database: string, first: string, second: string): Promise<void> {
    await this.#change(async (session) => {
      await needTable(session, database, first);
      await needTable(session, database, second);
      if (first === second) return;
      const between = "svc-swap";
      const rename = async (from: string, to: string): Promise<void> => {
        await session.run(`ALTER TABLE ${tableName(database, from)} RENAME TO ${quoteName(to)}`);
        await renameNotes(session, { database, name: from }, { database, name: to });
      };
      await rename(first, between);
      await rename(second, first);
      await rename(between, second);
    });
  }

  async moveTable(database: string, table: string, target: string): Promise<void> {
    await this.#change(async (session) => {
      await needTable(session, database, table);
      await needDatabase(session, target);
      if (await hasTable(session, target, table)) {
        throw new Fault("already_exists", `Table ${target}.${table} already exists`);
      }
      await session.run(`CREATE TABLE ${tableName(target, table)} AS FROM ${tableName(database, table)}`);
      await session.run(`DROP TABLE ${tableName(database, table)}`);
      await renameNotes(session, { database, name: table }, { database: target, name: table });
    });
  }

  async updateSchema(database: string, table: string, columns: readonly TableColumn[]): Promise<void> {
    await this.#change(async (session) => {
      await needTable(session, database, table);
      await changeColumns(session, database, table, columns);
      await touchTable(session, { database, name: table }, this.#clock());
      await touchDatabase(session, database, this.#clock());
    });
  }

  async setExpireDays(database: string, table: string, days: number | null): Promise<void> {
    await this.#change(async (session) => {
      await needTable(session, database, table);
      await noteExpiry(session, { database, name: table }, days);
      await touchTable(session, { database, name: table }, this.#clock());
      await touchDatabase(session, database, this.#clock());
    });
    await this.expireRows();
  }

  async expireRows(): Promise<void> {
    await this.#change(async (session) => {
      for (const { database, name, expire_days, columns } of await presentTables(session, null)) {
        if (expire_days === null) continue;
        const time = columns.find((column) => column.name === "time");
        if (time?.type !== "BIGINT" && time?.type !== "INTEGER") continue;
        const oldest = Math.floor(this.#clock() / 1000) - expire_days * DAY_SECONDS;
        await session.run(`DELETE FROM ${tableName(database, name)} WHERE time < $1`, [BigInt(oldest)]);
      }
    });
  }

  async forgetImports(beforeMs: number): Promise<void> {
    await this.#change((session) => forgetImports(session, beforeMs));
  }

  async refresh(): Promise<void> {
    if (await withSession(this.#database, notesAreStale)) await this.#change(() => Promise.resolve());
  }

  findTable(database: string, table: string): Promise<{ readonly hasTime: boolean }> {
    return this.#read(async (session) => {
      await needTable(session, database, table);
      const columns = (await readColumns(session, database)).get(`${database}.${table}`) ?? [];
      return { hasTime: columns.some(({ name }) => name === "time") };
    });
  }

  loadStage<T>(id: string, load: (stage: Stage) => Promise<T>): Promise<T> {
    return loadStage(this.#database, id, load);
  }

  hasStage(id: string): Promise<boolean> {
    return withSession(this.#database, (session) => hasTable(session, STAGE_SCHEMA, id));
  }

  async commitStage(
    stageId: string,
    database: string,
    table: string,
    importId: string,
  ): Promise<"loaded" | "known"> {
    await this.refresh();
    const outcome = await this.#commits.run(`${database}.${table}`, () =>
      transaction(this.#database, async (session): Promise<"loaded" | "known"> => {
        await needTable(session, database, table);
        const target = { database, name: table };
        const state = await noteImport(session, target, importId, this.#clock());
        if (state === "new") {
          await commitStage(session, stageId, database, table);
          await touchTable(session, target, this.#clock(), true);
        }
        await session.run(`DROP TABLE IF EXISTS ${stageName(stageId)}`);
        return state === "new" ? "loaded" : "known";
      }),
    );
    await this.#touches.run(() =>
      transaction(this.#database, (session) => touchDatabase(session, database, this.#clock())),
    );
    return outcome;
  }

  async keepStages(ids: readonly string[]): Promise<void> {
    const stages = await withSession(this.#database, (session) => readColumns(session, STAGE_SCHEMA));
    for (const key of stages.keys()) {
      const id = key.slice(STAGE_SCHEMA.length + 1);
      if (!ids.includes(id)) await this.dropStage(id);
    }
  }

  async dropStage(id: string): Promise<void> {
    await transaction(this.#database, (session) => session.run(`DROP TABLE IF EXISTS ${stageName(id)}`));
  }

  /** One change of the catalogue in a transaction, with the notes brought up to date before and after. */
  #change<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#changes.run(() =>
      transaction(this.#database, async (session) => {
        const result = await work(session);
        await refreshNotes(session, this.#clock());
        return result;
      }),
    );
  }

  /** Reads in one transaction, so that a table that goes meanwhile is still there. */
  #read<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return transaction(this.#database, work);
  }

  async #bytesOf(session: Session, { database, name }: TableNote, rowCount: number): Promise<number> {
    const key = `${database}.${name}`;
    const kept = this.#bytes.get(key);
    if (kept?.rowCount === rowCount) return kept.bytes;
    const bytes = await estimateBytes(session, database, name);
    this.#bytes.set(key, { rowCount, bytes });
    return bytes;
  }
}
