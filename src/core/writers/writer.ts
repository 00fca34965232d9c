import type { Client } from "../client.ts";
import type { UploadFrame } from "../write/upload-frame.ts";
import type { WriteMode } from "../write/write-target.ts";

/** Where and how a frame is written. */
export interface WriteTarget {
  readonly client: Client;
  readonly database: string;
  readonly table: string;
  readonly mode: WriteMode;
  /** Aborting it stops the writing; what was begun is cleaned up. */
  readonly signal: AbortSignal;
}

/**
 * A way to write a frame to a table. `to_svc` makes one for each call, or takes one that was made with options of its
 * own. A class that extends it can be given to `to_svc` as well: it gets the frame with names as tables hold them, values of few
 * kinds and a `time` column, and does the rest, `target.mode` included.
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

  /** Write all rows, or throw. @throws UploadError saying how many rows the table took. */
  abstract write_dataframe(frame: UploadFrame, target: WriteTarget): Promise<void>;

  /** Whether {@link close} was called: `to_svc` refuses such a writer. */
  get closed(): boolean {
    return this.#closed;
  }

  /** Let go of what the writer holds; it is not used afterwards. */
  close(): void {
    this.#closed = true;
  }
}
