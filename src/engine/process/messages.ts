import type { LogEntry } from "../errors/log.ts";
import type { SerializedError } from "../errors/serialized-error.ts";

/** Messages from the service to the engine's process. `id` names the call. */
export type EngineRequest =
  | {
      readonly kind: "call";
      readonly id: number;
      /** A method of the engine, such as `storage.listTables`. */
      readonly name: string;
      readonly args: readonly unknown[];
      /** Names of the last argument's functions: the engine's process calls them back. */
      readonly callbacks: readonly string[];
    }
  /** The caller's signal was aborted. */
  | { readonly kind: "abort"; readonly id: number }
  /** The reader has taken a stream item, and has room for one more. */
  | { readonly kind: "next"; readonly id: number }
  /** The reader stops before the end of the stream. */
  | { readonly kind: "stop"; readonly id: number };

/** Messages from the engine's process to the service. */
export type EngineMessage =
  /** The result of the call. `stream` names the member whose items follow; null if there is none. */
  | { readonly kind: "value"; readonly id: number; readonly value: unknown; readonly stream: string | null }
  | { readonly kind: "item"; readonly id: number; readonly value: unknown }
  /** The stream is over: at its end, or because the reader stopped. */
  | { readonly kind: "end"; readonly id: number }
  /** The call, or its stream, failed. */
  | { readonly kind: "error"; readonly id: number; readonly error: SerializedError }
  /** Calls a callback of the last argument. */
  | {
      readonly kind: "callback";
      readonly id: number;
      readonly name: string;
      readonly args: readonly unknown[];
    }
  | { readonly kind: "log"; readonly entry: LogEntry }
  /** The process exits: by a fault of the database in the call `id`, or by one outside any call. */
  | { readonly kind: "fatal"; readonly id: number | null; readonly error: SerializedError };

/** Items of a stream that are on their way before the reader asks: one is processed there while the next is produced here. */
export const READ_AHEAD = 2;

let waiting: { readonly answer: EngineMessage; readonly sent: () => void }[] = [];

/**
 * Sends the service an answer. Those of one turn go together, as a message costs more than its content: value, rows and end of a small result.
 * Without a connection the service is gone, and this process is about to be killed.
 *
 * @returns resolves when it is sent.
 */
export function postAnswer(answer: EngineMessage): Promise<void> {
  return new Promise((sent) => {
    if (waiting.push({ answer, sent }) === 1) process.nextTick(sendWaiting);
  });
}

function sendWaiting(): void {
  const answers = waiting;
  waiting = [];
  const sent = (): void => answers.forEach((one) => one.sent());
  if (process.connected)
    process.send?.(
      answers.map(({ answer }) => answer),
      undefined,
      undefined,
      sent,
    );
}

/** The name of the member that is an async iterable; null if there is none. */
export function streamOf(value: unknown): string | null {
  if (typeof value !== "object" || value === null) return null;
  const isStream = (item: unknown): boolean =>
    typeof item === "object" && item !== null && Symbol.asyncIterator in item;
  return Object.entries(value).find(([, item]) => isStream(item))?.[0] ?? null;
}
