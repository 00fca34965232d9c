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
  /** Spark Connect server: `sc://host:15002/;token=…;use_ssl=true`. Default: the environment variable `SPARK_REMOTE`. */
  readonly remote?: string | undefined;
  /** Opens the session at the first write, in place of `remote`. */
  readonly connect?: (() => Promise<SparkSession>) | undefined;
}

/** Writes through a Spark cluster (Spark Connect): databases and tables are those of the cluster. */
export class SparkWriter extends Writer {
  readonly #connect: () => Promise<SparkSession>;
  #session: Promise<SparkSession> | null = null;

  constructor({ remote, connect }: SparkOptions = {}) {
    super();
    this.#connect =
      connect ?? (async () => (await import("../spark/spark-connect.ts")).sparkConnect(remote, process.env));
  }

  override async write_dataframe(frame: UploadFrame, target: WriteTarget): Promise<void> {
    this.#session ??= this.#connect();
    await (await this.#session).write(frame, target);
  }

  override close(): void {
    super.close();
    // A session that failed to open has told so at the write.
    void this.#session?.then((session) => session.close()).catch(() => {});
  }
}
