import type { LogEntry } from "../log.ts";
import type { WireError } from "./wire-error.ts";

/** What the service's thread sends. `id` names the call that a message belongs to. */
export type Request =
  | { readonly kind: "call"; readonly id: number; readonly name: string; readonly args: readonly unknown[] }
  /** The caller's signal was aborted. */
  | { readonly kind: "abort"; readonly id: number }
  /** The reader has room for one more item. */
  | { readonly kind: "next"; readonly id: number }
  /** The reader stops before the end. */
  | { readonly kind: "stop"; readonly id: number };

/** What the engine's thread sends. */
export type Answer =
  /** What the call gives; items follow where it opened a stream. */
  | { readonly kind: "value"; readonly id: number; readonly value: unknown; readonly stream: boolean }
  | { readonly kind: "item"; readonly id: number; readonly value: unknown }
  /** The stream is over: at its end, or because the reader stopped. */
  | { readonly kind: "end"; readonly id: number }
  /** The call, or its stream, failed. */
  | { readonly kind: "error"; readonly id: number; readonly error: WireError }
  /** News of a call that goes on. */
  | { readonly kind: "news"; readonly id: number; readonly value: unknown }
  | { readonly kind: "log"; readonly entry: LogEntry }
  /** Something failed that belongs to no call: the thread closes the data file and ends. */
  | { readonly kind: "fatal"; readonly error: WireError };
