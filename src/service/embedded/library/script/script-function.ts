import type { DuckDBValue } from "@duckdb/node-api";

export type ScriptType =
  | "text"
  | "integer"
  | "long"
  | "boolean"
  | "binary"
  | "texts"
  | "longs"
  | "textLists"
  | "any"
  | "double"
  | "doubles"
  | "map";

/**
 * A function that can't be written in DuckDB's SQL. It runs on the main thread at some hundred nanoseconds a row, so it is the last resort.
 * Null arguments give null without a call. An exception fails the statement; `svc!KIND!message` sets the error's kind.
 */
export interface ScriptFunction {
  readonly parameters: readonly ScriptType[];
  readonly result: ScriptType;
  readonly run: (...args: never[]) => DuckDBValue;
}
