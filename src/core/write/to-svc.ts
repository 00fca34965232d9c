import type { Client } from "../client.ts";
import { isClient } from "../is-client.ts";
import { ConfigError } from "../errors.ts";
import { interruptible } from "../interrupt/interrupt.ts";
import { checkOptionNames, type OptionNames } from "../options/option-names.ts";
import type { SignalOption } from "../options/signal-option.ts";
import type { Writer } from "../writers/writer.ts";
import type { BulkImportOptions } from "../writers/bulk-import-writer.ts";
import type { FrameInput } from "./frame.ts";
import type { PrepareOptions } from "./upload-frame.ts";
import { parseTableName, writeMode, type IfExists } from "./write-target.ts";

/** Options of {@link to_svc}; {@link BulkImportOptions} apply only to the writer `bulk_import`. */
export interface ToSvcOptions extends PrepareOptions, BulkImportOptions, SignalOption {
  /** If the table exists: `fail` (or `error`), `replace` (or `overwrite`), `append`, `ignore`. @default "fail" */
  readonly if_exists?: IfExists | undefined;
  /** How to write; a Writer object is not closed. @default "bulk_import" */
  readonly writer?: "bulk_import" | "insert_into" | "spark" | Writer | undefined;
  /** Accepted and ignored. @default 10000 */
  readonly chunksize?: number | null | undefined;
}

const OWN_OPTIONS: OptionNames<Omit<ToSvcOptions, keyof BulkImportOptions>> = {
  if_exists: true,
  time_col: true,
  time_index: true,
  index: true,
  index_label: true,
  chunksize: true,
  date_format: true,
  writer: true,
  signal: true,
};

const BULK_OPTIONS: OptionNames<BulkImportOptions> = {
  fmt: true,
  keep_list: true,
  max_workers: true,
  chunk_record_size: true,
  max_cumul_retry_delay: true,
  show_progress: true,
  bulk_import_name: true,
  perform_timeout: true,
  perform_wait_callback: true,
  commit_timeout: true,
};

/**
 * Write a frame to a table of the service.
 *
 * Every row gets a `time`: from `time_col`, `time_index`, or a column named `time`, else the time of the call. The
 * default integer index is written as column `index` unless `index` is false. Column names are changed to `a-z 0-9 _`.
 * NaN is written as null. The frame is not modified.
 *
 * @param frame - An Arquero table, or a list of row objects.
 * @param name - `<database>.<table>`; the database must exist.
 * @throws AlreadyExistsError when the table exists and `if_exists` is `fail`.
 * @throws UploadError when not all rows were written; `rowsWritten` has their number. `bulk_import` writes all or
 * none, and `replace` keeps the old table until the new one is complete.
 * @throws ConfigError for invalid frames and options, before anything is sent.
 * @example await to_svc(table, "db1.visits", con, { if_exists: "append", time_col: "visited_at" });
 */
export async function to_svc(
  frame: FrameInput,
  name: string,
  con: Client,
  options: ToSvcOptions = {},
): Promise<void> {
  const { database, table } = parseTableName(name);
  if (!isClient(con)) throw new ConfigError("con must be a Client from connect");
  checkOptions(options);
  const mode = writeMode(options.if_exists ?? "fail");
  const { uploadFrame } = await import("./upload-frame.ts");
  await interruptible(async (signal) => {
    const writer = await writerOf(options);
    const upload = await uploadFrame(frame, options, con.transport.options.now());
    try {
      await writer.write_dataframe(upload, { client: con, database, table, mode, signal });
    } finally {
      if (writer !== options.writer) writer.close();
    }
  }, options.signal);
}

function checkOptions(options: ToSvcOptions): void {
  checkOptionNames("to_svc", options, { ...OWN_OPTIONS, ...BULK_OPTIONS });
  const writer = options.writer ?? "bulk_import";
  const bulk = Object.keys(BULK_OPTIONS).find((name) => options[name as keyof ToSvcOptions] !== undefined);
  if (writer === "bulk_import" || bulk === undefined) return;
  const hint = typeof writer === "string" ? "" : "; pass it when you create the writer";
  throw new ConfigError(`option ${bulk} is for the writer bulk_import${hint}`);
}

async function writerOf(options: ToSvcOptions): Promise<Writer> {
  const { writer = "bulk_import" } = options;
  switch (writer) {
    case "bulk_import":
      return new (await import("../writers/bulk-import-writer.ts")).BulkImportWriter(options);
    case "insert_into":
      return new (await import("../writers/insert-into-writer.ts")).InsertIntoWriter();
    case "spark":
      return new (await import("../writers/spark-writer.ts")).SparkWriter();
    default:
      if (typeof (writer as Partial<Writer> | null)?.write_dataframe === "function") {
        if (writer.closed) throw new ConfigError("the writer is closed; create a new one");
        return writer;
      }
      throw new ConfigError(
        `writer ${JSON.stringify(writer)} is neither bulk_import, insert_into, spark nor a Writer object`,
      );
  }
}
