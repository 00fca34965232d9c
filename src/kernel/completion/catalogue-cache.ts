import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "../../core/client.ts";
import type { KnownCatalogue, CatalogueColumn, CatalogueTable } from "../../magics/known-catalogue.ts";

export type CatalogueClient = Pick<Client, "list_databases" | "list_tables" | "get_job">;

export interface CatalogueCacheOptions {
  /** Connects on first use; may throw if nothing is configured. */
  readonly connect: () => Promise<CatalogueClient>;
  /** Unix milliseconds. */
  readonly clock?: () => number;
}

interface CacheEntry<T> {
  readonly value: T;
  /** When it was requested, and after how many changes of the catalogue. */
  readonly askedMs: number;
  readonly change: number;
}

/** Older entries are stale: they are returned, and fetched again in the background. */
const FRESH_MS = 30_000;
/** Time limit of {@link CatalogueCache.warm}, which fetches databases and then the tables of one. */
const WARM_MS = 10_000;
const RETRY_AFTER_MS = 5_000;

/**
 * A cache of the service's databases and tables. Reads never wait: null means not loaded, and a read of a missing or stale entry starts a
 * background fetch. {@link settled} waits for missing entries.
 */
export class CatalogueCache implements KnownCatalogue {
  readonly #connect: () => Promise<CatalogueClient>;
  readonly #clock: () => number;
  readonly #tables = new Map<string, CacheEntry<readonly CatalogueTable[]>>();
  /** Only of ended jobs, which do not change. */
  readonly #jobs = new Map<number, readonly CatalogueColumn[]>();
  readonly #fetching = new Map<string, Promise<void>>();
  #unknown: Promise<void> | null = null;
  readonly #failedMs = new Map<string, number>();
  #databases: CacheEntry<readonly string[]> | undefined;
  #change = 0;
  #client: Promise<CatalogueClient> | undefined;

  constructor({ connect, clock = Date.now }: CatalogueCacheOptions) {
    this.#connect = connect;
    this.#clock = clock;
  }

  get databases(): readonly string[] | null {
    if (this.#isStale(this.#databases)) this.#onAsk(this.#databases, this.#fetchDatabases());
    return this.#databases?.value ?? null;
  }

  tables(database: string): readonly CatalogueTable[] | null {
    const entry = this.#tables.get(database);
    // The database's name may be incomplete, while it is being typed.
    if (this.#isStale(entry) && (this.databases ?? []).includes(database))
      this.#onAsk(entry, this.#fetchTables(database));
    return entry?.value ?? null;
  }

  /** Cached tables only; reads never start a fetch. */
  readonly cachedTables: KnownCatalogue = {
    databases: null,
    tables: (database) => this.#tables.get(database)?.value ?? null,
  };

  jobColumns(id: number): readonly CatalogueColumn[] | null {
    if (!this.#jobs.has(id)) this.#onAsk(undefined, this.#fetchJob(id));
    return this.#jobs.get(id) ?? null;
  }

  /** The result of `read`, called again each time an entry that it missed has been fetched, for up to `waitMs`. */
  async settled<T>(waitMs: number, read: () => T): Promise<T> {
    const deadline = Date.now() + waitMs;
    for (;;) {
      this.#unknown = null;
      const result = read();
      const unknown = this.#unknown as Promise<void> | null;
      const leftMs = deadline - Date.now();
      if (unknown === null || leftMs <= 0) return result;
      await Promise.race([unknown, sleep(leftMs, undefined, { ref: false })]);
    }
  }

  /** Fetches what completion will probably need next, unless it is fresh. Called when a cell has used the service, which it may have started. */
  async warm(database: string | null): Promise<void> {
    this.#failedMs.clear();
    await this.settled(WARM_MS, () => (database === null ? this.databases : this.tables(database)));
  }

  /** Marks every entry as stale, after a cell that may have changed the catalogue. */
  invalidate(): void {
    this.#change += 1;
  }

  #onAsk(entry: CacheEntry<unknown> | undefined, fetching: Promise<void> | null): void {
    if (entry === undefined && fetching !== null) this.#unknown = fetching;
  }

  #isStale(entry: CacheEntry<unknown> | undefined): boolean {
    return entry === undefined || entry.change !== this.#change || this.#clock() - entry.askedMs > FRESH_MS;
  }

  #now(): Omit<CacheEntry<unknown>, "value"> {
    return { askedMs: this.#clock(), change: this.#change };
  }

  #fetchDatabases(): Promise<void> | null {
    return this.#fetch("databases", async (client) => {
      const askedAt = this.#now();
      const records = await client.list_databases();
      this.#databases = { value: records.map(({ name }) => name), ...askedAt };
    });
  }

  #fetchTables(database: string): Promise<void> | null {
    return this.#fetch(`tables of ${database}`, async (client) => {
      const askedAt = this.#now();
      const records = await client.list_tables(database);
      const value = records.map(({ name, count, schema }) => ({ name, count, columns: schema }));
      this.#tables.set(database, { value, ...askedAt });
    });
  }

  async #connectAgain(): Promise<CatalogueClient> {
    try {
      return await this.#connect();
    } catch (error) {
      this.#client = undefined;
      throw error;
    }
  }

  #fetchJob(id: number): Promise<void> | null {
    return this.#fetch(`job ${id}`, async (client) => {
      const { finished, result_schema } = await client.get_job(id);
      if (finished) this.#jobs.set(id, result_schema ?? []);
      else this.#failedMs.set(`job ${id}`, this.#clock());
    });
  }

  /** Sends at most one request per entry at a time; null shortly after a failure. Failures are silent: the cached entry stays. */
  #fetch(what: string, request: (client: CatalogueClient) => Promise<void>): Promise<void> | null {
    const running = this.#fetching.get(what);
    if (running) return running;
    if (this.#clock() - (this.#failedMs.get(what) ?? -Infinity) < RETRY_AFTER_MS) return null;
    const fetching = (this.#client ??= this.#connectAgain())
      .then(request)
      .catch(() => void this.#failedMs.set(what, this.#clock()))
      .finally(() => void this.#fetching.delete(what));
    this.#fetching.set(what, fetching);
    return fetching;
  }
}
