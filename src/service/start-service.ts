// This folder: the local service: HTTP, keys, jobs, uploads. It opens the engine and, where configured, clusters; of core it takes types, wire
// formats and blocks. Begin with service-parts.ts.

import { randomBytes } from "node:crypto";
import { removeFile } from "../system/system.ts";
import { serviceProof } from "../core/wire/service-proof.ts";
import { defaultMemory } from "./available-memory.ts";
import type { ClusterOptions } from "../clusters/open-clusters.ts";
import { openDataFolder } from "./files/data-folder.ts";
import type { Database } from "../engine/database/database.ts";
import type { QueryRunner } from "../engine/contract/engine.ts";
import { lockFolder } from "./files/lock-file.ts";
import { createApp, type App } from "./http/create-app.ts";
import { PublicAddress, type PublicAddressOptions } from "./http/public-address.ts";
import { IdleWatch } from "./server/idle-watch.ts";
import { loadKeys, watchKeys, type KeyRing } from "./access/keys.ts";
import { listen } from "./server/listen.ts";
import { replaceTextFile } from "../system/replace-text-file.ts";
import { type Prove, statusRoutes } from "./routes/status-routes.ts";
import { faultFields, type Log } from "../engine/errors/log.ts";
import { openParts, type ServiceParts } from "./service-parts.ts";
import type { Route } from "./http/route.ts";
import { bulkImportRoutes } from "./routes/bulk-import-routes.ts";
import { databaseRoutes } from "./routes/database-routes.ts";
import { importRoutes } from "./routes/import-routes.ts";
import { jobRoutes } from "./routes/job-routes.ts";
import { metricsRoutes } from "./routes/metrics-routes.ts";
import { resultRoutes } from "./routes/result-routes.ts";
import { statementRoutes } from "./routes/statement-routes.ts";
import { tableRoutes } from "./routes/table-routes.ts";
import { absentRoutes } from "./routes/absent-routes.ts";
import { userRoutes } from "./routes/user-routes.ts";

