import type { Connection } from "../connection.ts";
import { ConfigError } from "../errors.ts";
import { traced } from "../trace/tracing.ts";
import { interruptible } from "../interrupt/interrupt.ts";
import { checkOptions, form, type OptionForms, type SignalOption } from "../options/option-forms.ts";
import type { Writer } from "../writers/writer.ts";
import { BULK_FORMS, type BulkImportOptions } from "../writers/bulk-import-options.ts";
import type { FrameInput } from "./frame.ts";
import type { PrepareOptions } from "./upload-frame.ts";
import { MODES, parseTableName, type IfExists } from "./write-target.ts";

/** Options of `to_svc`; {@link BulkImportOptions} apply only to the writer `bulk_import`. */
export interface ToSvcOptions extends PrepareOptions, BulkImportOptions, SignalOption {
  /** If the table exists: `fail` (or `error`), `replace` (or `overwrite`), `append`, `ignore`. @default "fail" */
  readonly if_exists?: IfExists | undefined;
  /** How to write; a Writer object is not closed. @default "bulk_import" */
  readonly writer?: "bulk_import" | "insert_into" | "spark" | Writer | undefined;
  /** Accepted and ignored. @default 10000 */
  readonly chunksize?: number | null | undefined;
}

const FORMS: OptionForms<Omit<ToSvcOptions, keyof BulkImportOptions>> = {
  if_exists: form.oneOf(...Object.keys(MODES)),
  time_col: form.text,
  time_index: form.countOr0,
  index: form.flag,
  index_label: form.names,
  chunksize: form.anything,
  date_format: form.text,
  writer: {
    wanted: "bulk_import, insert_into, spark or a Writer object",
    holds: (value) =>
      ["bulk_import", "insert_into", "spark"].includes(value as string) ||
      typeof (value as Partial<Writer>).write_dataframe === "function",
  },
  signal: form.signal,
};

/** Writes a frame to a table, as `to_svc` and the methods of a Client and a ServiceTable do. @param name - `<database>.<table>` */
export async function writeToTable(
  frame: FrameInput,
  name: string,
  connection: Connection,
  options: ToSvcOptions = {},
): Promise<void> {
  const { database, table } = parseTableName(name);
  checkWriteOptions(options);
  const mode = MODES[options.if_exists ?? "fail"];
  const { uploadFrame } = await import("./upload-frame.ts");
  await interruptible(async (signal) => {
    const writer = await writerOf(options);
    const upload = await uploadFrame(frame, options, connection.transport.options.now());
    try {
      const span = () => ({
        name: `to_svc ${database}.${table}`,
        attributes: { "db.namespace": database, "db.collection.name": table, "db.operation.name": "to_svc" },
      });
      await traced(connection.transport.options.tracing, span, () =>
        writer.write_dataframe(upload, { connection, database, table, mode, signal }),
      );
    } finally {
      if (writer !== options.writer) writer.close();
    }
  }, options.signal);
}

function checkWriteOptions(options: ToSvcOptions): void {
  checkOptions("to_svc", options, { ...FORMS, ...BULK_FORMS });
  const writer = options.writer ?? "bulk_import";
  const bulk = Object.keys(BULK_FORMS).find((name) => options[name as keyof ToSvcOptions] != null);
  if (writer === "bulk_import" || bulk === undefined) return;
  const hint = typeof writer === "string" ? "" : "; pass it when you create the writer";
  throw new ConfigError(`option ${bulk} is for the writer bulk_import${hint}`);
}

async function writerOf(options: ToSvcOptions): Promise<Writer> {
  const writer = options.writer ?? "bulk_import";
  switch (writer) {
    case "bulk_import": {
      const bulkOptions = Object.entries(options).filter(([name]) => Object.hasOwn(BULK_FORMS, name));
      return new (await import("../writers/bulk-import-writer.ts")).BulkImportWriter(
        Object.fromEntries(bulkOptions),
      );
    }
    case "insert_into":
      return new (await import("../writers/insert-into-writer.ts")).InsertIntoWriter();
    case "spark":
      return new (await import("../writers/spark-writer.ts")).SparkWriter();
    default:
      if (writer.closed) throw new ConfigError("the writer is closed; create a new one");
      return writer;
  }
}
