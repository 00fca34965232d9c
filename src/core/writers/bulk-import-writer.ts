import { uploadPart } from "../endpoints/bulk-import.ts";
import { updateSchema } from "../endpoints/tables.ts";
import { ConfigError } from "../errors.ts";
import { checkOptions, definedOptions } from "../options/option-forms.ts";
import type { Column } from "../table/table.ts";
import { guessTextColumn } from "../write/columns/guess-text-column.ts";
import { plainColumn } from "../write/columns/plain-column.ts";
import type { UploadColumn } from "../write/columns/upload-column.ts";
import type { UploadFrame } from "../write/upload-frame.ts";
import { BULK_FORMS, type BulkImportOptions } from "./bulk-import-options.ts";
import { bulkLoad } from "./bulk-load.ts";
import { fillTable } from "./fill-table.ts";
import { uploadProgress } from "./upload-progress.ts";
import { areColumns } from "../write/encode/column-encoder.ts";
import { isLoopback } from "../wire/is-loopback.ts";
import { watchSchema } from "./schema-change.ts";
import { uploadParts } from "./upload-parts.ts";
import { Writer, type WriteTarget } from "./writer.ts";

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
