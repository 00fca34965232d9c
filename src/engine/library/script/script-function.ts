// This folder: the functions that run in JavaScript, one file per subject, each a list of names with their code.

import type { DuckDBBlobValue } from "@duckdb/node-api";
import type { SqlErrorKind } from "../../../dialect/sql-error.ts";

/** What a function gets, by type. Items of lists may be null, although few functions expect that. */
interface ArgumentTypes {
  readonly text: string;
  readonly integer: number;
  readonly long: bigint;
  readonly double: number;
  readonly boolean: boolean;
  readonly binary: DuckDBBlobValue;
  readonly texts: readonly string[];
  readonly longs: readonly bigint[];
  readonly doubles: readonly number[];
}

/** What a function returns, by type; null for SQL's null. */
interface Results {
  readonly text: string;
  readonly integer: number;
  readonly long: bigint;
  readonly double: number;
  readonly boolean: boolean;
  readonly binary: Uint8Array;
  readonly texts: readonly (string | null)[];
  readonly longs: readonly bigint[];
  readonly doubles: readonly number[];
  readonly textLists: readonly (readonly (string | null)[])[];
  readonly map: Readonly<Record<string, string>>;
}

export type ScriptType = keyof Results;

type ArgumentsOf<Types extends string> = Types extends `${infer First}, ${infer Rest}`
  ? [...ArgumentsOf<First>, ...ArgumentsOf<Rest>]
  : Types extends keyof ArgumentTypes
    ? [ArgumentTypes[Types]]
    : never;

/**
 * A function that can't be written in DuckDB's SQL. It runs on the main thread at some hundred nanoseconds a row, so it is the last resort.
 * Null arguments give null without a call. An exception fails the statement; see {@link refuse}.
 */
export interface ScriptFunction {
  readonly parameters: readonly ScriptType[];
  readonly result: ScriptType;
  readonly run: (...args: never[]) => unknown;
}

/** Fails the statement that calls the function. @throws Error */
export function refuse(
  message: string,
  kind: SqlErrorKind = "INVALID_FUNCTION_ARGUMENT",
  cause?: unknown,
): never {
  throw new Error(`svc!${kind}!${message}`, { cause });
}

/** A function by its signature: `script("(text, long) -> text", (text, count) => …)`. */
export function script<Types extends string, Result extends ScriptType>(
  signature: `(${Types}) -> ${Result}`,
  run: (...args: ArgumentsOf<Types>) => Results[Result] | null,
): ScriptFunction {
  const [parameters, result] = signature.slice(1).split(") -> ") as [string, Result];
  return { parameters: parameters.split(", ") as ScriptType[], result, run: run };
}

/** Remembers the results for up to `most` texts; then it forgets all of them. */
export function cached<T>(most: number, make: (text: string) => T): (text: string) => T {
  const cache = new Map<string, T>();
  return (text) => {
    let value = cache.get(text);
    if (value === undefined) {
      value = make(text);
      if (cache.size >= most) cache.clear();
      cache.set(text, value);
    }
    return value;
  };
}
