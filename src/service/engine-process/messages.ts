import type { LogEntry } from "../errors/log.ts";
import type { WireError } from "./wire-error.ts";

/** What the service's process sends. `id` names the call that a message belongs to. */
export type Request =
  | {
      readonly kind: "call";
      readonly id: number;
      /** A method of the engine, such as `storage.listTables`. */
      readonly name: string;
      readonly args: readonly unknown[];
      /** Functions of the last argument: calling one there calls it here. */
      readonly callbacks: readonly string[];
    }
  /** The caller's signal was aborted. */
  | { readonly kind: "abort"; readonly id: number }
  /** The reader has room for one more item. */
  | { readonly kind: "next"; readonly id: number }
  /** The reader stops before the end. */
  | { readonly kind: "stop"; readonly id: number };

/** What the engine's process sends. */
export type Answer =
  /** What the call gives. `stream` names the member whose items follow; null where there is none. */
  | { readonly kind: "value"; readonly id: number; readonly value: unknown; readonly stream: string | null }
  | { readonly kind: "item"; readonly id: number; readonly value: unknown }
  /** The stream is over: at its end, or because the reader stopped. */
  | { readonly kind: "end"; readonly id: number }
  /** The call, or its stream, failed. */
  | { readonly kind: "error"; readonly id: number; readonly error: WireError }
  /** A function of the last argument was called. */
  | {
      readonly kind: "callback";
      readonly id: number;
      readonly name: string;
      readonly args: readonly unknown[];
    }
  | { readonly kind: "log"; readonly entry: LogEntry }
  /** Something failed that belongs to no call: the process ends. */
  | { readonly kind: "fatal"; readonly error: WireError };

/** The member of a value whose items are read one after another; null where it has none. */
export function streamOf(value: unknown): string | null {
  if (typeof value !== "object" || value === null) return null;
  const isStream = (item: unknown): boolean =>
    typeof item === "object" && item !== null && Symbol.asyncIterator in item;
  return Object.entries(value).find(([, item]) => isStream(item))?.[0] ?? null;
}
