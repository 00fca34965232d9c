import { uploadPart } from "../endpoints/bulk-import.ts";
import { updateSchema } from "../endpoints/tables.ts";
import { ConfigError } from "../errors.ts";
import { checkSeconds, given } from "../options/option-names.ts";
import type { Column } from "../table/table.ts";
import { guessTextColumn } from "../write/columns/guess-text-column.ts";
import { plainColumn } from "../write/columns/plain-column.ts";
import type { UploadColumn } from "../write/columns/upload-column.ts";
import type { UploadFrame } from "../write/upload-frame.ts";
import { bulkLoad, type BulkLoadOptions } from "./bulk-load.ts";
import { fillTable } from "./fill-table.ts";
import { uploadProgress } from "./upload-progress.ts";
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

/** @throws ConfigError for a value that an option can't have. */
function check(options: BulkImportOptions): void {
  const { fmt = "csv", bulk_import_name: name = "a", perform_wait_callback: callback } = options;
  if (!["csv", "msgpack"].includes(fmt))
    throw new ConfigError(`fmt ${JSON.stringify(fmt)} is neither csv nor msgpack`);
  if (options.keep_list && fmt === "csv") throw new ConfigError('keep_list needs fmt "msgpack"');
  for (const count of ["max_workers", "chunk_record_size"] as const)
    if (!(Number.isInteger(options[count]) && (options[count] as number) > 0))
      throw new ConfigError(`${count} must be an integer of 1 or more`);
  for (const seconds of ["max_cumul_retry_delay", "perform_timeout", "commit_timeout"] as const)
    checkSeconds(seconds, options[seconds] ?? 0);
  if (!(typeof name === "string" && /^[\w.-]+$/.test(name)))
    throw new ConfigError(
      `bulk_import_name ${JSON.stringify(name)} must be letters, digits, "_", "-" and "."`,
    );
  if (callback !== undefined && typeof callback !== "function")
    throw new ConfigError("perform_wait_callback must be a function");
}

const DEFAULTS = { keep_list: false, max_workers: 5, chunk_record_size: 10_000, show_progress: true };

/**
 * Writes through a bulk import session: the table gets all rows at once, or none. A new table has all columns of the frame; on an existing
 * table, rows add only columns that have a value.
 */
export class BulkImportWriter extends Writer {
  readonly #options: BulkImportOptions & typeof DEFAULTS;

  constructor(options: BulkImportOptions = {}) {
    super();
    const fmt = options.keep_list ? "msgpack" : "csv";
    this.#options = { ...DEFAULTS, fmt, ...(given(options) as object) };
    check(this.#options);
  }

  override async write_dataframe(frame: UploadFrame, target: WriteTarget): Promise<void> {
    const { fmt, keep_list } = this.#options;
    const columns = frame.columns.map((column) =>
      fmt === "csv"
        ? guessTextColumn(column.kind === "list" ? plainColumn(column, false) : column)
        : plainColumn(column, keep_list),
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
    { client, database, table: name, signal }: WriteTarget,
  ): Promise<void> {
    const { transport } = client;
    const shown = `${database}.${name}`;
    const options = this.#options;
    const progress = uploadProgress(transport.options.now, rowCount, signal, options.show_progress);
    const delay = options.max_cumul_retry_delay;
    const maxCumulDelayMs = delay === undefined ? undefined : delay * 1000;
    const upload = async (session: string, takesColumns: boolean): Promise<void> => {
      const { endpoint } = await transport.options.resolveTarget();
      const asColumns = takesColumns && areColumns(columns, rowCount);
      await uploadParts(columns, rowCount, {
        asColumns,
        // Compression is the slowest step of an upload to this machine; over a network it pays off.
        isPacked: !asColumns || !isLoopback(new URL(endpoint).hostname),
        rowsPerPart: options.chunk_record_size,
        workers: options.max_workers,
        signal,
        upload: async (part, body, rows, stopped) => {
          await uploadPart(transport, session, part, body, { signal: stopped, maxCumulDelayMs });
          progress.add(rows, body.length);
        },
      });
    };
    const onState = (state: string): void => progress.state(state);
    await progress.during(() =>
      bulkLoad(transport, { database, table, shown, append, rowCount, signal, upload, onState, options }),
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
