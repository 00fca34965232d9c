import type { DuckDBConnection, DuckDBDataChunk, DuckDBPreparedStatement } from "@duckdb/node-api";

/** Some rows of a result with their count, as every access to `rowCount` is a native call. */
export interface ResultChunk {
  readonly chunk: DuckDBDataChunk;
  readonly count: number;
}

/** The engine's kind of a result that has an error. */
const INVALID = 0;

/**
 * Runs a query, and returns a function that gives its next chunk, or null behind the last one.
 *
 * When a query fails after its first chunks, the binding gives an empty chunk, as at the end, and no error. The query then runs once more to
 * have its error.
 *
 * @param sql - What was prepared.
 * @param check - Called around each chunk; throws to end the query.
 */
export async function streamChunks(
  connection: DuckDBConnection,
  prepared: DuckDBPreparedStatement,
  sql: string,
  check: () => void = () => undefined,
): Promise<() => Promise<ResultChunk | null>> {
  const result = await prepared.stream();
  return async () => {
    check();
    const chunk = await result.fetchChunk();
    const count = chunk?.rowCount ?? 0;
    check();
    if (chunk !== null && count > 0) return { chunk, count };
    if ((result.returnType as number) === INVALID) throw await errorOf(connection, sql, result.columnCount);
    return null;
  };
}

/** The error of a query that failed: it is run again for all of its values, which are not kept. */
async function errorOf(connection: DuckDBConnection, sql: string, columnCount: number): Promise<unknown> {
  const names = Array.from({ length: columnCount }, (_, i) => `c${i + 1}`).join(", ");
  // On lines of its own, as an error quotes the line of its place.
  const whole = `SELECT bit_xor(hash(${names})) FROM (\n${sql}\n) AS o(${names})`;
  return connection.run(whole).then(
    () => new Error("the query failed after its first rows, and did not fail again: run it again"),
    (error: unknown) => error,
  );
}
