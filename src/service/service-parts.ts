import { join } from "node:path";
import { LOCAL_FOLDER } from "../core/wire/local-request.ts";
import type { Cluster } from "../clusters/cluster.ts";
import type { RoutedStorage } from "../clusters/routed-storage.ts";
import { clearTemporaryFiles, markFormat, type DataFolder } from "./files/data-folder.ts";
import type { EmbeddedEngine } from "../engine/embedded-engine.ts";
import { openEngineProcess } from "../engine/process/engine-process.ts";
import type { StatementEngine } from "../engine/contract/engine.ts";
import type { Dialect } from "../dialect/dialect.ts";
import { AuditLog, type Audit } from "./access/audit-log.ts";
import { ByteAccount } from "./limits/byte-account.ts";
import { BulkFolder } from "./imports/bulk-folder.ts";
import { BulkImports } from "./imports/bulk-imports.ts";
import { Leases } from "./http/leases.ts";
import { JobQueues, type Concurrency } from "./jobs/job-queue.ts";
import { formerWriteIdOf, writeIdOf, type Job } from "./jobs/job.ts";
import { dialectOf, JobService } from "./jobs/job-service.ts";
import { openJobStore, type JobStore } from "./jobs/job-store.ts";
import { ResultFiles } from "./results/result-files.ts";
import { EncodingEngine } from "../engine/results/encoding-engine.ts";
import { faultFields, type Log } from "../engine/errors/log.ts";
import type { ServiceOptions } from "./start-service.ts";
import { StatementService } from "./statements/statement-service.ts";
import { forgetOldJobs, startUpkeep } from "./upkeep.ts";

type ServicePartsOptions = Required<Pick<ServiceOptions, "samples" | "memoryBytes" | "log" | "clock">> &
  Omit<ServiceOptions, "concurrency"> & { readonly folder: DataFolder; readonly concurrency: Concurrency };

/** The parts that routes use. */
export type ServiceParts = Awaited<ReturnType<typeof openParts>>;

/** Share by which stored jobs may exceed the limit, so that the oldest are forgotten in batches. */
const FORGET_SLACK = 0.05;

/** Registers a cleanup function; they run in reverse order. */
export type OnOpened = (close: () => void | Promise<void>) => void;

/** Opens everything in a data folder, and recovers from the last stop. */
export async function openParts(options: ServicePartsOptions, onOpened: OnOpened) {
  const { folder, log, clock } = options;
  const engine = await openEngine(options);
  onOpened(() => engine.close());
  // The data file is locked now, so no other process uses the folder.
  await clearTemporaryFiles(folder.root);
  await markFormat(folder.root);
  const { clusters, routed } = await openRunners(options, engine);
  for (const cluster of Object.values(clusters)) onOpened(() => cluster.close());
  const storage = routed ?? engine.storage;
  const results = new ResultFiles(folder.results, engine.results);
  await results.clean();
  /** Whether the changes of a job were committed; null if unknown. */
  const isIn = async (job: Job): Promise<boolean | null> => {
    if (job.type === "bulk_import" || clusters[dialectOf(job)] !== undefined) return null;
    if (await engine.storage.hasWritten(writeIdOf(job))) return true;
    return (await engine.storage.hasWritten(formerWriteIdOf(job))) ? null : false;
  };
  const store = await openJobStore(folder.jobJournal, clock(), {
    // The journal may have been moved away.
    leastId: await results.lastId(),
    onFault: (error) => log({ event: "cleaning_up_failed", ...faultFields(error) }),
    isIn,
  });
  onOpened(() => store.close());
  await reportLostChanges(store, isIn, log, clock());

  const queues = new JobQueues(options.concurrency, Object.keys(clusters) as Dialect[], (error) =>
    log({ event: "unexpected_fault", ...faultFields(error) }),
  );
  const engineOf = (dialect: Dialect): StatementEngine => {
    const runner = clusters[dialect]?.runner;
    return runner ? new EncodingEngine(runner) : engine.statements;
  };
  const engines = { presto: engineOf("presto"), hive: engineOf("hive") };
  const onWrite = (): void => {
    routed?.refresh();
  };
  const forgetJobs = oneAtATime(() => forgetOldJobs({ store, results }, FORGET_SLACK), log);
  const account = new ByteAccount();
  const auditLog = new AuditLog(folder.audit, (error) =>
    log({ event: "audit_unwritten", ...faultFields(error) }),
  );
  onOpened(() => auditLog.close());
  const audit: Audit = ({ sql, ...entry }) =>
    auditLog.add(options.auditSql === true && sql !== undefined ? { ...entry, sql } : entry, clock());
  const shared = { audit, account, clock, log, onWrite, onCluster: clusters.presto !== undefined };
  const jobs = new JobService({ store, queues, results, engines, ...shared, onEnd: forgetJobs });
  onOpened(() => jobs.close());
  const hasDatabase = (name: string): Promise<boolean> => storage.hasDatabase(name);
  const statements = new StatementService({
    queue: queues.of("presto"),
    engine: engines.presto,
    sessions: engine.sessions,
    ...shared,
    hasDatabase,
  });
  onOpened(() => statements.close());
  const leases = new Leases(log, options.leaseMs);
  onOpened(() => leases.close());
  const imports = await BulkImports.open({
    folder: new BulkFolder(folder.uploads),
    storage,
    stages: engine.stages,
    jobs,
    store,
    clock,
  });
  const local = join(folder.root, LOCAL_FOLDER);
  onOpened(startUpkeep({ storage: engine.storage, imports, results, local, store, clock, log }));
  return {
    folder,
    storage,
    store,
    log,
    account,
    queues,
    counts: new Map<number, number>(),
    engines,
    engine,
    jobs,
    statements,
    imports,
    leases,
    clock,
  };
}

