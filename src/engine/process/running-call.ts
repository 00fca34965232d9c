import { SqlError } from "../../dialect/sql-error.ts";
import type { EngineCall } from "./call-port.ts";
import type { WatchedCall } from "./memory-watch.ts";

/** A call from start to end, including a retry in a new process. */
export class RunningCall implements EngineCall, WatchedCall {
  readonly name: string;
  readonly args: readonly unknown[];
  readonly callbacks: Readonly<Record<string, (...args: unknown[]) => unknown>>;
  /** Aborted by the caller's signal, and by {@link stop}; undefined if it can't be stopped. */
  readonly signal: AbortSignal | undefined;
  readonly #stop = new AbortController();
  startedMs = 0;
  /** Deaths of the engine during it for which no other call is to blame. */
  deaths = 0;
  /** Whether the last of them was its own. */
  isBlamed = false;
  /** How long it had run when the engine died, milliseconds; null if it is no suspect. */
  suspectMs: number | null = null;
  /** Whether it began to write. */
  hasWritten = false;

  /** Separates the signal and the callbacks from the last argument. */
  constructor(name: string, args: readonly unknown[]) {
    this.name = name;
    const last = args.at(-1);
    const callbacks: Record<string, (...args: unknown[]) => unknown> = {};
    let signal: AbortSignal | undefined;
    if (typeof last === "object" && last !== null && !Array.isArray(last)) {
      const plain: Record<string, unknown> = {};
      for (const [key, value] of Object.entries(last)) {
        if (isSignal(value)) signal = value;
        else if (typeof value === "function") callbacks[key] = value as (...args: unknown[]) => unknown;
        else plain[key] = value;
      }
      this.args = [...args.slice(0, -1), plain];
    } else this.args = args;
    this.signal = signal && AbortSignal.any([signal, this.#stop.signal]);
    const { onWrite } = callbacks;
    const noteWrite = (): unknown => {
      this.hasWritten = true;
      return onWrite?.();
    };
    const onOverdue = (message: unknown): void =>
      this.stop(new SqlError("EXCEEDED_TIME_LIMIT", String(message)));
    this.callbacks = signal ? { ...callbacks, onWrite: noteWrite, onOverdue } : callbacks;
  }

  /** Idempotency key of a statement's writes. */
  get writeId(): string | undefined {
    return (this.args.at(-1) as { writeId?: string } | undefined)?.writeId;
  }

  get stopped(): boolean {
    return this.signal?.aborted !== false;
  }

  stop(reason: Error): void {
    this.#stop.abort(reason);
  }
}

function isSignal(value: unknown): value is AbortSignal {
  return typeof value === "object" && value !== null && "throwIfAborted" in value;
}
