import { SqlError } from "../../dialect/sql-error.ts";

/** A call that can be stopped when it takes too much memory. */
export interface WatchedCall {
  /** Memory of the engine's process when the call began, bytes. */
  readonly startedBytes: number;
  readonly stopped: boolean;
  stop(reason: Error): void;
}

export interface MemoryWatchOptions {
  readonly limitBytes: number;
  /** Running calls, oldest first. */
  readonly calls: () => readonly WatchedCall[];
  /** Kills the engine's process, which frees all its memory. */
  readonly endProcess: (why: string) => void;
  /** @default performance.now */
  readonly nowMs?: () => number;
}

/** Beyond this multiple of the limit the process is killed without waiting for a statement to stop. */
const HARD = 1.25;
/** How long memory may stay beyond the limit after a statement was stopped for it. */
const PATIENCE_MS = 700;
/**
 * An idle process is killed after `ms` if it holds more than `share` of the limit beyond its idle baseline. Soon after an
 * aborted statement, whose memory is garbage; late otherwise, because the memory is cache that the next statements use.
 */
const KEPT = { afterStop: { ms: 1000, share: 0.1 }, else: { ms: 60_000, share: 0.5 } };
/** A statement explains an excess if memory grew since its start by this share of the growth of all. */
const EXPLAINS = 0.5;

/** Keeps the engine's process below a memory limit: stops the statement that takes it, and kills the process if that does not help. */
export class MemoryWatch {
  readonly #options: MemoryWatchOptions;
  readonly #nowMs: () => number;
  /** Baseline: least memory that the process held while idle. */
  #idleBytes = Infinity;
  /** Idle since; null while calls run. */
  #idleMs: number | null = null;
  #hasStopped = false;
  #actedMs = -Infinity;
  #actedBytes = 0;

  constructor(options: MemoryWatchOptions) {
    this.#options = options;
    this.#nowMs = options.nowMs ?? (() => performance.now());
  }

  /** To be called when a statement was aborted. */
  reportStop(): void {
    this.#hasStopped = true;
  }

  /** Takes the current memory of the process, several times a second. */
  report(bytes: number): void {
    const { limitBytes, calls } = this.#options;
    const running = calls();
    const nowMs = this.#nowMs();
    if (running.length > 0) this.#idleMs = null;
    else {
      this.#idleMs ??= nowMs;
      this.#idleBytes = Math.min(this.#idleBytes, bytes);
      const { ms, share } = KEPT[this.#hasStopped ? "afterStop" : "else"];
      if (bytes - this.#idleBytes > share * limitBytes && nowMs - this.#idleMs >= ms)
        return this.#endProcess("it kept memory that it no longer needed");
    }
    if (bytes <= limitBytes) return;
    const since = nowMs - this.#actedMs;
    // A stopped statement frees its memory step by step.
    if (since < PATIENCE_MS && bytes <= HARD * limitBytes) return;
    if (since < 2 * PATIENCE_MS && bytes < 0.9 * this.#actedBytes) return;
    const call = this.#callToEnd(running, bytes);
    call?.stop(overLimit(limitBytes));
    this.#actedMs = nowMs;
    this.#actedBytes = bytes;
    if (call === null || bytes > HARD * limitBytes)
      this.#endProcess(`it used more than its ${sizeText(limitBytes)} of memory`);
  }

  #endProcess(why: string): void {
    this.#idleBytes = Infinity;
    this.#idleMs = null;
    this.#hasStopped = false;
    this.#options.endProcess(why);
  }

  /** The newest call that explains most of the growth. */
  #callToEnd(running: readonly WatchedCall[], bytes: number): WatchedCall | null {
    const candidates = running.filter(({ stopped }) => !stopped);
    const idle = Math.min(this.#idleBytes, ...candidates.map(({ startedBytes }) => startedBytes));
    const growth = (call: WatchedCall): number => bytes - call.startedBytes;
    const explaining = candidates.filter((call) => growth(call) >= EXPLAINS * (bytes - idle));
    return explaining.at(-1) ?? candidates.at(-1) ?? null;
  }
}

function overLimit(limitBytes: number): SqlError {
  return new SqlError(
    "EXCEEDED_LIMIT",
    `the statement was stopped because the engine needed more than its ${sizeText(limitBytes)} of memory; work on less data at once, or start the service with a larger --memory`,
  );
}

/** `512 MB`, `1.5 GB`. */
export function sizeText(bytes: number): string {
  const mega = bytes / 2 ** 20;
  return mega < 1024 ? `${Math.round(mega)} MB` : `${Number((mega / 1024).toFixed(1))} GB`;
}
