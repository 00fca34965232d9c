// This folder: one DuckDB file: connections, transactions, which tables a change touches, and the check of its log after a crash.

import { readFile, stat, open } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { DATA_CATALOG, LIBRARY_CATALOG } from "../../dialect/storage-names.ts";
import { ifThere, makeFolder } from "../../system/system.ts";
import { diskFault, errorMessage } from "../errors/fault.ts";
import { DiskReserve, freeBytes } from "./disk-reserve.ts";
import { ConnectionPool, type ConnectionLease } from "./connection-pool.ts";
import { TableChanges } from "./table-changes.ts";
import { numberConnection } from "../library/refusals.ts";
import { LOCAL_FOLDER } from "../../core/wire/local-request.ts";
import { quoteName, quoteText } from "../../dialect/quote.ts";

/**
 * Separate pools, so that statements of users (`query`) and the service's own (`service`) never wait for each other. Both
 * have the same settings; dialect differences are in the compiled SQL.
 */
export type Profile = "query" | "service";

export interface DatabaseOptions {
  /** Folder of the data file and of spill files; created if missing. */
  readonly folder: string;
  /** Whether the data file must be there. @default false */
  readonly hasData?: boolean;
  /** In DuckDB's syntax, such as `2GB`. */
  readonly memoryLimit?: string;
  /** Limit of spill files, in DuckDB's syntax. @default 50 GB, or half of the free disk space if that is less */
  readonly spillLimit?: string;
  /** Connections per profile; all are opened at the start, because settings are locked afterwards. */
  readonly connections?: Partial<Record<Profile, number>>;
  /**
   * Runs once, before external access and settings are locked: installs macros (in {@link LIBRARY_CATALOG}) and
   * functions.
   */
  readonly prepare?: (connection: DuckDBConnection) => Promise<void>;
  /** Runs once after `prepare`, while files outside the data folder can still be read: loads packaged data. */
  readonly load?: (connection: DuckDBConnection) => Promise<void>;
}

/** What a checkpoint writes beside the log's content. */
const CHECKPOINT_BYTES = 2 ** 20;
const LITTLE_BYTES = 2 ** 26;

const dataFile = (folder: string): string => join(folder, `${DATA_CATALOG}.duckdb`);

const POOL_SIZES: Record<Profile, number> = { query: 18, service: 4 };

/**
 * The one DuckDB instance of a data folder; a second one on the same file would lose writes silently. The file lock
 * keeps other processes out, this class the rest of this one.
 */
export class Database {
  readonly #instance: DuckDBInstance;
  readonly #pools: Record<Profile, ConnectionPool>;
  readonly changes = new TableChanges();
  /** Space for {@link freeing}. */
  readonly reserve: DiskReserve;
  readonly #file: string;
  /** Folder of staged imports, whose files SQL can read. */
  readonly stages: string;
  /** Folder of the tables that clients of the service's own user bring along; SQL can read its files too. */
  readonly local: string;

  constructor(
    instance: DuckDBInstance,
    pools: Record<Profile, ConnectionPool>,
    folders: { readonly folder: string; readonly stages: string; readonly local: string },
  ) {
    this.#instance = instance;
    this.#file = dataFile(folders.folder);
    this.reserve = new DiskReserve(folders.folder);
    this.stages = folders.stages;
    this.local = folders.local;
    this.#pools = pools;
  }

  /**
   * Acquires a connection, waiting while all are in use. It must be released in any case.
   *
   * @param signal - Aborts the wait; once acquired, interrupts whatever the connection runs until it is released.
   */
  acquire(profile: Profile, signal?: AbortSignal): Promise<ConnectionLease> {
    return this.#pools[profile].acquire(signal);
  }

  /** Runs `work`, which ends the transactions that it begins, on a connection of the profile and releases it. */
  async use<T>(profile: Profile, work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    const lease = await this.acquire(profile);
    let isClean = false;
    try {
      const result = await work(lease.connection);
      isClean = true;
      return result;
    } finally {
      await lease.release(isClean);
    }
  }

  /** Runs work that frees space of the data file, on a full disk with the space of the reserve. It may run twice. */
  async freeing<T>(work: () => Promise<T>): Promise<T> {
    let result: T;
    try {
      result = await work();
    } catch (error) {
      if (diskFault(error) === null || !(await this.reserve.give())) throw error;
      result = await work();
    }
    // What could not be returned to the disk now is returned later.
    await this.#shrink().catch(() => undefined);
    return result;
  }

  /** On a disk with little space, returns the data file's free blocks, unless the log is too large for it: a checkpoint without space ends DuckDB. */
  async #shrink(): Promise<void> {
    const folder = dirname(this.#file);
    if ((await freeBytes(folder)) > LITTLE_BYTES) return this.reserve.take();
    // A log that had room for the DROP leaves the reserve for the checkpoint.
    await this.reserve.give();
    const { size: logBytes } = (await ifThere(stat(`${this.#file}.wal`))) ?? { size: 0 };
    if (2 * logBytes + CHECKPOINT_BYTES <= (await freeBytes(folder)))
      await this.use("service", (connection) => connection.run(`CHECKPOINT ${quoteName(DATA_CATALOG)}`));
    await this.reserve.take();
  }

