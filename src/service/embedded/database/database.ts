import { readFile, statfs } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { DATA_CATALOG, LIBRARY_CATALOG } from "../../../dialect/storage-names.ts";
import { makeFolder } from "../../files/make-folder.ts";
import { errorMessage } from "./error-message.ts";
import { ConnectionPool, type Lease } from "./connection-pool.ts";
import { TableChanges } from "./table-changes.ts";
import { quoteText } from "../../../dialect/quote.ts";

/**
 * What a connection is for, so that one kind of work never waits for another: statements of users (`query`) and the service's
 * own (`service`). All have the engine's own settings; what the dialects do
 * differently is written out in the statements.
 */
export type Profile = "query" | "service";

export interface DatabaseOptions {
  /** Folder of the data file and of the spill files; made when it is missing. */
  readonly folder: string;
  /** As the engine writes it, such as `2GB`. */
  readonly memoryLimit?: string;
  readonly threads?: number;
  /** Most bytes of spill files, as the engine writes it. @default 50 GB, or half of what the disk has free */
  readonly spillLimit?: string;
  /** Connections kept per profile; they are all opened at the start, because the settings are locked afterwards. */
  readonly connections?: Partial<Record<Profile, number>>;
  /**
   * Runs once, before files and settings are locked: installs macros (qualify them with {@link LIBRARY_CATALOG}) and
   * functions.
   */
  readonly prepare?: (connection: DuckDBConnection) => Promise<void>;
  /** Runs once after `prepare`, while files outside the data folder may still be read: loads packaged data. */
  readonly load?: (connection: DuckDBConnection) => Promise<void>;
}

const POOL_SIZES: Record<Profile, number> = { query: 18, service: 4 };

const RESET = `SET search_path = ${quoteText(`"${DATA_CATALOG}".main`)}`;

/**
 * The one engine instance of a data folder. A second instance on the same file in one process would lose writes without a
 * word, so nothing else may open it: the folder's lock keeps other processes out, this class the rest of this one.
 */
export class Database {
  readonly #instance: DuckDBInstance;
  readonly #pools: Record<Profile, ConnectionPool>;
  readonly changes = new TableChanges();
  /** Folder of the rows of imports, the only one whose files the engine reads. */
  readonly stages: string;

  constructor(instance: DuckDBInstance, pools: Record<Profile, ConnectionPool>, stages: string) {
    this.#instance = instance;
    this.stages = stages;
    this.#pools = pools;
  }

  /**
   * A connection of the profile for one piece of work; waits while all are in use. Release it, whatever happens.
   *
   * @param signal - Ends the wait; afterwards it interrupts whatever the connection runs until it is released.
   */
  acquire(profile: Profile, signal?: AbortSignal): Promise<Lease> {
    return this.#pools[profile].acquire(signal);
  }

  /** Runs `work` on a connection of the profile and gives it back. */
  async use<T>(profile: Profile, work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    const lease = await this.acquire(profile);
    try {
      return await work(lease.connection);
    } finally {
      await lease.release();
    }
  }

  /** Stops what runs, closes the connections, then the instance: the file stays locked while a connection lives. */
  async close(): Promise<void> {
    await Promise.all(Object.values(this.#pools).map((pool) => pool.close()));
    this.#instance.closeSync();
  }
}

/** Opens the data file of a folder, sets the fence up and locks the settings. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { DuckDBInstance } = await import("@duckdb/node-api");
  const spill = join(options.folder, "spill");
  const stages = resolve(options.folder, "stages");
  await makeFolder(spill);
  await makeFolder(stages);
  const file = join(options.folder, `${DATA_CATALOG}.duckdb`);
  const settings = {
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
    allow_community_extensions: "false",
    temp_directory: spill,
    max_temp_directory_size: options.spillLimit ?? (await spillLimit(spill)),
    ...(options.memoryLimit === undefined ? {} : { memory_limit: options.memoryLimit }),
    ...(options.threads === undefined ? {} : { threads: String(options.threads) }),
  };
  const instance = await whenUnlocked(() => DuckDBInstance.create(file, settings)).catch(
    async (cause: unknown) => {
      throw await openFault(cause, options.folder);
    },
  );
  const opened: DuckDBConnection[] = [];
  const connect = async (): Promise<DuckDBConnection> => {
    const connection = await instance.connect();
    opened.push(connection);
    return connection;
  };
  try {
    const first = await connect();
    await first.run("SET GLOBAL TimeZone = 'UTC'");
    await first.run(`ATTACH ':memory:' AS "${LIBRARY_CATALOG}"`);
    await options.prepare?.(first);
    await options.load?.(first);
    await first.run(`SET GLOBAL allowed_directories = [${quoteText(stages)}]`);
    await first.run("SET GLOBAL enable_external_access = false");
    const pools: Partial<Record<Profile, ConnectionPool>> = {};
    for (const profile of Object.keys(POOL_SIZES) as Profile[]) {
      const connections: DuckDBConnection[] = [];
      for (let i = options.connections?.[profile] ?? POOL_SIZES[profile]; i > 0; i--) {
        const connection = await connect();
        // Without these two the engine never reports how far a statement is.
        await connection.run("SET enable_progress_bar = true");
        await connection.run("SET enable_progress_bar_print = false");
        connections.push(connection);
      }
      pools[profile] = new ConnectionPool(connections, profile === "query" ? RESET : null);
    }
    await first.run("SET GLOBAL lock_configuration = true");
    first.closeSync();
    return new Database(instance, pools as Record<Profile, ConnectionPool>, stages);
  } catch (error) {
    for (const connection of opened) connection.closeSync();
    instance.closeSync();
    throw error;
  }
}

/** Most bytes of temporary data, and what of the free disk it may take at most. */
const SPILL_BYTES = 50e9;
const SPILL_SHARE = 0.5;

async function spillLimit(folder: string): Promise<string> {
  const { bavail, bsize } = await statfs(folder);
  return `${Math.floor(Math.min(SPILL_BYTES, SPILL_SHARE * bavail * bsize))}B`;
}

/** What the engine says of a file that another process has open; the others are Windows'. */
const LOCKED = /Could not set lock on file|Sharing violation|used by another process/;
/** An engine whose service was killed ends a moment after it. */
const LOCK_MS = 1500;

async function whenUnlocked<T>(open: () => Promise<T>): Promise<T> {
  for (const deadlineMs = performance.now() + LOCK_MS; ; await sleep(100)) {
    try {
      return await open();
    } catch (error) {
      if (!LOCKED.test(errorMessage(error)) || performance.now() > deadlineMs) throw error;
    }
  }
}

async function openFault(cause: unknown, folder: string): Promise<Error> {
  const message = errorMessage(cause);
  if (!LOCKED.test(message))
    return new Error(`The data folder ${folder} can't be opened: ${message}`, { cause });
  // The process that holds the file is the engine of the service to be stopped.
  const holder = (await servicePid(folder)) ?? /PID (\d+)/.exec(message)?.[1];
  return new Error(
    `The data folder ${folder} is in use by another service${holder === undefined ? "" : ` (process ${holder})`}; stop it, or choose another folder.`,
    { cause },
  );
}

async function servicePid(folder: string): Promise<number | undefined> {
  try {
    return (JSON.parse(await readFile(join(folder, "service.json"), "utf8")) as { pid?: number }).pid;
  } catch {
    return undefined;
  }
}
