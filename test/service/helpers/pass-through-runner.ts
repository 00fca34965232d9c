import type { Batch } from "../../../src/core/blocks/batch.ts";
import type { ColumnData } from "../../../src/core/blocks/column-data.ts";
import type { DuckDBConnection } from "@duckdb/node-api";
import type { Execution, QueryRunner, RunOptions } from "../../../src/engine/contract/engine.ts";
import { DATA_CATALOG } from "../../../src/dialect/storage-names.ts";
import type { Database } from "../../../src/engine/database/database.ts";
import { SqlError } from "../../../src/dialect/sql-error.ts";

const TYPES: Readonly<Record<string, string>> = {
  INTEGER: "integer",
  BIGINT: "bigint",
  DOUBLE: "double",
  BOOLEAN: "boolean",
};

/** Passes statements unchanged to the engine, in its own SQL: the service without a dialect. */
export function passThroughRunner(database: Database): QueryRunner {
  return {
    async run(sql: string, { database: schema, signal, mayWrite }: RunOptions): Promise<Execution> {
      const statement = sql.replace(/^(--.*\n|\s)+/, "");
      const updateType = /^(insert|create table|drop table|create schema)\b/i
        .exec(statement)?.[0]
        .toUpperCase();
      if (updateType !== undefined && !mayWrite)
        throw new SqlError("PERMISSION_DENIED", "The key may only query.");
      const lease = await database.acquire("query", signal);
      const done = (): Promise<void> => lease.release();
      try {
        await lease.connection.run(`SET search_path = '"${DATA_CATALOG}"."${schema}"'`);
        const result = await stream(lease.connection, sql);
        const columns = result.columnNames().map((name, index) => ({
          name,
          type: TYPES[String(result.columnType(index))] ?? "varchar",
        }));
        if (updateType !== undefined) {
          const count = Number((await result.getRows())[0]?.[0] ?? 0);
          database.changes.record(null);
          await done();
          return {
            columns: [],
            batches: none(),
            updateType,
            ...(updateType === "INSERT" ? { updateCount: count } : {}),
          };
        }
        return { columns, batches: batches(result, columns, done) };
      } catch (error) {
        await done();
        throw error;
      }
    },
  };
}

type Streaming = Awaited<ReturnType<DuckDBConnection["stream"]>>;

async function stream(connection: DuckDBConnection, sql: string): Promise<Streaming> {
  try {
    return await connection.stream(sql);
  } catch (cause) {
    const message = (cause as Error).message;
    const kind = /syntax error/.test(message) ? "SYNTAX_ERROR" : "GENERIC_USER_ERROR";
    throw new SqlError(kind, message.split("\n")[0] as string, { line: 1, column: 1 }, cause);
  }
}

async function* none(): AsyncGenerator<Batch> {}

async function* batches(
  result: Streaming,
  columns: readonly { type: string }[],
  done: () => Promise<void>,
): AsyncGenerator<Batch> {
  try {
    for (;;) {
      const chunk = await result.fetchChunk();
      if (!chunk || chunk.rowCount === 0) return;
      const data = columns.map(({ type }, index) => columnData(type, chunk.getColumnValues(index)));
      yield { rowCount: chunk.rowCount, columns: data };
    }
  } finally {
    await done();
  }
}

function columnData(type: string, values: readonly unknown[]): ColumnData {
  if (type === "bigint") {
    return {
      kind: "int64",
      values: BigInt64Array.from(values, (value) => (value as bigint | null) ?? 0n),
      nulls: Uint8Array.from(values, (value) => (value === null ? 1 : 0)),
    };
  }
  if (type === "varchar")
    return { kind: "text", values: values.map((value) => (value === null ? null : String(value as string))) };
  return { kind: "other", values };
}
