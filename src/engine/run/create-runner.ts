// This folder: runs one compiled statement: binds, reads the catalogue, streams batches, and gives an engine's error its place in the statement.

import { isDeepStrictEqual } from "node:util";
import type { Dialect } from "../../dialect/dialect.ts";
import type { DuckDBConnection, DuckDBPreparedStatement } from "@duckdb/node-api";
import type { TranslateContext } from "../../dialect/catalogue.ts";
import type { PlanColumn, Plan } from "../../dialect/plan.ts";
import type { MarkedSql } from "../../dialect/sql/print-sql.ts";
import { typeName } from "../../dialect/types/type-text.ts";
import { planText, profileText } from "./profile-text.ts";
import { WrittenNames } from "./written-names.ts";
import { wireEngineType } from "../../dialect/analyze/wire.ts";
import type { Batch } from "../../core/blocks/batch.ts";
import {
  type Execution,
  type QueryRunner,
  type ResultColumn,
  type RunOptions,
  withoutRows,
} from "../contract/engine.ts";
import { SqlError } from "../../dialect/sql-error.ts";
import { compileHere, type Compile } from "../compile/compile.ts";
import type { ConnectionLease } from "../database/connection-pool.ts";
import { prepareWithin } from "./prepare-within.ts";
import { createCatalogue } from "./read-catalogue.ts";
import type { Database } from "../database/database.ts";
import { failOnRefusal, forgetRefusal } from "../library/refusals.ts";
import { engineError, isDecimalOverflow } from "./engine-error.ts";
import { LocalTables, withoutPaths } from "../local/local-tables.ts";
import { readBatches } from "../values/read-batches.ts";
import { streamChunks } from "../values/stream-chunks.ts";
import { dropMetadata, recordWrite, renameMetadata } from "../tables/table-metadata.ts";
import { TableShapes } from "./table-shapes.ts";
import { textBatch } from "../values/text-batch.ts";
import { Session } from "../database/transaction.ts";

/**
 * Runs statements of both dialects on DuckDB. A query's rows stream while it runs; the connection is released after the last batch, when
 * the reader stops, or when the statement fails.
 */
export function createRunner(
  database: Database,
  { resultBytes = RESULT_BYTES, planMs = PLAN_MS, compile = compileHere }: RunnerOptions = {},
): QueryRunner {
  const shapes = new TableShapes(database.changes);
  return {
    run: (sql, options) => runStatement({ database, shapes, sql, options, resultBytes, planMs, compile }),
  };
}

export interface RunnerOptions {
  /** Approximate limit of a result's size, bytes. @default 8 GiB */
  readonly resultBytes?: number;
  /** Limit of the time in which the engine plans a statement, before it runs. @default 10 s */
  readonly planMs?: number;
  /** @default on this thread */
  readonly compile?: Compile;
}

const RESULT_BYTES = 8 * 1024 ** 3;
/** Of the clock, on a machine that may be busy; the engine takes some milliseconds for most statements. */
const PLAN_MS = 10_000;

interface StatementContext extends Required<RunnerOptions> {
  readonly database: Database;
  readonly shapes: TableShapes;
  readonly sql: string;
  readonly options: RunOptions;
}

async function runStatement(context: StatementContext): Promise<Execution> {
  const { database, shapes, sql, options } = context;
  const { signal, dialect } = options;
  signal.throwIfAborted();
  const lease = await database.acquire("query", signal);
  const end = guard(lease, options.onProgress);
  let marked: MarkedSql | null = null;
  forgetRefusal(lease.connection);
  const execute = async (plan: Plan): Promise<Execution> => {
    if (plan.kind === "query") {
      marked = plan.sql;
      return query(context, lease.connection, plan, end);
    }
    const execution = await other(context, lease.connection, plan, (running) => (marked = running));
    await end(true);
    return execution;
  };
  try {
    const tables = options.local && new LocalTables(lease.connection, database.local, options.local);
    const catalogue = createCatalogue(lease.connection, shapes, options, tables);
    const compile = (longDecimals?: boolean): Promise<Plan> =>
      context.compile(sql, dialect, { ...compileOptions(options), longDecimals, catalogue }, signal);
    const plan = await compile();
    return await execute(plan).catch(async (error: unknown) => {
      if (!isDecimalOverflow(error)) throw error;
      const long = await compile(true);
      // Else the statement itself computes more than a decimal holds.
      if (isDeepStrictEqual(plan, long)) throw error;
      return execute(long);
    });
  } catch (error) {
    await end();
    throw statementFault(context, error, marked);
  }
}

