import { createHash, randomUUID } from "node:crypto";
import type { TableColumn } from "../engine/contract/engine.ts";
import { Fault, notEmpty, databaseExists, noDatabase, noTable, tableExists } from "../engine/errors/fault.ts";
import { KeyedMutex } from "../system/mutex.ts";
import { SqlError } from "../dialect/sql-error.ts";
import type { StoredDatabase, StoredTable } from "../engine/contract/storage.ts";
import { type Cluster, type ClusterTable, runRows } from "./cluster.ts";
import { loadRows, type StagedRows } from "./load-rows.ts";

/** How long catalogue entries are cached, because completion and listings repeat the same requests. */
const FRESH_MS = 10_000;

interface Kept<T> {
  readonly value: Promise<T>;
  readonly atMs: number;
}

/** The schemas of a cluster as databases. Irreversible operations, such as dropping a schema with its tables, are refused. */
export class ClusterStorage {
  readonly #cluster: Cluster;
  readonly #clock: () => number;
  readonly #startedMs: number;
  readonly #loads = new KeyedMutex();
  #databases: Kept<string[]> | null = null;
  readonly #tables = new Map<string, Kept<StoredTable[]>>();

  constructor(cluster: Cluster, clock: () => number) {
    this.#cluster = cluster;
    this.#clock = clock;
    this.#startedMs = clock();
  }

