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
 * A function that the engine has no SQL for. It runs in this process's own thread, some hundred nanoseconds a row, so it is the last resort.
 * Null arguments give null without a call. What it throws fails the statement; `svc!KIND!message` names the kind.
 */
export interface ScriptFunction {
  readonly parameters: readonly ScriptType[];
  readonly result: ScriptType;
  readonly run: (...args: never[]) => DuckDBValue;
}
