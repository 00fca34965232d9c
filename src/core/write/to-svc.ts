// This folder: to_svc: a table to columns of upload types, then to a writer.

import type { Client } from "../client.ts";
import { isClient } from "../is-client.ts";
import { ConfigError } from "../errors.ts";
import type { FrameInput } from "./frame.ts";
import { parseTableName } from "./write-target.ts";
import { writeToTable, type ToSvcOptions } from "./write-to-table.ts";

export type { ToSvcOptions } from "./write-to-table.ts";

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
  parseTableName(name);
  if (!isClient(con)) throw new ConfigError("con must be a Client from connect");
  await writeToTable(frame, name, con.connection, options);
}