/** Runs the work unless it is running already. */
function oneAtATime(work: () => Promise<void>, log: Log): () => void {
  let running = false;
  return () => {
    if (running) return;
    running = true;
    void work()
      .catch((error: unknown) => log({ event: "cleaning_up_failed", ...faultFields(error) }))
      .finally(() => (running = false));
  };
}

async function openEngine(options: ServicePartsOptions): Promise<EmbeddedEngine> {
  const { samples, memoryBytes, log, clock, createRunner, engineProcess } = options;
  const { root, isUsed } = options.folder;
  const engine = { folder: root, hasData: isUsed, samples, memoryBytes, log };
  if (engineProcess) return openEngineProcess(engine);
  // Imported on demand: DuckDB takes memory that the service does not need when the engine has its own process.
  const { openLocalEngine } = await import("../engine/embedded-engine.ts");
  return openLocalEngine({ ...engine, clock, createRunner });
}

/** Clusters that run a dialect's statements, and one catalogue over them and the embedded engine; null if all runs embedded. */
interface Runners {
  readonly clusters: { readonly [dialect in Dialect]?: Cluster };
  readonly routed: RoutedStorage | null;
}

async function openRunners(options: ServicePartsOptions, engine: EmbeddedEngine): Promise<Runners> {
  if (!options.clusters?.presto && !options.clusters?.hive) return { clusters: {}, routed: null };
  // Imported on demand: most services have no cluster.
  const { openClusters, routeStorage } = await import("../clusters/open-clusters.ts");
  const clusters = openClusters(options.clusters);
  return { clusters, routed: routeStorage(Object.values(clusters), engine, options.clock) };
}

/** The engine forgets which statements wrote after a while. */
const NEWER_MS = 24 * 3_600_000;
/** A statement that wrote rows says so in its output. */
const WROTE = /: [1-9]\d* rows$/;

/**
 * Reports a data file that lacks what the newest successful job wrote: its log was lost, or an older copy stands in its place. Its tables are
 * those of an earlier time, which nobody would notice otherwise.
 */
async function reportLostChanges(
  store: JobStore,
  isIn: (job: Job) => Promise<boolean | null>,
  log: Log,
  nowMs: number,
): Promise<void> {
  const newest = store
    .list()
    .find(
      ({ type, status, output, endedAtMs }) =>
        type !== "partialdelete" &&
        status === "success" &&
        WROTE.test(output) &&
        nowMs - (endedAtMs ?? 0) < NEWER_MS,
    );
  if (newest === undefined || (await isIn(newest)) !== false) return;
  log({
    event: "changes_lost",
    job: newest.id,
    what: `the data file lacks what job ${newest.id} wrote: its log (svc-data.duckdb.wal) was lost, or the file is an older copy; restore both from one backup`,
  });
}
