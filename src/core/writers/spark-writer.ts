import { ConfigError } from "../errors.ts";
import type { UploadFrame } from "../write/upload-frame.ts";
import { Writer, type WriteTarget } from "./writer.ts";

/** What carries frames to a Spark cluster. */
export interface SparkSession {
  /** Write all rows, or throw. */
  write(frame: UploadFrame, target: WriteTarget): Promise<void>;
  close(): void;
}

/** Options of {@link SparkWriter}. */
export interface SparkOptions {
  /** Opens the session at the first write. */
  readonly connect?: (() => Promise<SparkSession>) | undefined;
}

/** Writes through a Spark cluster. */
export class SparkWriter extends Writer {
  readonly #connect: (() => Promise<SparkSession>) | null;
  #session: Promise<SparkSession> | null = null;

  constructor({ connect }: SparkOptions = {}) {
    super();
    this.#connect = connect ?? null;
  }

  override async write_dataframe(frame: UploadFrame, target: WriteTarget): Promise<void> {
    if (this.#connect === null) {
      throw new ConfigError(
        'the spark writer has no cluster: give to_svc a `new SparkWriter({ connect })` that opens a session, or write with "bulk_import"',
      );
    }
    this.#session ??= this.#connect();
    await (await this.#session).write(frame, target);
  }

  override close(): void {
    // A session that failed to open has told so at the write.
    void this.#session?.then((session) => session.close()).catch(() => {});
  }
}
