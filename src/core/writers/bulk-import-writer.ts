import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { uploadPart } from "../endpoints/bulk-import.ts";
import { updateSchema } from "../endpoints/tables.ts";
import { ConfigError } from "../errors.ts";
import { checkOptions, definedOptions } from "../options/option-forms.ts";
import type { Column } from "../table/table.ts";
import { guessTextColumn } from "../write/columns/guess-text-column.ts";
import { plainColumn, type UploadColumn } from "../write/columns/upload-column.ts";
import type { UploadFrame } from "../write/upload-frame.ts";
import { BULK_FORMS, type BulkImportOptions } from "./bulk-import-options.ts";
import { bulkLoad } from "./bulk-load.ts";
import { fillTable } from "./fill-table.ts";
import { uploadProgress } from "./upload-progress.ts";
import { areColumns, ColumnEncoder } from "../write/encode/column-encoder.ts";
import { isLoopback } from "../wire/is-loopback.ts";
import { watchSchema } from "./schema-change.ts";
import { Writer, type WriteTarget } from "./writer.ts";
import { RowEncoder } from "../write/encode/row-encoder.ts";

const DEFAULTS = { keep_list: false, max_workers: 5, chunk_record_size: 10_000, show_progress: true };

/**
 * Writes through a bulk import session: the table gets all rows at once, or none. A new table has all columns of the frame; on an existing
 * table, rows add only columns that have a value.
 */
export class BulkImportWriter extends Writer {
  readonly #options: BulkImportOptions & typeof DEFAULTS;

  constructor(options: BulkImportOptions = {}) {
    super();
    checkOptions("BulkImportWriter", options, BULK_FORMS);
    const fmt = options.keep_list ? "msgpack" : "csv";
    this.#options = { ...DEFAULTS, fmt, ...(definedOptions(options) as object) };
    if (this.#options.keep_list && this.#options.fmt === "csv")
      throw new ConfigError('keep_list needs fmt "msgpack"');
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
        if (frame.rowCount === 0) return;
        const upload = (): Promise<void> => this.#upload(columns, frame.rowCount, table, append, target);
        const isStrict = this.#options.schema === "strict";
        await (append ? watchSchema(columns, frame.rowCount, target, isStrict, upload) : upload());
      },
    });
  }

  async #upload(
    columns: readonly UploadColumn[],
    rowCount: number,
    table: string,
    append: boolean,
    { connection, database, table: name, signal }: WriteTarget,
  ): Promise<void> {
    const { transport } = connection;
    const label = `${database}.${name}`;
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
        isPacked: !isLoopback(new URL(endpoint).hostname),
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
      bulkLoad(transport, { database, table, label, append, rowCount, signal, upload, onState, options }),
    );
  }
}

/**
 * Declares columns without values in a new table, as the service infers columns from the rows; those before them too, so that they keep
 * their order. What a list holds is only known from the rows.
 */
async function declareEmpty(
  columns: readonly UploadColumn[],
  table: string,
  { connection, database, signal }: WriteTarget,
): Promise<void> {
  // Every table has `time`, which the schema omits.
  const end = columns.findLastIndex(({ name, values }) => name !== "time" && isEmpty(values)) + 1;
  const schema = columns
    .slice(0, end)
    .filter(({ name, kind, values }) => name !== "time" && (kind !== "list" || isEmpty(values)))
    .map(({ name, kind }) => ({ name, type: kind === "long" || kind === "double" ? kind : "string" }));
  if (schema.length > 0) await updateSchema(connection.transport, database, table, schema, signal);
}

function isEmpty(values: Column): boolean {
  for (let row = 0; row < values.length; row++) if (values.at(row) !== null) return false;
  return true;
}

const packed = promisify(gzip);

/** Rows encoded before yielding to the event loop. */
const ROWS_AT_ONCE = 1000;

const MAX_PARTS = 200;

interface UploadPartsOptions {
  /** Minimum rows of a part; large frames have larger parts. */
  readonly rowsPerPart: number;
  /** Send blocks of columns, one per part, with the row count that loads fastest. */
  readonly asColumns: boolean;
  /** Compress blocks; rows always are. */
  readonly isPacked: boolean;
  /** Maximum concurrent parts. */
  readonly workers: number;
  readonly signal: AbortSignal;
  /** Sends one part; `stopped` aborts when another part has failed. */
  readonly upload: (part: string, body: Uint8Array, rows: number, stopped: AbortSignal) => Promise<void>;
}

/** Splits rows into parts (MessagePack maps, or blocks of columns) and uploads several at a time. The first failure stops the rest. */
async function uploadParts(
  columns: readonly UploadColumn[],
  rowCount: number,
  { rowsPerPart, asColumns, isPacked, workers, signal, upload }: UploadPartsOptions,
): Promise<void> {
  const blocks = asColumns ? new ColumnEncoder(columns, isPacked) : null;
  const size = blocks?.rows ?? Math.max(rowsPerPart, Math.ceil(rowCount / MAX_PARTS));
  const stop = new AbortController();
  const stopped = AbortSignal.any([signal, stop.signal]);
  let part = 0;
  let row = 0;
  const work = async (): Promise<void> => {
    const rows = new RowEncoder(columns);
    while (row < rowCount) {
      const name = `part-${part++}`;
      const from = row;
      const encoded =
        blocks?.encode(from, rowCount) ?? encodeRows(rows, from, Math.min(from + size, rowCount), stopped);
      const to = (row = encoded.to);
      const body = await encoded.body;
      // Level 1 is fastest.
      await upload(name, asColumns ? body : await packed(body, { level: 1 }), to - from, stopped);
    }
  };
  try {
    await Promise.all(
      Array.from({ length: Math.min(workers, Math.ceil(rowCount / size)) }, () =>
        work().catch((error: unknown) => {
          stop.abort(error);
          throw error;
        }),
      ),
    );
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}

function encodeRows(
  encoder: RowEncoder,
  from: number,
  to: number,
  signal: AbortSignal,
): { readonly body: Promise<Uint8Array>; readonly to: number } {
  const encode = async (): Promise<Uint8Array> => {
    for (let row = from; row < to; row += ROWS_AT_ONCE) {
      encoder.add(row, Math.min(row + ROWS_AT_ONCE, to));
      await new Promise((resolve) => setImmediate(resolve));
      signal.throwIfAborted();
    }
    return encoder.take();
  };
  return { body: encode(), to };
}
