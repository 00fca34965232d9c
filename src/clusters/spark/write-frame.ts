import type { ColumnData } from "../../core/blocks/column-data.ts";
import { AlreadyExistsError, NotFoundError } from "../../core/errors.ts";
import { quoteIdentifier, quoteTable } from "../../core/sql/sql-literal.ts";
import type { UploadFrame } from "../../core/write/upload-frame.ts";
import { checkAppend } from "../../core/writers/check-append.ts";
import { CLEANUP_TIMEOUT_MS, cleanBehind, cleanUp } from "../../core/writers/clean-up.ts";
import { temporaryTableName } from "../../core/writers/fill-table.ts";
import type { WriteTarget } from "../../core/writers/writer.ts";
import { sparkColumn } from "./spark-column.ts";
import type { SparkRelation, WriteOperation } from "./spark-messages.ts";

/** The part of a session that a write needs. */
export interface SparkRunner {
  /** Runs SQL and returns its rows, by column. */
  sql(query: string, signal: AbortSignal): Promise<readonly (readonly unknown[])[]>;
  write(operation: WriteOperation, signal: AbortSignal): Promise<void>;
}

export interface FrameWrite extends Omit<WriteTarget, "connection"> {
  readonly onSent: (rows: number, bytes: number) => void;
}

/**
 * Writes a frame through Spark. Chunks go to a temporary table, which is then renamed to the target, or added to it by
 * one INSERT: the write is atomic.
 *
 * @throws AlreadyExistsError, NotFoundError before anything is sent.
 */
export async function writeFrame(spark: SparkRunner, frame: UploadFrame, target: FrameWrite): Promise<void> {
  const { database, table, mode, signal } = target;
  /** Whether the table exists. @throws AlreadyExistsError if the mode is "fail" and it does. */
  const look = async (): Promise<boolean> => {
    const exists = await tableExists(spark, database, table, signal);
    if (!exists || mode !== "fail") return exists;
    throw new AlreadyExistsError(
      `table ${database}.${table} exists; choose if_exists "append", "replace" or "ignore"`,
      { status: 409, method: "GET", path: `spark:${database}`, body: "" },
    );
  };
  let exists = await look();
  if (exists && mode === "ignore") return;
  const fresh = temporaryTableName(table);
  const name = (of: string): string => quoteTable(database, of, "hive");
  const run = async (sql: string, by: AbortSignal = signal): Promise<void> => void (await spark.sql(sql, by));
  const drop = (of: string): Promise<void> =>
    run(`DROP TABLE IF EXISTS ${name(of)}`, AbortSignal.timeout(CLEANUP_TIMEOUT_MS));
  try {
    await fill(spark, frame, name(fresh), target);
    signal.throwIfAborted();
    // From here on an abort must not leave the write half done.
    const rest = AbortSignal.timeout(CLEANUP_TIMEOUT_MS * 20);
    if (!exists) {
      try {
        return await run(`ALTER TABLE ${name(fresh)} RENAME TO ${name(table)}`, rest);
      } catch (error) {
        // Another client may have created it meanwhile.
        exists = await look();
        if (!exists) throw error;
      }
    }
    if (mode === "ignore") return await drop(fresh);
    if (mode === "append") {
      const [names = [], types = []] = await spark.sql(`DESCRIBE TABLE ${name(table)}`, signal);
      const described = names.map((name, row) => [name, types[row]] as const);
      checkAppend(frame.columns.map(sparkColumn), frame.rowCount, `${database}.${table}`, described);
      const columns = frame.columns.map((column) => quoteIdentifier(column.name, "hive")).join(", ");
      await run(`INSERT INTO ${name(table)} (${columns}) SELECT ${columns} FROM ${name(fresh)}`);
      await cleanBehind(`${name(table)} has its rows, but ${name(fresh)} could not be dropped`, () =>
        drop(fresh),
      );
    } else {
      // The old table is dropped only after the new one is renamed.
      const old = temporaryTableName(table);
      const rename = (from: string, to: string): Promise<void> =>
        run(`ALTER TABLE ${name(from)} RENAME TO ${name(to)}`, rest);
      await rename(table, old);
      try {
        await rename(fresh, table);
      } catch (error) {
        await cleanUp(() => rename(old, table), error);
        throw error;
      }
      const message = `${name(table)} has its new rows; its old rows are still in ${name(old)}, which you can drop`;
      await cleanBehind(message, () => drop(old));
    }
  } catch (error) {
    await cleanUp(() => drop(fresh), error);
    throw error;
  }
}

async function fill(
  spark: SparkRunner,
  frame: UploadFrame,
  tableName: string,
  { signal, onSent }: FrameWrite,
): Promise<void> {
  let first = true;
  for await (const { rows, data } of arrowChunks(frame)) {
    const input: SparkRelation = { local_relation: { data } };
    await spark.write(
      {
        input,
        table: {
          table_name: tableName,
          save_method: first ? "TABLE_SAVE_METHOD_SAVE_AS_TABLE" : "TABLE_SAVE_METHOD_INSERT_INTO",
        },
        mode: first ? "SAVE_MODE_ERROR_IF_EXISTS" : "SAVE_MODE_APPEND",
      },
      signal,
    );
    first = false;
    onSent(rows, data.length);
  }
}

async function tableExists(
  spark: SparkRunner,
  database: string,
  table: string,
  signal: AbortSignal,
): Promise<boolean> {
  const [databases = []] = await spark.sql("SHOW DATABASES", signal);
  if (!databases.includes(database))
    throw new NotFoundError(`Spark has no database ${database}; create it there first`, {
      status: 404,
      method: "GET",
      path: "spark:databases",
      body: "",
    });
  const [, names = []] = await spark.sql(`SHOW TABLES IN ${quoteIdentifier(database, "hive")}`, signal);
  return names.includes(table);
}

/** Rows of the first chunk, when their size is still unknown. */
const FIRST_ROWS = 1000;
/** Target size of a chunk in bytes: well below server limits, and small in the driver's memory. */
const CHUNK_BYTES = 8 << 20;

export interface ArrowChunk {
  readonly rows: number;
  /** An Arrow stream: schema and one batch. */
  readonly data: Uint8Array;
}

/** Splits a frame into Arrow streams of some megabytes with one schema. A frame without rows is one stream. */
export async function* arrowChunks(frame: UploadFrame): AsyncGenerator<ArrowChunk> {
  const { ArrowEncoder } = await import("../../core/wire/arrow/arrow-encoder.ts");
  const columns = frame.columns.map(sparkColumn);
  const schema = columns.map(({ name, sqlType }) => ({ name, type: sqlType }));
  const encoder = new ArrowEncoder(schema, { times: false });
  const chunk = (from: number, rowCount: number): ArrowChunk => {
    const data = columns.map(({ value }): ColumnData => ({
      kind: "other",
      values: Array.from({ length: rowCount }, (_, row) => value(from + row)),
    }));
    const batch = encoder.batch({ rowCount, columns: data });
    return { rows: rowCount, data: Buffer.concat([encoder.beginning, batch, encoder.end]) };
  };
  let rows = FIRST_ROWS;
  for (let from = 0; from === 0 || from < frame.rowCount;) {
    const to = Math.min(from + rows, frame.rowCount);
    const next = chunk(from, to - from);
    yield next;
    if (to === frame.rowCount) return;
    from = to;
    const perRow = next.data.length / rows;
    rows = Math.max(1, Math.min(Math.floor(CHUNK_BYTES / perRow), rows * 100));
    await new Promise((resolve) => setImmediate(resolve));
  }
}