  /** Interrupts running work, closes the connections, then the instance; an open connection keeps the file locked. */
  async close(): Promise<void> {
    await Promise.all(Object.values(this.#pools).map((pool) => pool.close()));
    this.#instance.closeSync();
  }
}

/** Opens the data file of a folder, disables external access and locks the settings. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { DuckDBInstance } = await import("@duckdb/node-api");
  const spill = join(options.folder, "spill");
  const stages = resolve(options.folder, "stages");
  await makeFolder(spill);
  const local = resolve(options.folder, LOCAL_FOLDER);
  await makeFolder(stages);
  await makeFolder(local);
  const file = dataFile(options.folder);
  if (options.hasData === true && (await ifThere(stat(file))) === null)
    throw new Error(
      `The data file ${file} is missing, and with it the tables of its folder: put it back, or remove the folder to begin without tables.`,
    );
  const settings = {
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
    allow_community_extensions: "false",
    temp_directory: spill,
    max_temp_directory_size: options.spillLimit ?? (await spillLimit(spill)),
    ...(options.memoryLimit === undefined ? {} : { memory_limit: options.memoryLimit }),
  };
  const instance = await DuckDBInstance.create(":memory:", settings);
  const data = quoteName(DATA_CATALOG);
  const opened: DuckDBConnection[] = [];
  const connect = async (): Promise<DuckDBConnection> => {
    const connection = await instance.connect();
    opened.push(connection);
    return connection;
  };
  try {
    const first = await connect();
    await checkWriteAheadLog(`${file}.wal`);
    // Not as the instance's own file: DuckDB would read the log of a crash before it has functions, which changes of types use.
    await whenUnlocked(() => first.run(`ATTACH ${quoteText(file)} AS ${data}`)).catch(
      async (cause: unknown) => {
        throw await openFault(cause, options.folder, file);
      },
    );
    await first.run(`USE ${data}`);
    await first.run("SET GLOBAL TimeZone = 'UTC'");
    await first.run(`ATTACH ':memory:' AS "${LIBRARY_CATALOG}"`);
    await options.prepare?.(first);
    await options.load?.(first);
    await first.run(`SET GLOBAL allowed_directories = [${[stages, local].map(quoteText).join(", ")}]`);
    await first.run("SET GLOBAL enable_external_access = false");
    const pools: Partial<Record<Profile, ConnectionPool>> = {};
    for (const profile of Object.keys(POOL_SIZES) as Profile[]) {
      const connections: DuckDBConnection[] = [];
      for (let i = options.connections?.[profile] ?? POOL_SIZES[profile]; i > 0; i--) {
        const connection = await connect();
        await connection.run(`USE ${data}`);
        await numberConnection(connection);
        // DuckDB reports progress only with both settings.
        await connection.run("SET enable_progress_bar = true");
        await connection.run("SET enable_progress_bar_print = false");
        connections.push(connection);
      }
      pools[profile] = new ConnectionPool(connections);
    }
    await first.run("SET GLOBAL lock_configuration = true");
    first.closeSync();
    const { folder } = options;
    const database = new Database(instance, pools as Record<Profile, ConnectionPool>, {
      folder,
      stages,
      local,
    });
    await database.reserve.take();
    return database;
  } catch (error) {
    for (const connection of opened) connection.closeSync();
    instance.closeSync();
    throw error;
  }
}

/** Limits of spill files: bytes, and share of the free disk space. */
const SPILL_BYTES = 50e9;
const SPILL_SHARE = 0.5;

async function spillLimit(folder: string): Promise<string> {
  return `${Math.floor(Math.min(SPILL_BYTES, SPILL_SHARE * (await freeBytes(folder))))}B`;
}

/** Errors for a file that another process has open; the latter two come from Windows. */
const LOCKED = /Could not set lock on file|Sharing violation|used by another process/;
/** How long to retry: the engine's process of a killed service exits a moment after it. */
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

async function openFault(cause: unknown, folder: string, file: string): Promise<Error> {
  const message = errorMessage(cause);
  if (/replaying WAL/i.test(message))
    return new Error(
      `The log ${file}.wal of the data file is damaged: ${message} ${logAdvice(`${file}.wal`)}`,
      { cause },
    );
  if (/Corrupt database file/i.test(message))
    return new Error(
      `The data file ${file} is damaged: ${message}; restore it from a backup, or move it away to start without its tables.`,
      { cause },
    );
  if (!LOCKED.test(message))
    return new Error(`The data folder ${folder} can't be opened: ${message}`, { cause });
  // The lock is held by the engine's process; users have to stop its service.
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

const HEAD_BYTES = 4096;

/** What to do with a log that the engine can't apply. @param log - Its path. */
const logAdvice = (log: string): string =>
  `The data file holds everything up to its last checkpoint. To start without the changes in the log, move ${log} away and keep it; to have them, restore both files from a backup.`;

/**
 * After a power cut a file may have its length, but NULs in place of its bytes. The engine takes such a log for an empty one, and the changes
 * in it would be gone without a word.
 *
 * @throws when the log begins with NULs only.
 */
async function checkWriteAheadLog(log: string): Promise<void> {
  const file = await ifThere(open(log, "r"));
  if (file === null) return;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    if (bytesRead > 0 && buffer.subarray(0, bytesRead).every((byte) => byte === 0))
      throw new Error(`The log ${log} of the data file is damaged: it holds NULs. ${logAdvice(log)}`);
  } finally {
    await file.close();
  }
}
