import type { Dialect } from "../../dialect/dialect.ts";
import type { ResultForm } from "./result-form.ts";

/**
 * The seam between the service and whatever runs its SQL. One implementation is embedded (DuckDB), others drive clusters.
 * The service owns jobs, files and HTTP; an engine owns SQL, rows and the catalogue of tables.
 */

/** A result column; `type` is the dialect's own name (`bigint`, `varchar`, `array(bigint)`; `string`, `array<bigint>` in Hive). */
export interface ResultColumn {
  readonly name: string;
  readonly type: string;
}

/**
 * The values of one column in a batch. `valid[i]` is 0 where the value is null (`null`: no nulls).
 * Text carries whatever the wire sends as text: varchar, date, timestamp, decimal, already in the dialect's form; `utf8` is the same as
 * bytes, one text after the other, where `ends[i]` is the end of text `i` and the end of the one before its start (a null has no bytes).
 * `other` holds wire values: null, boolean, number, bigint, string, Uint8Array, arrays and string-keyed objects of them.
 */
export type ColumnData =
  | { readonly kind: "int64"; readonly values: BigInt64Array; readonly valid: Uint8Array | null }
  | { readonly kind: "int32"; readonly values: Int32Array; readonly valid: Uint8Array | null }
  | { readonly kind: "float64"; readonly values: Float64Array; readonly valid: Uint8Array | null }
  | { readonly kind: "boolean"; readonly values: Uint8Array; readonly valid: Uint8Array | null }
  | { readonly kind: "text"; readonly values: readonly (string | null)[] }
  | {
      readonly kind: "utf8";
      readonly bytes: Uint8Array;
      readonly ends: Uint32Array;
      readonly valid: Uint8Array | null;
    }
  | { readonly kind: "other"; readonly values: readonly unknown[] };

/** Some thousand rows of a result, column by column. */
export interface Batch {
  readonly rowCount: number;
  readonly columns: readonly ColumnData[];
}

export interface RunOptions {
  readonly dialect: Dialect;
  /** Database that unqualified table names belong to. */
  readonly database: string;
  /** What `TD_SCHEDULED_TIME()` and `now()` answer, unix milliseconds. */
  readonly scheduledTimeMs: number;
  /** Aborting it stops the statement within 100 ms. */
  readonly signal: AbortSignal;
  /** False for keys that may only read: anything but a query is refused. */
  readonly mayWrite: boolean;
  /** The catalog that names without one belong to. @default the catalog of the databases */
  readonly catalog?: string;
  /** Zone of `current_timestamp` and of conversions between times with and without a zone. @default UTC */
  readonly timeZone?: string;
  /** Properties that the client has set for its session; clusters take them, the embedded engine has none. */
  readonly sessionProperties?: readonly (readonly [string, string])[];
  /** Values of the statement's parameters (`?`) in order, each as the text of an expression. */
  readonly parameters?: readonly string[];
  /** Answers what columns the statement gives, or what parameters it takes, as `DESCRIBE OUTPUT` and `DESCRIBE INPUT` do, and runs nothing. */
  readonly describe?: "input" | "output";
  /** Percent done, 0-100, at most a few times a second, when the engine knows. */
  readonly onProgress?: (percent: number) => void;
  /** Called, and awaited, before the statement begins to change something. */
  readonly onWrite?: () => unknown;
  /** Kept together with what the statement changes, where the engine can: after a lost answer `hasWritten` finds it. */
  readonly writeId?: string;
}

/** What a statement gives besides its rows. */
export interface ExecutionHead {
  /** Empty for statements that have no result. */
  readonly columns: readonly ResultColumn[];
  /** `INSERT`, `CREATE TABLE`, ...: set when the statement changed something. */
  readonly updateType?: string;
  /** Rows written, where the statement writes rows. */
  readonly updateCount?: number;
}

/** A running statement. `batches` must be read to the end (or `return`ed) for the statement to finish. */
export interface Execution extends ExecutionHead {
  readonly batches: AsyncIterable<Batch>;
}

/** A file for the rows of a statement: there whole, or not at all. */
export interface ResultTarget {
  readonly path: string;
  readonly form: ResultForm;
}

/** A statement whose rows are in a file. */
export interface FileRun extends ExecutionHead {
  readonly rowCount: number;
  /** Bytes of the file. */
  readonly size: number;
}

/**
 * `json`: `[1,"a"],[2,"b"]`, without the brackets around the rows; `jsonInMilliseconds`: the same with times cut to milliseconds; `maps`: a
 * MessagePack map for each row.
 */
export type PageForm = "json" | "jsonInMilliseconds" | "maps";

/** Encoded rows. */
export interface Page {
  readonly rowCount: number;
  readonly bytes: Uint8Array;
}

/** A running statement whose rows are read page by page. `pages` must be read to the end (or `return`ed). */
export interface PagedRun extends ExecutionHead {
  readonly pages: AsyncIterable<Page>;
}

/** A table column as the catalogue keeps it; `type` is a type of the service's schema (`long`, `double`, `string`, `int`, `float`, `array<long>`). */
export interface TableColumn {
  readonly name: string;
  readonly type: string;
}

export interface TableInfo {
  readonly database: string;
  readonly name: string;
  readonly rowCount: number;
  /** Estimated bytes on disk. */
  readonly bytes: number;
  /** Every column but `time`, in order. */
  readonly columns: readonly TableColumn[];
  /** Newest `time` of the table's rows, unix seconds; null when it has none. */
  readonly lastTime: number | null;
}

/** Runs statements of one dialect or of both. */
export interface QueryRunner {
  /** @throws SqlError for anything wrong with the statement, with line and column in the user's text. */
  run(sql: string, options: RunOptions): Promise<Execution>;
}

/** Runs statements and encodes their rows itself: nobody else touches one. */
export interface StatementEngine {
  /** @throws SqlError for anything wrong with the statement, with line and column in the user's text. */
  toFile(sql: string, target: ResultTarget, options: RunOptions): Promise<FileRun>;
  /** @throws SqlError as `toFile` does. */
  toPages(sql: string, form: PageForm, options: RunOptions): Promise<PagedRun>;
}
