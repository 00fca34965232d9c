// This folder: what a service asks of any engine: run a statement, stream its columns, stop it, stage imports, describe the catalogue. Types and what
// all engines share; no engine.

import type { Batch } from "../../core/blocks/batch.ts";
import type { ResultColumn } from "../../core/endpoints/jobs.ts";
import type { LocalTable } from "../../core/wire/local-request.ts";
import type { Dialect } from "../../dialect/dialect.ts";
import type { StatementRights } from "../../dialect/statements/statement-rights.ts";

export type { ResultColumn };

/**
 * The interface between the service and engines that run its SQL: the embedded one (DuckDB) and clusters. The service
 * owns jobs, files and HTTP; an engine owns SQL, rows and the catalogue.
 */

export interface RunOptions extends StatementRights {
  readonly dialect: Dialect;
  /** Database of unqualified table names. */
  readonly database: string;
  /** Value of `TD_SCHEDULED_TIME()` and `now()`, unix milliseconds. */
  readonly scheduledTimeMs: number;
  /** Aborting it stops the statement within 100 ms. */
  readonly signal: AbortSignal;
  /** The user of the key, whom a cluster may run the statement as; absent for the service's own statements. */
  readonly userName?: string;
  /** Catalog of names without one. @default the catalog of the databases */
  readonly catalog?: string;
  /** Zone of `current_timestamp` and of conversions between times with and without a zone. @default UTC */
  readonly timeZone?: string;
  /** Session properties of the client; the embedded engine has few, see `hasEffect`. */
  readonly sessionProperties?: readonly (readonly [string, string])[];
  /** Values of the parameters (`?`) in order, as SQL expressions. */
  readonly parameters?: readonly string[];
  /** Describes the statement's columns or parameters, like `DESCRIBE OUTPUT` and `DESCRIBE INPUT`, instead of running it. */
  readonly describe?: "input" | "output";
  /** Progress from 0 to 100, at most a few times a second, if the engine knows it. */
  readonly onProgress?: (percent: number) => void;
  /** Called and awaited before the statement begins to write. */
  readonly onWrite?: () => unknown;
  /** Called when the statement takes too long to plan, with the reason: it must be ended, by whatever means. */
  readonly onOverdue?: (message: string) => unknown;
  /** Tables that the statement brings along; absent for a statement that reads only the service's. */
  readonly local?: readonly LocalTable[];
  /** Idempotency key, committed with the changes if the engine can; `hasWritten` finds it after a lost reply. */
  readonly writeId?: string;
}

export interface ExecutionHead {
  /** Empty for statements without a result. */
  readonly columns: readonly ResultColumn[];
  /** `INSERT`, `CREATE TABLE`, ...: set if the statement changed something. */
  readonly updateType?: string;
  /** Rows written, if the statement writes rows. */
  readonly updateCount?: number;
}

/** A running statement. `batches` must be read to the end (or `return`ed) for it to finish. */
export interface Execution extends ExecutionHead {
  readonly batches: AsyncIterable<Batch>;
}

/** Stored forms of a result: the public one, and column blocks for svclib's own clients. */
export type ResultForm = "msgpack.gz" | "blocks";

/** A file for a statement's rows, written atomically. */
export interface ResultTarget {
  readonly path: string;
  readonly form: ResultForm;
}

export interface FileRun extends ExecutionHead {
  readonly rowCount: number;
  /** Bytes of the file. */
  readonly size: number;
}

/**
 * `json`: `[1,"a"],[2,"b"]`, without the outer brackets; `jsonInMilliseconds`: the same with times rounded to milliseconds; `maps`: a
 * MessagePack map per row.
 */
export type PageForm = "json" | "jsonInMilliseconds" | "maps";

export interface Page {
  readonly rowCount: number;
  readonly bytes: Uint8Array;
}

/** A running statement whose rows are read in pages. `pages` must be read to the end (or `return`ed). */
export interface PagedRun extends ExecutionHead {
  readonly pages: AsyncIterable<Page>;
}

/** A table column; `type` is a schema type of the service (`long`, `double`, `string`, `int`, `float`, `array<long>`). */
export interface TableColumn {
  readonly name: string;
  readonly type: string;
}

/** Runs statements of one dialect or of both. */
export interface QueryRunner {
  /** @throws SqlError for any error in the statement, with line and column in the user's text. */
  run(sql: string, options: RunOptions): Promise<Execution>;
}

/** Runs statements and encodes their rows, so that no other code handles rows. */
export interface StatementEngine {
  /** @throws SqlError for any error in the statement, with line and column in the user's text. */
  toFile(sql: string, target: ResultTarget, options: RunOptions): Promise<FileRun>;
  /** @throws SqlError like `toFile`. */
  toPages(sql: string, form: PageForm, options: RunOptions): Promise<PagedRun>;
}

async function* noRows(): AsyncGenerator<Batch> {}

/** The run of a statement without a result. @param updateCount - Rows that it wrote, if it writes rows. */
export function withoutRows(updateType: string, updateCount: number | null = null): Execution {
  return { columns: [], batches: noRows(), updateType, ...(updateCount === null ? {} : { updateCount }) };
}
