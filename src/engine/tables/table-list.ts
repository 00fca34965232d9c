// This folder: the user's tables: listings kept in memory, columns added and widened, names checked, ids and times of each table.

import { setTimeout as sleep } from "node:timers/promises";
import { Mutex } from "../../system/mutex.ts";
import type { Database } from "../database/database.ts";
import { errorMessage } from "../errors/fault.ts";
import type { Changed, TableKey } from "../database/table-changes.ts";
import { transaction, withSession, type Session } from "../database/transaction.ts";
import { columnsOf } from "./find-table.ts";
import {
  countRows,
  estimateBytes,
  readColumns,
  readDatabases,
  type EngineColumn,
  type TableCount,
} from "./read-tables.ts";
import {
  dropMetadata,
  addDatabase,
  addTable,
  readDatabaseMetadata,
  readTableMetadata,
  type DatabaseMetadata,
  type TableMetadata,
} from "./table-metadata.ts";

export interface ListedTable extends TableMetadata {
  readonly columns: readonly EngineColumn[];
}

export interface TableSize extends TableCount {
  readonly bytes: number;
}

/** Up to this many changed tables are read one by one; beyond that all are read at once. */
const FEW = 20;
/** Delay after a change before sizes are read in the background. */
const AHEAD_MS = 500;
/** Maximum share of time that background reads take. */
const AHEAD_SHARE = 0.05;
/** Retries when a table is dropped while being counted, and the pause between them. */
const TRIES = 100;
const PAUSE_MS = 20;

/**
 * In-memory cache of databases and tables. Only changes are read again: DuckDB takes a second to list thousands of tables, and longer
 * beside heavy statements.
 */
export class TableList {
  readonly #database: Database;
  readonly #clock: () => number;
  /** One reader at a time, so that the next one benefits from its results. */
  readonly #readers = new Mutex();
  #databases = new Map<string, DatabaseMetadata>();
  /** By database, then by name. */
  #tables = new Map<string, Map<string, ListedTable>>();
  #sizes = new WeakMap<ListedTable, TableSize>();
  #ahead: NodeJS.Timeout | undefined;
  #aheadMs = 0;

  constructor(database: Database, clock: () => number) {
    this.#database = database;
    this.#clock = clock;
    database.changes.record(null);
    database.changes.watch(() => this.#readAhead());
    this.#readAhead();
  }

  /** The databases, sorted by name. */
  async databases(): Promise<DatabaseMetadata[]> {
    await this.refresh();
    return [...this.#databases.values()].sort(byName);
  }

  async hasDatabase(database: string): Promise<boolean> {
    await this.refresh();
    return this.#databases.has(database);
  }

  /** The tables of one database, or of all for null, sorted by name. */
  async tables(database: string | null): Promise<ListedTable[]> {
    await this.refresh();
    return this.#of(database);
  }

  /** Like {@link tables}, with sizes. */
  sized(database: string | null): Promise<(readonly [ListedTable, TableSize])[]> {
    return this.#sized(() => this.#of(database));
  }

  /** A table with its size; null if it does not exist. */
  async table({ database, name }: TableKey): Promise<readonly [ListedTable, TableSize] | null> {
    const [entry] = await this.#sized(() => {
      const table = this.#tables.get(database)?.get(name);
      return table === undefined ? [] : [table];
    });
    return entry ?? null;
  }

  /** Reads what changed since the last refresh. */
  refresh(): Promise<void> {
    return this.#readers.run(() => this.#readChanged());
  }

  #of(database: string | null): ListedTable[] {
    const lists = database === null ? [...this.#tables.values()] : [this.#tables.get(database) ?? new Map()];
    return lists.flatMap((list) => [...(list as Map<string, ListedTable>).values()].sort(byName));
  }

