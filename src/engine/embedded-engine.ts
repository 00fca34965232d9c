// This folder: the embedded engine: DuckDB behind the contract that clusters keep too. It may use the dialect, the system, and core's wire formats
// and blocks; the service starts it in a process of its own (process/).

import { installLibrary } from "./library/install-library.ts";
import type { QueryRunner, StatementEngine } from "./contract/engine.ts";
import { sessionReader, type SessionReader } from "./contract/session-statement.ts";
import type { Log } from "./errors/log.ts";
import { resultEncoder, type ResultEncoder } from "./results/result-encoder.ts";
import { EncodingEngine } from "./results/encoding-engine.ts";
import { loadSamples } from "./samples/load-samples.ts";
import type { ImportRecords, Stages, Storage } from "./contract/storage.ts";
import { openDatabase, type Database } from "./database/database.ts";
import { EmbeddedStorage } from "./embedded-storage.ts";
import { importRecords } from "./stage/stage-rows.ts";
import { StageFolders } from "./stage/stage-folders.ts";
import { compileHere, type Compile } from "./compile/compile.ts";
import { createRunner } from "./run/create-runner.ts";

/** The catalogue of the embedded engine, with its maintenance. */
export interface EmbeddedTables extends Storage {
  /** Deletes rows beyond the retention time of their table. */
  expireRows(): Promise<void>;
  /** Whether the statement with this idempotency key was committed. */
  hasWritten(writeId: string): Promise<boolean>;
  /** Removes old idempotency keys of imports and statements. A later repeat of such an import would be loaded again. */
  forgetIds(beforeMs: number): Promise<void>;
}

/**
 * The embedded engine, in whatever process it runs. Arguments and results are plain values, with two exceptions: the last argument may have a
 * signal and callbacks among its members, and a result may have one stream.
 */
export interface EmbeddedEngine {
  readonly storage: EmbeddedTables;
  readonly stages: Stages;
  readonly statements: StatementEngine;
  readonly results: ResultEncoder;
  readonly imports: ImportRecords;
  readonly sessions: SessionReader;
  /** Resident memory of the engine's process; 0 if it runs in this one. */
  memoryBytes(): number;
  /** Interrupts running work and closes the data file. */
  close(): Promise<void>;
}

export interface EmbeddedEngineOptions {
  readonly folder: string;
  /** Whether the folder must have a data file. A missing one would be made anew, without the tables. @default false */
  readonly hasData?: boolean;
  readonly samples: boolean;
  /** Memory limit of the engine, bytes. */
  readonly memoryBytes: number;
  readonly log: Log;
}

export interface LocalEngineOptions extends EmbeddedEngineOptions {
  /** Unix milliseconds. */
  readonly clock: () => number;
  /** @default the dialects on DuckDB */
  readonly createRunner?: ((database: Database) => QueryRunner) | undefined;
  /** @default on this thread */
  readonly compile?: Compile;
}

/** Share of the memory for DuckDB's operators; the rest is for functions and results, whose memory DuckDB does not count. */
const OPERATORS_SHARE = 0.6;

/** Opens the engine in this process. */
export async function openLocalEngine(options: LocalEngineOptions): Promise<EmbeddedEngine> {
  const { folder, hasData = false, samples, log, clock, memoryBytes, compile = compileHere } = options;
  const onLoaded = (table: string, seconds: number): void => log({ event: "samples_loaded", table, seconds });
  const database = await openDatabase({
    folder,
    hasData,
    memoryLimit: `${Math.floor((memoryBytes * OPERATORS_SHARE) / 1024)}KiB`,
    prepare: installLibrary,
    ...(samples ? { load: (connection) => loadSamples(connection, onLoaded) } : {}),
  });
  try {
    const stages = new StageFolders(database.stages);
    return {
      storage: await EmbeddedStorage.open(database, stages, clock),
      stages,
      statements: new EncodingEngine(options.createRunner?.(database) ?? createRunner(database, { compile })),
      results: resultEncoder,
      imports: importRecords(database, stages, clock),
      sessions: sessionReader,
      memoryBytes: () => 0,
      close: () => database.close(),
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
