import { rm } from "node:fs/promises";
import { openDataFolder } from "./data-folder.ts";
import { openDatabase, type Database } from "./embedded/database.ts";
import { EmbeddedStorage } from "./embedded/embedded-storage.ts";
import type { Dialect, QueryRunner } from "./engine.ts";
import { holdFolder } from "./folder-lock.ts";
import { createApp, type App } from "./http/create-app.ts";
import { IdleWatch } from "./idle-watch.ts";
import { BulkFolder } from "./imports/bulk-folder.ts";
import { BulkImports } from "./imports/bulk-imports.ts";
import { JobQueue } from "./jobs/job-queue.ts";
import { JobService } from "./jobs/job-service.ts";
import { openJobStore } from "./jobs/job-store.ts";
import { loadKeys } from "./keys.ts";
import { listen } from "./listen.ts";
import { replaceFile } from "./replace-file.ts";
import { ResultFiles } from "./results/result-files.ts";
import { bulkImportRoutes } from "./routes/bulk-import-routes.ts";
import { databaseRoutes } from "./routes/database-routes.ts";
import { importRoutes } from "./routes/import-routes.ts";
import { jobRoutes } from "./routes/job-routes.ts";
import { resultRoutes } from "./routes/result-routes.ts";
import { statementRoutes } from "./routes/statement-routes.ts";
import { statusRoutes } from "./routes/status-routes.ts";
import { tableRoutes } from "./routes/table-routes.ts";
import { tailRoutes } from "./routes/tail-routes.ts";
import { unsupportedRoutes } from "./routes/unsupported-routes.ts";
import { loadSamples } from "./samples/load-samples.ts";
import { StatementService } from "./statements/statement-service.ts";
import { startUpkeep } from "./upkeep.ts";

/** Runs the statements of each dialect. */
export type Runners = Readonly<Record<Dialect, QueryRunner>>;

export interface ServiceOptions {
  /** Folder of databases, jobs, results and keys; made when it is missing. */
  readonly dataDir: string;
  /** @default "127.0.0.1" */
  readonly host?: string;
  /** @default 0, a free one */
  readonly port?: number;
  /** Fills the database `sample_datasets` unless it is there. @default false */
  readonly samples?: boolean;
  /** Takes lines for people: faults of the service, what was cleaned up. @default drops them */
  readonly log?: (line: string) => void;
  /** Unix milliseconds. @default Date.now */
  readonly clock?: () => number;
  /** Calls `onIdle` after this long without a request or a job. @default never */
  readonly idleMs?: number;
  readonly onIdle?: () => void;
  /** Most jobs at a time. @default by the size of the thread pool: a running statement holds one of its threads */
  readonly concurrency?: number;
  /** Makes what runs the statements. */
  readonly createRunners?: (database: Database) => Runners;
}

export interface Service {
  /** `http://host:port` */
  readonly url: string;
  /** An administrator key. */
  readonly apikey: string;
  readonly app: App;
  /** Stops jobs, closes the socket and the data file. */
  close(): Promise<void>;
}

/** Opens a data folder and answers requests on a port. @throws when the folder is in use, or the port is taken. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { host = "127.0.0.1", port = 0, log = () => undefined, clock = Date.now } = options;
  const folder = await openDataFolder(options.dataDir);
  // What is open so far, to be closed in the opposite order.
  const opened: (() => void | Promise<void>)[] = [holdFolder(folder.root)];
  const close = async (): Promise<void> => {
    for (const closeOne of opened.splice(0).reverse()) await closeOne();
  };
  try {
    const keys = await loadKeys(folder.keyFile);
    const database = await openDatabase({
      folder: folder.root,
      ...(options.samples === true ? { load: (connection) => loadSamples(connection, log) } : {}),
    });
    opened.push(() => database.close());
    const storage = await EmbeddedStorage.open(database, clock);
    const store = await openJobStore(folder.jobJournal, clock());
    opened.push(() => store.close());
    const results = new ResultFiles(folder.results);
    await results.clean();
    const queue = new JobQueue(options.concurrency ?? defaultConcurrency());
    if (!options.createRunners) throw new Error("startService needs createRunners.");
    const runners = options.createRunners(database);
    const jobs = new JobService({
      store,
      queue,
      results,
      runners,
      clock,
      log,
      onWrite: () => storage.refresh(),
    });
    const hasDatabase = (name: string): Promise<boolean> => storage.hasDatabase(name);
    const onWrite = (): Promise<void> => storage.refresh();
    const statements = new StatementService({
      queue,
      runner: runners.presto,
      clock,
      log,
      onWrite,
      hasDatabase,
    });
    opened.push(() => jobs.close());
    opened.push(() => statements.close());
    const bulkFolder = new BulkFolder(folder.uploads);
    const imports = await BulkImports.open({ folder: bulkFolder, storage, jobs, store, clock });
    opened.push(startUpkeep({ storage, results, store, clock, log }));

    const apikey = keys.administrator?.key;
    if (apikey === undefined) throw new Error(`The key file ${folder.keyFile} has no administrator key.`);
    const routes = [
      ...databaseRoutes(storage),
      ...tableRoutes(storage),
      ...jobRoutes({ store, jobs, clock, hasDatabase }),
      ...resultRoutes(store, results),
      ...tailRoutes(storage, runners.presto, clock),
      ...bulkImportRoutes(imports),
      ...statementRoutes(statements, clock),
      ...importRoutes({ storage, uploads: folder.uploads, clock }),
      ...unsupportedRoutes(),
    ];
    let app = createApp({ routes: [...statusRoutes(routes), ...routes], keys, log });
    if (options.idleMs !== undefined && options.onIdle !== undefined) {
      const idle = new IdleWatch(
        options.idleMs,
        () => queue.running + queue.waiting > 0,
        options.onIdle,
        clock,
      );
      opened.push(() => idle.close());
      app = idle.watch(app);
    }
    const socket = await listen(app, host, port);
    opened.push(() => socket.close());
    const { url } = socket;
    await jobs.resume();
    const found = { url, apikey, pid: process.pid, started_at: new Date(clock()).toISOString() };
    await replaceFile(folder.serviceFile, `${JSON.stringify(found)}\n`, 0o600);
    opened.push(() => rm(folder.serviceFile, { force: true }));
    return { url, apikey, app, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Running statements hold threads of the pool that files and compression need as well. */
function defaultConcurrency(): number {
  const threads = Number(process.env["UV_THREADPOOL_SIZE"] ?? 4);
  return Math.max(2, Math.min(8, threads - 2));
}