  #sized(select: () => ListedTable[]): Promise<(readonly [ListedTable, TableSize])[]> {
    return this.#readers.run(async () => {
      for (let tries = 1; ; tries++) {
        await this.#readChanged();
        const tables = select();
        try {
          await this.#measure(tables.filter((table) => !this.#sizes.has(table)));
          return tables.map((table) => [table, this.#sizes.get(table) as TableSize]);
        } catch (error) {
          if (!isCatalogError(error) || tries === TRIES) throw error;
          // A table was just dropped; its change is about to be recorded.
          await sleep(PAUSE_MS);
        }
      }
    });
  }

  async #measure(tables: readonly ListedTable[]): Promise<void> {
    if (tables.length === 0) return;
    await withSession(this.#database, async (session) => {
      const counts = await countRows(session, tables);
      for (const [i, table] of tables.entries()) {
        const count = counts[i] as TableCount;
        this.#sizes.set(table, { ...count, bytes: await estimateBytes(session, table, count.rowCount) });
      }
    });
  }

  /** Reads sizes shortly after a change, one database at a time, so that listings are not held up. */
  #readAhead(): void {
    if (this.#ahead !== undefined) return;
    const read = (): void => {
      const startedMs = performance.now();
      void this.#sizeAll().finally(() => (this.#aheadMs = performance.now() - startedMs));
    };
    this.#ahead = setTimeout(read, Math.max(AHEAD_MS, this.#aheadMs / AHEAD_SHARE)).unref();
  }

  async #sizeAll(): Promise<void> {
    this.#ahead = undefined;
    try {
      for (const { name } of await this.databases()) await this.sized(name);
    } catch {
      // A listing hits the same error and reports it; here the database may just be closing.
    }
  }

  /** Reads changed databases and tables, and adds or drops their metadata records to match. */
  async #readChanged(): Promise<void> {
    const { changes } = this.#database;
    const changed = changes.take();
    if (changed?.length === 0) return;
    try {
      const read = await transaction(this.#database, (session) => this.#read(session, changed));
      this.#databases = read.databases;
      if (changed === null) this.#tables = new Map();
      for (const database of this.#tables.keys())
        if (!this.#databases.has(database)) this.#tables.delete(database);
      for (const [{ database, name }, table] of read.tables) {
        const list = this.#tables.get(database) ?? new Map<string, ListedTable>();
        this.#tables.set(database, list);
        if (table === null) list.delete(name);
        else list.set(name, table);
      }
    } catch (error) {
      changes.record(changed);
      throw error;
    }
  }

  async #read(
    session: Session,
    changed: readonly Changed[] | null,
  ): Promise<{ databases: Map<string, DatabaseMetadata>; tables: [TableKey, ListedTable | null][] }> {
    const whole = new Set(changed?.flatMap(({ database, name }) => (name === null ? [database] : [])));
    const keys = changed?.filter((key): key is TableKey => key.name !== null);
    // Database changes may bring tables that are not among the keys.
    const databases = await this.#readDatabases(session, changed === null || whole.size > 0);
    for (const table of this.#of(null))
      if (whole.has(table.database)) keys?.push({ database: table.database, name: table.name });
    const few = keys !== undefined && keys.length <= FEW;
    const rows = few ? await fewTables(session, keys) : await allTables(session);
    const recorded = new Map(
      (await readTableMetadata(session, few ? keys : null)).map((metadata) => [
        `${metadata.database}.${metadata.name}`,
        metadata,
      ]),
    );
    const tables: [TableKey, ListedTable | null][] = [];
    for (const [id, key] of new Map(
      [...(keys ?? [...rows.values(), ...recorded.values()])].map((key) => [
        `${key.database}.${key.name}`,
        key,
      ]),
    )) {
      const columns = databases.has(key.database) ? rows.get(id)?.columns : undefined;
      const metadata = recorded.get(id);
      if (columns === undefined) {
        if (metadata !== undefined) await dropMetadata(session, key);
        tables.push([key, null]);
      } else {
        const stored = metadata ?? (await addTable(session, key, this.#clock()));
        tables.push([key, { ...stored, columns }]);
      }
    }
    return { databases, tables };
  }

  async #readDatabases(session: Session, changed: boolean): Promise<Map<string, DatabaseMetadata>> {
    const recorded = new Map((await readDatabaseMetadata(session)).map((one) => [one.name, one]));
    if (!changed) return recorded;
    for (const name of await readDatabases(session))
      if (!recorded.has(name)) recorded.set(name, await addDatabase(session, name, this.#clock()));
    return recorded;
  }
}

type FoundTables = ReadonlyMap<string, TableKey & { readonly columns: readonly EngineColumn[] }>;

async function fewTables(session: Session, keys: readonly TableKey[]): Promise<FoundTables> {
  const tables = new Map<string, TableKey & { columns: readonly EngineColumn[] }>();
  for (const { database, name } of keys) {
    const columns = await columnsOf(session, { database, name });
    if (columns !== null) tables.set(`${database}.${name}`, { database, name, columns });
  }
  return tables;
}

async function allTables(session: Session): Promise<FoundTables> {
  return new Map(
    [...(await readColumns(session))].map(([id, columns]) => {
      const [database = "", name = ""] = id.split(".");
      return [id, { database, name, columns }];
    }),
  );
}

function isCatalogError(error: unknown): boolean {
  return errorMessage(error).startsWith("Catalog Error");
}

const byName = (a: { readonly name: string }, b: { readonly name: string }): number =>
  a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
