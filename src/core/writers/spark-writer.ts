import { ConfigError } from "../errors.ts";
import type { UploadFrame } from "../write/upload-frame.ts";
import { Writer, type WriteTarget } from "./writer.ts";

/** What carries frames to a Spark cluster. */
export interface SparkSession {
  /** Write all rows, or throw. */
  write(frame: UploadFrame, target: WriteTarget): Promise<void>;
  /** Ends the session; calling it again does nothing. */
  close(): void;
}

/** Options of {@link SparkWriter}. */
export interface SparkOptions {
  /** Spark Connect server: `sc://host:15002/;token=…;use_ssl=true`. Default: the environment variable `SPARK_REMOTE`. */
  readonly remote?: string | undefined;
  /**
   * Where there is no Spark Connect: a folder that this machine and the cluster both see, as an absolute path. Frames go there as Parquet,
   * and the service's `hive` jobs take them in. Default, where no `remote` is: the environment variable `SPARK_STAGING`.
   */
  readonly staging?: string | undefined;
  /** The folder as the cluster names it, such as `hdfs://…`. Default: `SPARK_STAGING_URI`, else the path as a `file:` address. */
  readonly staging_uri?: string | undefined;
  /** Opens the session at the first write, in place of `remote` and `staging`. */
  readonly connect?: (() => Promise<SparkSession>) | undefined;
}

/**
 * Writes through a Spark cluster: databases and tables are those of the cluster. Frames go over Spark Connect, or through storage that both
 * sides see and a HiveServer2 (Spark's or Hive's) that the service hands its `hive` jobs to.
 */
export class SparkWriter extends Writer {
  readonly #connect: () => Promise<SparkSession>;
  #session: Promise<SparkSession> | null = null;

  constructor(options: SparkOptions = {}) {
    super();
    this.#connect = options.connect ?? (() => openSession(options));
  }

  override async write_dataframe(frame: UploadFrame, target: WriteTarget): Promise<void> {
    this.#session ??= this.#connect();
    await (await this.#session).write(frame, target);
  }

  override close(): void {
    super.close();
    // A session that failed to open has failed the write already.
    void this.#session?.then((session) => session.close()).catch(() => {});
  }
}

async function openSession({ remote, staging, staging_uri }: SparkOptions): Promise<SparkSession> {
  const env = process.env;
  if (remote !== undefined && staging !== undefined)
    throw new ConfigError("the spark writer takes `remote` or `staging`, not both");
  const folder = staging ?? (remote === undefined && !env["SPARK_REMOTE"] ? env["SPARK_STAGING"] : undefined);
  if (folder === undefined || folder === "")
    return (await import("../spark/spark-connect.ts")).sparkConnect(remote, env);
  const { stagedSession } = await import("../spark/staged-session.ts");
  return stagedSession({ folder, uri: staging_uri ?? env["SPARK_STAGING_URI"] });
}
