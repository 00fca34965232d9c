// This folder: to_svc's ways to a table: bulk import, INSERT, Spark. A write is done whole or undone.

import type { Connection } from "../connection.ts";
import type { UploadFrame } from "../write/upload-frame.ts";
import type { WriteMode } from "../write/write-target.ts";

/** Where and how to write a frame. */
export interface WriteTarget {
  readonly connection: Connection;
  readonly database: string;
  readonly table: string;
  readonly mode: WriteMode;
  /** Aborting it stops the write; partial work is cleaned up. */
  readonly signal: AbortSignal;
}

/**
 * Writes frames to tables. `to_svc` creates one per call, or uses one created with options. Subclasses can be passed to
 * `to_svc`: they get the frame with valid column names, few kinds of values and a `time` column, and handle the rest, including
 * `target.mode`.
 *
 * @example
 * class FileWriter extends Writer {
 *   async write_dataframe({ columns, rowCount }: UploadFrame, { table }: WriteTarget) {
 *     for (let row = 0; row < rowCount; row++) {
 *       const entries = columns.map(({ name, values }) => [name, values.at(row)]);
 *       await appendFile(`${table}.jsonl`, `${JSON.stringify(Object.fromEntries(entries))}\n`);
 *     }
 *   }
 * }
 * await to_svc(frame, "db1.visits", con, { writer: new FileWriter() });
 */
export abstract class Writer {
  #closed = false;

  /** Write all rows, or throw. @throws UploadError with the number of rows written. */
  abstract write_dataframe(frame: UploadFrame, target: WriteTarget): Promise<void>;

  /** Whether {@link close} was called; `to_svc` rejects a closed writer. */
  get closed(): boolean {
    return this.#closed;
  }

  /** Release resources; the writer is not used afterwards. */
  close(): void {
    this.#closed = true;
  }
}