export interface ServiceOptions extends PublicAddressOptions {
  /** Folder of databases, jobs, results and keys; created if missing. */
  readonly dataDir: string;
  /** @default "127.0.0.1" */
  readonly host?: string;
  /** @default 0, a free one */
  readonly port?: number;
  /** Adds missing tables of the database `sample_datasets`. @default false */
  readonly samples?: boolean;
  /** Memory limit of the embedded engine, bytes. @default half of the available memory */
  readonly memoryBytes?: number;
  /** Receives errors of the service, and the loading of samples. @default discards them */
  readonly log?: Log;
  /** Unix milliseconds. @default Date.now */
  readonly clock?: () => number;
  /** Calls `onIdle` after this long without a request or a job, milliseconds. @default never */
  readonly idleMs?: number;
  readonly onIdle?: () => void;
  /**
   * Maximum concurrent statements of one user in the embedded engine; a few more run for other users.
   * @default 12, fewer without `engineProcess`
   */
  readonly concurrency?: number;
  /** The same per cluster. @default 32 */
  readonly clusterConcurrency?: number | undefined;
  /**
   * Runs the embedded engine in a child process, so that every statement can be stopped. Needs the built package: the process
   * can't load the sources. Uses the system's clock.
   * @default false
   */
  readonly engineProcess?: boolean;
  /** Lease time, milliseconds: work of a client silent for longer is stopped. @default 45_000 */
  readonly leaseMs?: number;
  /** Replaces the runner of statements, in this process. @default the embedded engine */
  readonly createRunner?: (database: Database) => QueryRunner;
  /** Stands between the socket and the app. @default nothing */
  readonly around?: (app: App) => App;
  /** Writes the SQL into the log of who ran what, too. @default false */
  readonly auditSql?: boolean | undefined;
  /** Runs presto jobs on Trino or Presto, hive jobs on a HiveServer2. @default both in the embedded engine */
  readonly clusters?: ClusterOptions;
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

const CLUSTER_CONCURRENCY = 32;

/** Opens a data folder and serves it on a port. @throws when the folder is in use, or the port is taken. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { host = "127.0.0.1", port = 0, samples = false, log = () => undefined, clock = Date.now } = options;
  const publicAddress = new PublicAddress(options);
  const folder = await openDataFolder(options.dataDir);
  const opened: (() => void | Promise<void>)[] = [lockFolder(folder.root)];
  const onOpened = (close: () => void | Promise<void>): void => void opened.push(close);
  const close = async (): Promise<void> => {
    const faults: unknown[] = [];
    // A failure must not leave the rest open.
    for (const closeOne of opened.splice(0).reverse()) {
      try {
        await closeOne();
      } catch (error) {
        faults.push(error);
      }
    }
    if (faults.length > 0) throw faults[0];
  };
  try {
    const keys = await loadKeys(folder.keyFile);
    let apikey = keys.administrator.key;
    const embedded = options.concurrency ?? (options.engineProcess ? MAX_STATEMENTS : ownConcurrency());
    const concurrency = { embedded, cluster: options.clusterConcurrency ?? CLUSTER_CONCURRENCY };
    const memoryBytes = options.memoryBytes ?? defaultMemory();
    const parts = await openParts(
      { ...options, folder, samples, memoryBytes, log, clock, concurrency },
      onOpened,
    );
    const secret = randomBytes(32).toString("hex");
    let url = "";
    const prove: Prove = (nonce) => serviceProof(secret, nonce, url);
    const { counts, leases, account } = parts;
    const routes = serviceRoutes(parts, keys, prove);
    const own = createApp({ routes, keys, log, clock, counts, leases, account, publicAddress });
    const app = options.around?.(own) ?? own;
    const socket = await listen(app, { host, port, log, account });
    // Before any request is answered.
    ({ url } = socket);
    onOpened(() => socket.close());
    if (options.idleMs !== undefined && options.onIdle !== undefined) {
      const busy = (): boolean => parts.queues.running + parts.queues.waiting > 0;
      const idle = new IdleWatch(options.idleMs, busy, options.onIdle, clock);
      onOpened(() => idle.close());
      idle.watch(socket.server);
    }
    await parts.jobs.resume();
    const startedAt = new Date(clock()).toISOString();
    const writeServiceFile = (): Promise<void> =>
      replaceTextFile(
        folder.serviceFile,
        `${JSON.stringify({ url, apikey, secret, pid: process.pid, started_at: startedAt })}\n`,
      );
    await writeServiceFile();
    onOpened(async () => void (await removeFile(folder.serviceFile)));
    const onKeys = (fault?: unknown): void => {
      if (fault !== undefined) return log({ event: "keys_unreadable", ...faultFields(fault) });
      log({ event: "keys_changed", users: keys.users.length });
      if (apikey === keys.administrator.key) return;
      apikey = keys.administrator.key;
      void writeServiceFile().catch((error: unknown) =>
        log({ event: "unexpected_fault", ...faultFields(error) }),
      );
    };
    onOpened(watchKeys(folder.keyFile, keys, onKeys));
    return { url, apikey, app, close };
  } catch (error) {
    // The original error matters more.
    await close().catch(() => undefined);
    throw error;
  }
}

/** Per user: eight heavy statements leave room for small ones. */
const MAX_STATEMENTS = 12;

/** In this process statements share the thread pool with files and compression. */
function ownConcurrency(): number {
  const threads = Number(process.env["UV_THREADPOOL_SIZE"] ?? 4);
  return Math.max(2, Math.min(MAX_STATEMENTS, threads - 6));
}

/** The table of routes, from which the router, permissions and the OpenAPI document are derived. */
export function serviceRoutes(parts: ServiceParts, keys: KeyRing, prove: Prove): Route[] {
  const { storage, engines, engine, imports, folder, clock } = parts;
  const routes = [
    ...databaseRoutes(storage),
    ...tableRoutes(storage, engines.presto, clock),
    ...jobRoutes({ ...parts, keys }),
    ...resultRoutes({ ...parts, encoder: engine.results }),
    ...bulkImportRoutes(imports),
    ...importRoutes({ storage, stages: engine.stages, uploads: folder.uploads, clock }),
    ...statementRoutes(parts),
    ...metricsRoutes(parts),
    ...userRoutes(keys),
    ...absentRoutes(),
  ];
  return [...statusRoutes(routes, prove), ...routes];
}
