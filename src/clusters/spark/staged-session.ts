import { randomBytes } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { pathToFileURL } from "node:url";
import { removeAll } from "../../system/system.ts";
import { ConfigError } from "../../core/errors.ts";
import { createParquetFile } from "../../core/parquet/create-parquet-file.ts";
import { parquetTypeOf } from "../../core/parquet/parquet-type.ts";
import { queryOn } from "../../core/query/client-query.ts";
import { quoteIdentifier, quoteTable } from "../../core/sql/sql-literal.ts";
import { checkAppend } from "../../core/writers/check-append.ts";
import { CLEANUP_TIMEOUT_MS, cleanBehind, cleanUp } from "../../core/writers/clean-up.ts";
import { fillTable } from "../../core/writers/fill-table.ts";
import type { SparkSession } from "../../core/writers/spark-writer.ts";
import { uploadProgress } from "../../core/writers/upload-progress.ts";
import type { WriteTarget } from "../../core/writers/writer.ts";
import type { Table } from "../../core/table/table.ts";
import type { UploadFrame } from "../../core/write/upload-frame.ts";
import { sparkColumn, type SparkColumn } from "./spark-column.ts";

/** Storage that both this machine and the cluster can access. */
export interface Staging {
  readonly folder: string;
  /** URI of the folder for the cluster: `hdfs://…`, `s3a://…`. Default: the path as a `file:` URI. */
  readonly uri?: string | undefined;
}

interface Described {
  readonly col_name: string;
  readonly data_type: string;
}

/** Hive's vectorized Parquet reader reads an empty list as NULL, and a null item as 0. Spark ignores the setting. */
const SAFE_LISTS = "SET hive.vectorized.execution.enabled=false;\n";

/**
 * Writes frames where only a HiveServer2 and shared storage are available: as Parquet files in the storage, from which a `hive` job
 * inserts all rows into the table with one INSERT.
 *
 * @throws ConfigError for an invalid folder or URI.
 */
export function stagedSession({ folder, uri }: Staging): SparkSession {
  if (!isAbsolute(folder))
    throw new ConfigError(`the staging folder ${JSON.stringify(folder)} must be an absolute path`);
  const base = (uri ?? pathToFileURL(folder).href).replace(/(?<!\/)\/+$/, "");
  if (!/^[a-z][a-z0-9+.-]*:\//i.test(base))
    throw new ConfigError(
      `the staging address ${JSON.stringify(base)} must be like hdfs://nameservice/folder`,
    );
  return {
    write: async (frame, target) => {
      const columns = frame.columns.map(sparkColumn);
      const definitions = columns.map(({ name, sqlType }) => `${quoteIdentifier(name, "hive")} ${sqlType}`);
      await fillTable(target, {
        create: async (table) =>
          void (await runHive(
            target,
            `CREATE TABLE ${nameOf(target, table)} (${definitions.join(", ")}) STORED AS ORC`,
          )),
        fill: async (table, append) => {
          if (append) {
            const described = (
              await runHive(target, `DESCRIBE ${nameOf(target, table)}`)
            ).objects() as Described[];
            const types = described.map(({ col_name, data_type }) => [col_name, data_type] as const);
            checkAppend(columns, frame.rowCount, `${target.database}.${table}`, types);
          }
          await fill(frame, columns, definitions, { folder, base, table }, target);
        },
      });
    },
    close: () => undefined,
  };
}

/** Writes one folder with one file, creates a temporary table over it, and runs one INSERT. */
async function fill(
  frame: UploadFrame,
  columns: readonly SparkColumn[],
  definitions: readonly string[],
  { folder, base, table }: { folder: string; base: string; table: string },
  target: WriteTarget,
): Promise<void> {
  if (frame.rowCount === 0) return;
  const { connection, signal } = target;
  const stage = `svc_stage_${randomBytes(6).toString("hex")}`;
  const stageFolder = join(folder, stage);
  const cleanStage = async (): Promise<void> => {
    await removeAll(stageFolder);
    await runHive(
      { ...target, signal: AbortSignal.timeout(CLEANUP_TIMEOUT_MS) },
      `DROP TABLE IF EXISTS ${nameOf(target, stage)}`,
    );
  };
  const progress = uploadProgress(connection.transport.options.now, frame.rowCount, signal);
  try {
    await progress.during(async () => {
      await mkdir(stageFolder);
      await writeParquetFile(
        join(stageFolder, "rows.parquet"),
        columns,
        frame.rowCount,
        signal,
        (rows, bytes) => progress.add(rows, bytes),
      );
      const location = `'${`${base}/${stage}`.replace(/[\\']/g, "\\$&")}'`;
      await runHive(
        target,
        `CREATE EXTERNAL TABLE ${nameOf(target, stage)} (${definitions.join(", ")}) STORED AS PARQUET LOCATION ${location}`,
      );
      const names = columns.map(({ name }) => quoteIdentifier(name, "hive")).join(", ");
      await runHive(
        target,
        `${columns.some(({ isList }) => isList) ? SAFE_LISTS : ""}INSERT INTO ${nameOf(target, table)} (${names}) SELECT ${names} FROM ${nameOf(target, stage)}`,
      );
    });
  } catch (error) {
    await cleanUp(cleanStage, error);
    throw error;
  }
  await cleanBehind(
    `${nameOf(target, table)} has its rows, but ${stageFolder} or its table could not be removed`,
    cleanStage,
  );
}

function runHive({ connection, database, signal }: WriteTarget, sql: string): Promise<Table> {
  return queryOn(connection, sql, { db: database, engine: "hive", show_progress: false, signal });
}

function nameOf({ database }: WriteTarget, table: string): string {
  return quoteTable(database, table, "hive");
}

const GROUP_ROWS = 50_000;

/**
 * Writes columns to a Parquet file, one row group at a time.
 *
 * @param onWritten - Called with the rows and bytes of each group.
 */
export async function writeParquetFile(
  path: string,
  columns: readonly SparkColumn[],
  rowCount: number,
  signal: AbortSignal,
  onWritten: (rows: number, bytes: number) => void,
): Promise<void> {
  const parquetColumns = columns.map(({ name, sqlType }) => ({ name, type: parquetTypeOf(sqlType) }));
  const file = await createParquetFile(path, parquetColumns);
  for (let from = 0; from < rowCount; from += GROUP_ROWS) {
    signal.throwIfAborted();
    const length = Math.min(GROUP_ROWS, rowCount - from);
    const group = columns.map(({ value }) => Array.from({ length }, (_, i) => value(from + i)));
    onWritten(length, await file.write(group));
  }
  await file.finish();
}