  async listDatabases(): Promise<StoredDatabase[]> {
    const at = { createdAtMs: this.#startedMs, updatedAtMs: this.#startedMs };
    // Listings don't count the rows of a cluster.
    return (await this.#databaseNames()).map((name) => ({ name, rowCount: 0, ...at }));
  }

  async hasDatabase(database: string): Promise<boolean> {
    if ((await this.#databaseNames()).includes(database)) return true;
    if (this.#databases?.atMs === this.#clock()) return false;
    this.#databases = null;
    return (await this.#databaseNames()).includes(database);
  }

  async createDatabase(database: string): Promise<void> {
    if (await this.hasDatabase(database)) throw databaseExists(database);
    await this.#change(this.#cluster.sql.createSchema(database));
  }

  async deleteDatabase(database: string): Promise<void> {
    const tables = await this.#cluster.catalogue.tables(database);
    if (tables.length > 0)
      throw new Fault(
        "invalid",
        `Database ${database} of the cluster still holds ${tables.length} tables; delete them first.`,
      );
    await this.#change(`DROP SCHEMA ${this.#cluster.sql.quote(database)}`);
  }

  async listTables(database: string): Promise<StoredTable[]> {
    const entry = this.#tables.get(database);
    if (entry && this.#isFresh(entry)) return entry.value;
    const value = this.#readTables(database);
    this.#tables.set(database, { value, atMs: this.#clock() });
    value.catch(() => this.#tables.delete(database));
    return value;
  }

  async showTable(database: string, table: string): Promise<StoredTable> {
    const match = (await this.listTables(database)).find(({ name }) => name === table);
    if (!match) throw noTable(database, table);
    return match;
  }

  async createTable(database: string, table: string): Promise<number> {
    if ((await this.#find(database, table)) !== null) throw tableExists(database, table);
    const { sql } = this.#cluster;
    await this.#change(sql.createTable(this.#name(database, table), [{ name: "time", type: "bigint" }]));
    return tableId(database, table);
  }

  async deleteTable(database: string, table: string, ifEmpty = false): Promise<void> {
    await this.#need(database, table);
    if (ifEmpty && (await this.#hasRows(`SELECT 1 FROM ${this.#name(database, table)} LIMIT 1`)))
      throw notEmpty(database, table);
    await this.#change(`DROP TABLE ${this.#name(database, table)}`);
  }

  /** Three renames; if one fails, those before are undone. */
  async swapTables(database: string, first: string, second: string): Promise<void> {
    await this.#need(database, first);
    await this.#need(database, second);
    if (first === second) return;
    const between = `svc_swap_${randomUUID().slice(0, 8)}`;
    const renames = [
      [first, between],
      [second, first],
      [between, second],
    ] as const;
    const rename = (from: string, to: string): Promise<void> => this.#rename(database, from, database, to);
    for (const [index, [from, to]] of renames.entries()) {
      try {
        await rename(from, to);
      } catch (error) {
        for (const [before, after] of renames.slice(0, index).reverse())
          await rename(after, before).catch((fault: unknown) => {
            const [what, why] = [error, fault].map((one) => (one as Error).message.replace(/\.$/, ""));
            throw new Fault(
              "invalid",
              `${what}. That could not be undone: ${why}. ${database}.${before} is now named ${database}.${after}.`,
            );
          });
        throw error;
      }
    }
  }

  /** An existing table is swapped with the renamed one, then dropped. */
  async renameTable(database: string, table: string, name: string, overwrite: boolean): Promise<void> {
    await this.#need(database, table);
    const isTaken = (await this.#find(database, name)) !== null;
    if (isTaken && !overwrite) throw tableExists(database, name);
    if (table === name) return;
    if (!isTaken) return this.#rename(database, table, database, name);
    await this.swapTables(database, table, name);
    await this.deleteTable(database, table);
  }

  async moveTable(database: string, table: string, target: string): Promise<void> {
    await this.#need(database, table);
    if (!(await this.hasDatabase(target))) throw noDatabase(target);
    await this.#rename(database, table, target, table);
  }

  async updateSchema(database: string, table: string, columns: readonly TableColumn[]): Promise<void> {
    const { columns: present } = await this.#need(database, table);
    const { sql } = this.#cluster;
    for (const { name, type } of columns) {
      const target = sql.clusterType(type);
      const old = present.find((column) => column.name.toLowerCase() === name.toLowerCase());
      if (!old) await this.#change(sql.addColumn(this.#name(database, table), { name, type: target }));
      else if (sql.serviceType(old.type) !== type.trim().toLowerCase())
        throw new Fault(
          "invalid",
          `Column ${name} of the cluster's table is ${old.type}; its type can't be changed.`,
        );
    }
  }

  setExpireDays(): Promise<void> {
    const why = "Rows of a cluster's table don't expire here; set the expiry on the cluster.";
    return Promise.reject(new Fault("not_supported", why));
  }

  /** @throws Fault `not_found` */
  async findTable(database: string, table: string): Promise<{ readonly hasTime: boolean }> {
    const { columns } = await this.#need(database, table);
    return { hasTime: columns.some(({ name }) => name === "time") };
  }

  /** Loads rows into a table; a single statement makes them visible. */
  load(database: string, table: string, rows: StagedRows, importId: string): Promise<void> {
    return this.#loads.run(`${database}.${table}`, async () => {
      const target = await this.#need(database, table);
      const stage = `svc_stage_${createHash("sha256").update(importId).digest("hex").slice(0, 16)}`;
      const run = (sql: string): Promise<void> => this.#change(sql);
      const { sql } = this.#cluster;
      const hasRows = (text: string): Promise<boolean> => this.#hasRows(text);
      await loadRows({ sql, run, hasRows, database, target, stage, rows });
    });
  }

  refresh(): void {
    this.#databases = null;
    this.#tables.clear();
  }

  async #databaseNames(): Promise<string[]> {
    if (!this.#databases || !this.#isFresh(this.#databases)) {
      const value = this.#cluster.catalogue.databases();
      this.#databases = { value, atMs: this.#clock() };
      value.catch(() => (this.#databases = null));
    }
    return this.#databases.value;
  }

  async #readTables(database: string): Promise<StoredTable[]> {
    const { catalogue, sql } = this.#cluster;
    const tables = await catalogue.tables(database);
    if (tables.length === 0 && !(await this.hasDatabase(database))) throw noDatabase(database);
    const counts = await catalogue.counts(
      database,
      tables.map(({ name }) => name),
    );
    return tables.map(({ name, columns }) => ({
      name,
      id: tableId(database, name),
      rowCount: counts.get(name) ?? 0,
      bytes: 0,
      columns: columns
        .filter((column) => column.name !== "time")
        .map((column) => ({ name: column.name, type: sql.serviceType(column.type) })),
      lastTime: null,
      createdAtMs: this.#startedMs,
      updatedAtMs: this.#startedMs,
      lastImportMs: null,
      expireDays: null,
    }));
  }

  async #find(database: string, table: string): Promise<ClusterTable | null> {
    const tables = await this.#cluster.catalogue.tables(database);
    return tables.find(({ name }) => name === table) ?? null;
  }

  async #need(database: string, table: string): Promise<ClusterTable> {
    const match = await this.#find(database, table);
    if (!match) throw noTable(database, table);
    return match;
  }

  async #hasRows(query: string): Promise<boolean> {
    return (await this.#run(query)).length > 0;
  }

  #rename(database: string, table: string, target: string, name: string): Promise<void> {
    const sql = `ALTER TABLE ${this.#name(database, table)} RENAME TO ${this.#name(target, name)}`;
    return this.#change(sql);
  }

  async #change(sql: string): Promise<void> {
    await this.#run(sql).finally(() => this.refresh());
  }

  /** Names in `sql` have their database: HiveServer2 opens no session in one that is created here. */
  async #run(sql: string): Promise<unknown[][]> {
    try {
      return await runRows(this.#cluster.runner, this.#cluster.sql, "default", sql);
    } catch (error) {
      if (!(error instanceof SqlError)) throw error;
      throw new Fault(error.kind === "NOT_SUPPORTED" ? "not_supported" : "invalid", error.message);
    }
  }

  #name(database: string, table: string): string {
    const { sql } = this.#cluster;
    return `${sql.quote(database)}.${sql.quote(table)}`;
  }

  #isFresh({ atMs }: Kept<unknown>): boolean {
    return this.#clock() - atMs < FRESH_MS;
  }
}

/** A stable id from the name, because clusters have no ids. */
function tableId(database: string, table: string): number {
  return createHash("sha256").update(`${database}.${table}`).digest().readUIntBE(0, 6);
}
