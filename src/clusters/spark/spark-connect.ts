// This folder: writes a table to a Spark cluster over Spark Connect, or through files that the cluster reads (staged-session.ts). Core's spark writer
// loads it.

import { ConfigError, UploadError } from "../../core/errors.ts";
import type { Environment } from "../../core/options/option-forms.ts";
import { uploadProgress } from "../../core/writers/upload-progress.ts";
import type { SparkSession } from "../../core/writers/spark-writer.ts";
import { runPlan, SparkError, sparkError } from "./run-plan.ts";
import { SparkConnection } from "./spark-connection.ts";
import type { SparkPlan, SparkRelation } from "./spark-messages.ts";
import { readSparkRemote } from "./spark-remote.ts";
import { writeFrame, type SparkRunner } from "./write-frame.ts";

/**
 * Opens a session on a Spark Connect server (Spark 3.5 or newer).
 *
 * @param address - `sc://host:15002/;token=…;use_ssl=true`. Default: the environment variable `SPARK_REMOTE`.
 * @throws ConfigError when the address is missing or invalid.
 */
export async function sparkConnect(address: string | undefined, env: Environment): Promise<SparkSession> {
  const text = address ?? env["SPARK_REMOTE"];
  if (text === undefined || text === "")
    throw new ConfigError(
      'the spark writer has no cluster: set SPARK_REMOTE to sc://host:15002 (or SPARK_STAGING to a folder that a HiveServer2 sees too), or give to_svc a `new SparkWriter({ remote: "sc://…" })`',
    );
  const remote = readSparkRemote(text);
  const connection = await SparkConnection.open(remote);
  const host = `${remote.host}:${remote.port}`;
  const run = async (plan: SparkPlan, signal: AbortSignal): Promise<Uint8Array[]> => {
    try {
      return await runPlan(connection, plan, signal);
    } catch (error) {
      signal.throwIfAborted();
      throw sparkError(error, host);
    }
  };
  const spark: SparkRunner = {
    sql: async (query, signal) => {
      const input: SparkRelation = { sql: { query } };
      const isQuery = /^(SHOW|DESCRIBE)\b/.test(query);
      const batches = await run(
        isQuery ? { root: input } : { command: { sql_command: { sql: query, input } } },
        signal,
      );
      return isQuery ? readColumns(batches) : [];
    },
    write: async (operation, signal) => void (await run({ command: { write_operation: operation } }, signal)),
  };
  return {
    write: async (frame, { connection: { transport }, database, table, mode, signal }) => {
      const progress = uploadProgress(transport.options.now, frame.rowCount, signal);
      try {
        const onSent = (rows: number, bytes: number): void => progress.add(rows, bytes);
        await progress.during(() => writeFrame(spark, frame, { database, table, mode, signal, onSent }));
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof SparkError)) throw error;
        throw new UploadError(`none of the rows are in ${database}.${table}: ${error.message}`, 0, {
          cause: error,
        });
      }
    },
    close: () => void connection.close(),
  };
}

/** The rows of Arrow streams, by column. */
async function readColumns(batches: readonly Uint8Array[]): Promise<unknown[][]> {
  const { tableFromIPC } = await import("@uwdata/flechette");
  const columns: unknown[][] = [];
  for (const batch of batches) {
    const table = tableFromIPC(batch);
    for (let i = 0; i < table.numCols; i++) (columns[i] ??= []).push(...table.getChildAt(i).toArray());
  }
  return columns;
}
