import { ConfigError } from "../errors.ts";
import { checkOptions, form, type OptionForms } from "../options/option-forms.ts";
import type { UploadFrame } from "../write/upload-frame.ts";
import { Writer, type WriteTarget } from "./writer.ts";

/** Writes frames to a Spark cluster. */
export interface SparkSession {
  /** Writes all rows, or throws. */
  write(frame: UploadFrame, target: WriteTarget): Promise<void>;
  /** Ends the session; further calls do nothing. */
  close(): void;
}

/** Options of {@link SparkWriter}. */
export interface SparkOptions {
  /** Spark Connect server: `sc://host:15002/;token=…;use_ssl=true`. Default: the environment variable `SPARK_REMOTE`. */
  readonly remote?: string | undefined;
  /**
   * Without Spark Connect: absolute path of a folder that this machine and the cluster share. Frames are written there as Parquet, and the
   * service's `hive` jobs load them. Default, without `remote`: the environment variable `SPARK_STAGING`.
   */
  readonly staging?: string | undefined;
  /** URI of the folder for the cluster, such as `hdfs://…`. Default: `SPARK_STAGING_URI`, else the path as a `file:` URI. */
  readonly staging_uri?: string | undefined;
  /** Opens the session at the first write, instead of `remote` and `staging`. */
  readonly connect?: (() => Promise<SparkSession>) | undefined;
}

const FORMS: OptionForms<SparkOptions> = {
  remote: form.text,
  staging: form.text,
  staging_uri: form.text,
  connect: form.function,
};

/**
 * Writes through a Spark cluster, to its databases and tables. Frames go over Spark Connect, or through shared storage and a HiveServer2
 * (Spark's or Hive's) that runs the service's `hive` jobs.
 */
export class SparkWriter extends Writer {
  readonly #connect: () => Promise<SparkSession>;
  #session: Promise<SparkSession> | null = null;

  constructor(options: SparkOptions = {}) {
    super();
    checkOptions("SparkWriter", options, FORMS);
    this.#connect = options.connect ?? (() => openSession(options));
  }

  override async write_dataframe(frame: UploadFrame, target: WriteTarget): Promise<void> {
    this.#session ??= this.#connect().catch((error: unknown) => {
      // The next write tries again.
      this.#session = null;
      throw error;
    });
    await (await this.#session).write(frame, target);
  }

  override close(): void {
    super.close();
    // A session that failed to open has already failed the write.
    void this.#session?.then((session) => session.close()).catch(() => {});
  }
}

async function openSession({ remote, staging, staging_uri }: SparkOptions): Promise<SparkSession> {
  const env = process.env;
  if (remote !== undefined && staging !== undefined)
    throw new ConfigError("the spark writer takes `remote` or `staging`, not both");
  const folder = staging ?? (remote === undefined && !env["SPARK_REMOTE"] ? env["SPARK_STAGING"] : undefined);
  if (folder === undefined || folder === "")
    return (await import("../../clusters/spark/spark-connect.ts")).sparkConnect(remote, env);
  const { stagedSession } = await import("../../clusters/spark/staged-session.ts");
  return stagedSession({ folder, uri: staging_uri ?? env["SPARK_STAGING_URI"] });
}
