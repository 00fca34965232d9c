import { form, type OptionForms } from "../options/option-forms.ts";
import type { BulkLoadOptions } from "./bulk-load.ts";

/** Options of `BulkImportWriter`. */
export interface BulkImportOptions extends BulkLoadOptions {
  /**
   * `csv`: types of text columns are inferred from the text: `007` becomes 7, and `true` a boolean. `msgpack`: text
   * stays text, booleans become text. @default "csv"
   */
  readonly fmt?: "csv" | "msgpack" | undefined;
  /** True: keep lists, with `fmt` msgpack; false: write them as JSON text. @default false */
  readonly keep_list?: boolean | undefined;
  /**
   * For `append`: `widen` lets values change the type of a column that can't hold them, with a warning; `strict` refuses such rows, and
   * columns that the table has not. @default "widen"
   */
  readonly schema?: "widen" | "strict" | undefined;
  /** Maximum concurrent uploads of parts. @default 5 */
  readonly max_workers?: number | undefined;
  /** Minimum rows of a part. @default 10000 */
  readonly chunk_record_size?: number | undefined;
  /** Cap on the total wait between attempts of one part, in seconds. Default: the connection's, 600. */
  readonly max_cumul_retry_delay?: number | undefined;
  /** False: no progress events. @default true */
  readonly show_progress?: boolean | undefined;
}

export const BULK_FORMS: OptionForms<BulkImportOptions> = {
  fmt: form.oneOf("csv", "msgpack"),
  keep_list: form.flag,
  schema: form.oneOf("widen", "strict"),
  max_workers: form.count,
  chunk_record_size: form.count,
  max_cumul_retry_delay: form.seconds,
  show_progress: form.flag,
  bulk_import_name: {
    wanted: 'letters, digits, "_", "-" and "."',
    holds: (value) => typeof value === "string" && /^[\w.-]+$/.test(value),
  },
  perform_timeout: form.seconds,
  perform_wait_callback: form.function,
  commit_timeout: form.seconds,
};
