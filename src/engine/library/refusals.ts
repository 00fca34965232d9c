import type { DuckDBConnection } from "@duckdb/node-api";
import { CONNECTION_VARIABLE } from "../../dialect/sql/print-sql.ts";
import { isRefusal, type SqlErrorKind } from "../../dialect/sql-error.ts";

/** The limit that a script function met inside TRY, which hides errors, by the number of the statement's connection. */
const met = new Map<number, Error>();
const numbers = new WeakMap<DuckDBConnection, number>();
let count = 0;

/** Gives the connection its number, which script functions inside TRY get as an argument. */
export async function numberConnection(connection: DuckDBConnection): Promise<void> {
  numbers.set(connection, ++count);
  await connection.run(`SET VARIABLE ${CONNECTION_VARIABLE} = ${count}`);
}

/** Keeps an error of a script function if it is a refusal or a limit. */
export function noteRefusal(connection: number, error: unknown): void {
  const kind = /^svc!([A-Z_]+)!/.exec((error as Error).message)?.[1];
  if (kind !== undefined && isRefusal(kind as SqlErrorKind)) met.set(connection, error as Error);
}

/** Forgets what earlier statements of the connection met. */
export function forgetRefusal(connection: DuckDBConnection): void {
  met.delete(numbers.get(connection) ?? 0);
}

/** @throws what a script function of the connection's statement refused inside TRY */
export function failOnRefusal(connection: DuckDBConnection): void {
  const error = met.get(numbers.get(connection) ?? 0);
  if (error !== undefined) throw error;
}
