import type { ImportNotes } from "../cluster/routed-storage.ts";
import { installLibrary } from "./library/install.ts";
import type { QueryRunner } from "../engine.ts";
import type { Dialect } from "../../dialect/dialect.ts";
import type { Log } from "../log.ts";
import { loadSamples } from "../samples/load-samples.ts";
import type { Storage } from "../storage.ts";
import { openDatabase, type Database } from "./database.ts";
import { EmbeddedStorage } from "./embedded-storage.ts";
import { openImportNotes } from "./import-notes.ts";
import { createRunners } from "./run.ts";

/** Runs the statements of each dialect. */
export type Runners = Readonly<Record<Dialect, QueryRunner>>;

/** The catalogue of the embedded engine, with the upkeep that is its own. */
export interface EmbeddedTables extends Storage {
  /** Deletes the rows that are older than their table keeps them. */
  expireRows(): Promise<void>;
  /** Forgets the ids of imports that came in before; a repeat of one would be put in again. */
  forgetImports(beforeMs: number): Promise<void>;
}

/** The embedded engine as the rest of the service sees it, in whatever thread it runs. */
export interface EmbeddedEngine {
  readonly storage: EmbeddedTables;
  readonly runners: Runners;
  /** Notes of imports into the tables of clusters; made when they are asked for. */
  openImportNotes(): Promise<ImportNotes>;
  /** Stops what runs, and closes the data file. */
  close(): Promise<void>;
}

export interface EngineOptions {
  /** The data folder. */
  readonly folder: string;
  /** Fills the sample database. */
  readonly samples: boolean;
  /** Bytes that the engine may use before it spills to disk, or refuses. */
  readonly memoryBytes: number;
  readonly log: Log;
}

export interface LocalEngineOptions extends EngineOptions {
  /** Unix milliseconds. */
  readonly clock: () => number;
  /** @default the dialects on this engine */
  readonly createRunners?: (database: Database) => Runners;
}

/** Opens the engine in the caller's own thread. */
export async function openLocalEngine(options: LocalEngineOptions): Promise<EmbeddedEngine> {
  const { folder, samples, memoryBytes, log, clock } = options;
  const onLoaded = (table: string, seconds: number): void => log({ event: "samples_loaded", table, seconds });
  const database = await openDatabase({
    folder,
    memoryLimit: `${Math.floor(memoryBytes / 1024)}KiB`,
    prepare: installLibrary,
    ...(samples ? { load: (connection) => loadSamples(connection, onLoaded) } : {}),
  });
  try {
    return {
      storage: await EmbeddedStorage.open(database, clock),
      runners: (options.createRunners ?? createRunners)(database),
      openImportNotes: () => openImportNotes(database, clock),
      close: () => database.close(),
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
