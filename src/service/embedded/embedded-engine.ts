import type { ImportNotes } from "../cluster/routed-storage.ts";
import { installLibrary } from "./library/install.ts";
import type { QueryRunner, StatementEngine } from "../engine/engine.ts";
import type { Dialect } from "../../dialect/dialect.ts";
import type { Log } from "../errors/log.ts";
import { resultEncoder, type ResultEncoder } from "../results/result-encoder.ts";
import { EncodingEngine } from "../results/encoding-engine.ts";
import { loadSamples } from "./samples/load-samples.ts";
import type { Storage } from "../engine/storage.ts";
import { openDatabase, type Database } from "./database/database.ts";
import { EmbeddedStorage } from "./embedded-storage.ts";
import { importNotes } from "./stage/import-notes.ts";
import { Stages } from "./stage/stages.ts";
import { createRunners } from "./run/run.ts";

/** Runs the statements of each dialect. */
export type Runners = Readonly<Record<Dialect, QueryRunner>>;

/** The catalogue of the embedded engine, with the upkeep that is its own. */
export interface EmbeddedTables extends Storage {
  /** Deletes the rows that are older than their table keeps them. */
  expireRows(): Promise<void>;
  /** Whether what the statement of a `writeId` changes is in: as a whole, or nothing of it. */
  hasWritten(writeId: string): Promise<boolean>;
  /** Forgets the ids of imports and statements that went in before; a repeat of such an import would be put in again. */
  forgetIds(beforeMs: number): Promise<void>;
}

/**
 * The embedded engine as the rest of the service sees it, in whatever process it runs: plain values go in and come out, but for the signal and
 * functions among the members of a last argument, and one stream among those of what is given.
 */
export interface EmbeddedEngine {
  readonly storage: EmbeddedTables;
  readonly statements: StatementEngine;
  readonly results: ResultEncoder;
  readonly imports: ImportNotes;
  /** What a process of its own holds; 0 where it has none. */
  memoryBytes(): number;
  /** Stops what runs, and closes the data file. */
  close(): Promise<void>;
}

export interface EngineOptions {
  /** The data folder. */
  readonly folder: string;
  /** Fills the sample database. */
  readonly samples: boolean;
  /** Most memory that the engine may take, bytes. */
  readonly memoryBytes: number;
  readonly log: Log;
}

export interface LocalEngineOptions extends EngineOptions {
  /** Unix milliseconds. */
  readonly clock: () => number;
  /** @default the dialects on this engine */
  readonly createRunners?: (database: Database) => Runners;
}

/** Share of the memory that the engine gives to joins, sorts and tables; the rest is for what functions and results make, which it does not count. */
const OPERATORS_SHARE = 0.6;

/** Opens the engine in the caller's own process. */
export async function openLocalEngine(options: LocalEngineOptions): Promise<EmbeddedEngine> {
  const { folder, samples, log, clock, memoryBytes } = options;
  const onLoaded = (table: string, seconds: number): void => log({ event: "samples_loaded", table, seconds });
  const database = await openDatabase({
    folder,
    memoryLimit: `${Math.floor((memoryBytes * OPERATORS_SHARE) / 1024)}KiB`,
    prepare: installLibrary,
    ...(samples ? { load: (connection) => loadSamples(connection, onLoaded) } : {}),
  });
  try {
    const stages = new Stages(database.stages);
    return {
      storage: await EmbeddedStorage.open(database, stages, clock),
      statements: new EncodingEngine((options.createRunners ?? createRunners)(database)),
      results: resultEncoder,
      imports: importNotes(database, stages, clock),
      memoryBytes: () => 0,
      close: () => database.close(),
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