/** The options of the compiler, which may be on another thread. */
const compileOptions = (options: RunOptions): Omit<TranslateContext, "catalogue"> => {
  const { catalog, database, scheduledTimeMs, timeZone, sessionProperties, mayWrite } = options;
  const { roles, parameters, describe } = options;
  const local = options.local?.map(({ name }) => name);
  const context = { catalog, timeZone, sessionProperties, parameters, describe, local, roles };
  const set = Object.entries(context).filter(([, value]) => value !== undefined);
  return { database, scheduledTimeMs, mayWrite, ...Object.fromEntries(set) };
};

const PROGRESS_EVERY_MS = 400;

/** Reports changes of the progress in percent. @returns stops that and releases the connection, once. */
function guard(lease: ConnectionLease, onProgress: RunOptions["onProgress"]): ConnectionLease["release"] {
  let last = -1;
  const report = (): void => {
    const percent = Math.min(100, Math.floor(lease.connection.progress.percentage));
    if (percent >= 0 && percent !== last) onProgress?.((last = percent));
  };
  const timer = onProgress && setInterval(report, PROGRESS_EVERY_MS).unref();
  return (isClean) => {
    clearInterval(timer);
    return lease.release(isClean);
  };
}

async function query(
  context: StatementContext,
  connection: DuckDBConnection,
  plan: Extract<Plan, { kind: "query" }>,
  end: ConnectionLease["release"],
): Promise<Execution> {
  const { signal, dialect } = context.options;
  const check = (): void => {
    signal.throwIfAborted();
    failOnRefusal(connection);
  };
  const { prepared, sql } = await prepareQuery(context, connection, plan);
  const nextChunk = await streamChunks(connection, prepared, sql, check);
  const source = readBatches(nextChunk, plan.columns, dialect, context.resultBytes);
  // Reads the first batch here, so that most errors of a query reject `run`.
  const first = await source.next();
  const batches = (async function* (): AsyncGenerator<Batch> {
    try {
      if (first.done) return;
      yield first.value;
      yield* source;
      await end(true);
    } catch (error) {
      throw statementFault(context, error, plan.sql);
    } finally {
      await end();
    }
  })();
  // Returning a generator that has not started skips its finally block.
  const iterable: AsyncIterable<Batch> = {
    [Symbol.asyncIterator]: () => ({
      next: () => batches.next(),
      return: async () => {
        const done = await batches.return(undefined);
        await end();
        return done;
      },
    }),
  };
  if (first.done) await end(true);
  return { columns: resultColumns(plan.columns, dialect), batches: iterable };
}

/** Prepares the plan's SQL; adds casts if DuckDB's column types differ from the plan's. */
async function prepareQuery(
  context: StatementContext,
  connection: DuckDBConnection,
  plan: Extract<Plan, { kind: "query" }>,
): Promise<{ readonly prepared: DuckDBPreparedStatement; readonly sql: string }> {
  const prepared = await prepare(context, connection, plan.sql.sql);
  const types = plan.columns.map((column) => wireEngineType(column.type));
  if (types.every((type, i) => type === null || String(prepared.columnType(i)) === type))
    return { prepared, sql: plan.sql.sql };
  prepared.destroySync();
  const list = types.map((type, i) => (type === null ? `o.c${i + 1}` : `CAST(o.c${i + 1} AS ${type})`));
  const sql = `SELECT ${list.join(", ")} FROM (${plan.sql.sql}) AS o(${types.map((_, i) => `c${i + 1}`).join(", ")})`;
  return { prepared: await prepare(context, connection, sql), sql };
}

