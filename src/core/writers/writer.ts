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
 * own; classes that extend it can be given to `to_svc` as well.
 */
export abstract class Writer {
  /** Write all rows, or throw. @throws UploadError saying how many rows the table took. */
  abstract write_dataframe(frame: UploadFrame, target: WriteTarget): Promise<void>;

  /** Let go of what the writer holds; it is not used afterwards. */
  close(): void {}
}
