import { uploadPart } from "../endpoints/bulk-import.ts";
import { updateSchema } from "../endpoints/tables.ts";
import { ConfigError } from "../errors.ts";
import type { Column } from "../table/table.ts";
import { guessTextColumn } from "../write/columns/guess-text-column.ts";
import { plainColumn } from "../write/columns/plain-column.ts";
import type { UploadColumn } from "../write/columns/upload-column.ts";
import type { UploadFrame } from "../write/upload-frame.ts";
import { bulkLoad, type BulkLoadOptions } from "./bulk-load.ts";
import { fillTable } from "./fill-table.ts";
import { UploadProgress } from "./upload-progress.ts";
import { areColumns } from "../write/encode/column-encoder.ts";
import { isLoopback } from "../wire/is-loopback.ts";
import { uploadParts } from "./upload-parts.ts";
import { Writer, type WriteTarget } from "./writer.ts";

/** Options of {@link BulkImportWriter}. */
export interface BulkImportOptions extends BulkLoadOptions {
  /**
   * `csv`: types of text columns are inferred from the text: `007` becomes 7, and `true` a boolean. `msgpack`: text
   * stays text, booleans become text. @default "csv"
   */
  readonly fmt?: "csv" | "msgpack" | undefined;
  /** True: keep lists, with `fmt` msgpack; false: write them as JSON text. @default false */
  readonly keep_list?: boolean | undefined;
  /** Maximum concurrent uploads of parts. @default 5 */
  readonly max_workers?: number | undefined;
  /** Minimum rows of a part. @default 10000 */
  readonly chunk_record_size?: number | undefined;
  /** Cap on the total wait between attempts of one part, in seconds. Default: the connection's, 600. */
  readonly max_cumul_retry_delay?: number | undefined;
  /** False: no progress events. @default true */
  readonly show_progress?: boolean | undefined;
}

function positive(name: string, value: number): number {
  if (!(Number.isInteger(value) && value > 0))
    throw new ConfigError(`${name} must be an integer of 1 or more`);
  return value;
}

function checkSeconds(name: string, value: number | null | undefined): number | null {
  if (value == null) return null;
  if (!(typeof value === "number" && value >= 0))
    throw new ConfigError(`${name} must be a number of seconds`);
  return value;
}

function loadOptions(options: BulkImportOptions): BulkLoadOptions {
  const { bulk_import_name: name, perform_wait_callback: callback } = options;
  if (name != null && !(typeof name === "string" && /^[\w.-]+$/.test(name))) {
    throw new ConfigError(
      `bulk_import_name ${JSON.stringify(name)} must be letters, digits, "_", "-" and "."`,
    );
  }
  if (callback != null && typeof callback !== "function")
    throw new ConfigError("perform_wait_callback must be a function");
  return {
    bulk_import_name: name ?? undefined,
    perform_wait_callback: callback ?? undefined,
    perform_timeout: checkSeconds("perform_timeout", options.perform_timeout) ?? undefined,
    commit_timeout: checkSeconds("commit_timeout", options.commit_timeout) ?? undefined,
  };
}

/**
 * Writes through a bulk import session: the table gets all rows at once, or none. A new table has all columns of the frame; on an existing
 * table, rows add only columns that have a value.
 */
export class BulkImportWriter extends Writer {
  readonly #fmt: "csv" | "msgpack";
  readonly #keepList: boolean;
  readonly #workers: number;
  readonly #rowsPerPart: number;
  readonly #maxCumulDelayMs: number | null;
  readonly #showProgress: boolean;
  readonly #load: BulkLoadOptions;

  constructor(options: BulkImportOptions = {}) {
    super();
    this.#keepList = options.keep_list ?? false;
    this.#fmt = options.fmt ?? (this.#keepList ? "msgpack" : "csv");
    if (!["csv", "msgpack"].includes(this.#fmt)) {
      throw new ConfigError(`fmt ${JSON.stringify(this.#fmt)} is neither csv nor msgpack`);
    }
    if (this.#keepList && this.#fmt === "csv") throw new ConfigError('keep_list needs fmt "msgpack"');
    this.#workers = positive("max_workers", options.max_workers ?? 5);
    this.#rowsPerPart = positive("chunk_record_size", options.chunk_record_size ?? 10_000);
    const seconds = checkSeconds("max_cumul_retry_delay", options.max_cumul_retry_delay);
    this.#maxCumulDelayMs = seconds === null ? null : seconds * 1000;
    this.#showProgress = options.show_progress ?? true;
    this.#load = loadOptions(options);
  }

  override async write_dataframe(frame: UploadFrame, target: WriteTarget): Promise<void> {
    const columns = frame.columns.map((column) =>
      this.#fmt === "csv"
        ? guessTextColumn(column.kind === "list" ? plainColumn(column, false) : column)
        : plainColumn(column, this.#keepList),
    );
    await fillTable(target, {
      fill: async (table, append) => {
        if (!append) await declareEmpty(columns, table, target);
        if (frame.rowCount > 0) await this.#upload(columns, frame.rowCount, table, append, target);
      },
    });
  }

  async #upload(
    columns: readonly UploadColumn[],
    rowCount: number,
    table: string,
    append: boolean,
    { client, database, signal }: WriteTarget,
  ): Promise<void> {
    const { transport } = client;
    const progress = new UploadProgress(transport.options.now, rowCount, signal, this.#showProgress);
    const upload = async (session: string, takesColumns: boolean): Promise<void> => {
      const { endpoint } = await transport.options.resolveTarget();
      const asColumns = takesColumns && areColumns(columns, rowCount);
      await uploadParts(columns, rowCount, {
        asColumns,
        // Compression is the slowest step of an upload to this machine; over a network it pays off.
        isPacked: !asColumns || !isLoopback(new URL(endpoint).hostname),
        rowsPerPart: this.#rowsPerPart,
        workers: this.#workers,
        signal,
        upload: async (part, body, rows, stopped) => {
          const options = { signal: stopped, maxCumulDelayMs: this.#maxCumulDelayMs };
          await uploadPart(transport, session, part, body, options);
          progress.add(rows, body.length);
        },
      });
    };
    const onState = (state: string): void => progress.state(state);
    const options = this.#load;
    await progress.during(() =>
      bulkLoad(transport, { database, table, append, rowCount, signal, upload, onState, options }),
    );
  }
}

/** Declares columns without values in a new table, as the service infers columns from the rows. */
async function declareEmpty(
  columns: readonly UploadColumn[],
  table: string,
  { client, database, signal }: WriteTarget,
): Promise<void> {
  // Every table has `time`, which the schema omits.
  const schema = columns
    .filter(({ name, values }) => name !== "time" && isEmpty(values))
    .map(({ name, kind }) => ({ name, type: kind === "long" || kind === "double" ? kind : "string" }));
  if (schema.length > 0) await updateSchema(client.transport, database, table, schema, signal);
}

function isEmpty(values: Column): boolean {
  for (let row = 0; row < values.length; row++) if (values.at(row) !== null) return false;
  return true;
}
