import type { DataFolder } from "./data-folder.ts";
import { installLibrary } from "./dialect/library/install.ts";
import { openDatabase, type Database } from "./embedded/database.ts";
import { EmbeddedStorage } from "./embedded/embedded-storage.ts";
import { createRunners } from "./embedded/run.ts";
import type { Dialect, QueryRunner } from "./engine.ts";
import { BulkFolder } from "./imports/bulk-folder.ts";
import { BulkImports } from "./imports/bulk-imports.ts";
import { JobQueue } from "./jobs/job-queue.ts";
import { JobService } from "./jobs/job-service.ts";
import { openJobStore, type JobStore } from "./jobs/job-store.ts";
import { ResultFiles } from "./results/result-files.ts";
import { loadSamples } from "./samples/load-samples.ts";
import { StatementService } from "./statements/statement-service.ts";
import { startUpkeep } from "./upkeep.ts";

/** Runs the statements of each dialect. */
export type Runners = Readonly<Record<Dialect, QueryRunner>>;

export interface PartsOptions {
  readonly folder: DataFolder;
  readonly samples: boolean;
  readonly log: (line: string) => void;
  readonly clock: () => number;
  readonly concurrency: number;
  readonly createRunners?: (database: Database) => Runners;
}

/** What the routes work on. */
export interface ServiceParts {
  readonly folder: DataFolder;
  readonly storage: EmbeddedStorage;
  readonly store: JobStore;
  readonly results: ResultFiles;
  readonly queue: JobQueue;
  readonly runners: Runners;
  readonly jobs: JobService;
  readonly statements: StatementService;
  readonly imports: BulkImports;
  readonly clock: () => number;
}

/** Takes what must be closed, in the order it was opened. */
export type OnOpened = (close: () => void | Promise<void>) => void;

/** Opens all that lives in a data folder, and puts in order what the last stop left. */
export async function openParts(options: PartsOptions, onOpened: OnOpened): Promise<ServiceParts> {
  const { folder, log, clock } = options;
  const database = await openDatabase({
    folder: folder.root,
    prepare: installLibrary,
    ...(options.samples ? { load: (connection) => loadSamples(connection, log) } : {}),
  });
  onOpened(() => database.close());
  const storage = await EmbeddedStorage.open(database, clock);
  const store = await openJobStore(folder.jobJournal, clock());
  onOpened(() => store.close());
  const results = new ResultFiles(folder.results);
  await results.clean();

  const queue = new JobQueue(options.concurrency);
  const runners = (options.createRunners ?? createRunners)(database);
  const onWrite = (): Promise<void> => storage.refresh();
  const jobs = new JobService({ store, queue, results, runners, clock, log, onWrite });
  onOpened(() => jobs.close());
  const hasDatabase = (name: string): Promise<boolean> => storage.hasDatabase(name);
  const statements = new StatementService({
    queue,
    runner: runners.presto,
    clock,
    log,
    onWrite,
    hasDatabase,
  });
  onOpened(() => statements.close());
  const imports = await BulkImports.open({
    folder: new BulkFolder(folder.uploads),
    storage,
    jobs,
    store,
    clock,
  });
  onOpened(startUpkeep({ storage, results, store, clock, log }));
  return { folder, storage, store, results, queue, runners, jobs, statements, imports, clock };
}