const prepare = (
  { planMs, options: { onOverdue } }: StatementContext,
  connection: DuckDBConnection,
  sql: string,
): Promise<DuckDBPreparedStatement> => prepareWithin(planMs, connection, sql, onOverdue);

async function other(
  context: StatementContext,
  connection: DuckDBConnection,
  plan: Exclude<Plan, { kind: "query" }>,
  running: (sql: MarkedSql) => void,
): Promise<Execution> {
  const { database, options } = context;
  const { dialect, writeId } = options;
  const rowsOf = (
    columns: readonly PlanColumn[],
    rows: readonly (readonly (string | null)[])[],
  ): Execution => ({
    columns: resultColumns(columns, dialect),
    batches: textBatch(columns, rows),
  });
  switch (plan.kind) {
    case "nothing":
      return withoutRows(plan.updateType);
    case "rows":
      return rowsOf(plan.columns, plan.rows);
    case "explain": {
      const text = await explain(context, connection, plan.query, plan.analyze);
      const columns: PlanColumn[] = [{ name: plan.column, type: { kind: "varchar", length: null } }];
      return rowsOf(columns, dialect === "hive" ? text.split("\n").map((line) => [line]) : [[text]]);
    }
    case "write": {
      await options.onWrite?.();
      const changed = plan.changes.flatMap(({ database, name, becomes }) => [
        { database, name },
        ...(becomes == null ? [] : [{ database, name: becomes }]),
      ]);
      const run = (): Promise<number | null> =>
        write(context, connection, plan, running, writeId).catch(async (error: unknown) => {
          await connection.run("ROLLBACK").catch(() => undefined);
          throw error;
        });
      const updateCount = await database.changes.during(changed, () =>
        plan.updateType.startsWith("DROP ") ? database.freeing(run) : run(),
      );
      return withoutRows(plan.updateType, updateCount);
    }
  }
}

const resultColumns = (columns: readonly PlanColumn[], dialect: Dialect): ResultColumn[] =>
  columns.map(({ name, type }) => ({ name, type: typeName(type, dialect) }));

function statementFault(
  { database, sql, options: { signal, local } }: StatementContext,
  error: unknown,
  marked: MarkedSql | null,
): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof SqlError) return error;
  return engineError(local === undefined ? error : withoutPaths(error, database.local, local), sql, marked);
}

async function write(
  context: StatementContext,
  connection: DuckDBConnection,
  plan: Extract<Plan, { kind: "write" }>,
  running: (sql: MarkedSql) => void,
  writeId: string | undefined,
): Promise<number | null> {
  let count: number | null = null;
  await connection.run("BEGIN");
  const { steps, changes } = plan;
  for (const { sql, counted } of steps) {
    running(sql);
    const result = await (await prepare(context, connection, sql.sql)).run();
    failOnRefusal(connection);
    if (counted) count = (count ?? 0) + changedRows(await result.getRows());
  }
  const session = new Session(connection);
  // In the same transaction, before another table can take the name.
  for (const { database, name, becomes } of changes) {
    if (becomes === null) await dropMetadata(session, { database, name });
    else if (becomes !== undefined && name !== null)
      await renameMetadata(session, { database, name }, { database, name: becomes });
  }
  if (writeId !== undefined) await recordWrite(session, writeId, Date.now());
  // If this fails, releasing the connection rolls the transaction back.
  await connection.run("COMMIT");
  return count;
}

function changedRows(rows: readonly (readonly unknown[])[]): number {
  const [cell] = rows[0] ?? [];
  return typeof cell === "bigint" || typeof cell === "number" ? Number(cell) : 0;
}

async function explain(
  context: StatementContext,
  connection: DuckDBConnection,
  query: MarkedSql,
  analyze: boolean,
): Promise<string> {
  const sql = `EXPLAIN (${analyze ? "ANALYZE, " : ""}FORMAT JSON) ${query.sql}`;
  const reader = await (await prepare(context, connection, sql)).runAndReadAll();
  const text = reader
    .getRows()
    .map((row) => String(row[1]))
    .join("\n");
  const names = new WrittenNames(context.sql, context.options.dialect, query);
  if (!analyze) return planText(text, names);
  return profileText(text, names) ?? explain(context, connection, query, false);
}
