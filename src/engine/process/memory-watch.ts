import { SqlError } from "../../dialect/sql-error.ts";

/** A call that can be stopped when it takes too much memory. */
export interface WatchedCall {
  /** When it began in this process, by the watch's clock. */
  readonly startedMs: number;
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
/** A statement explains an excess if its growth is at least these shares: of the largest growth, and of the limit. */
const EXPLAINS = { ofLargest: 0.5, ofLimit: 0.15 };

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
  /** The last report of the process. */
  #last = { ms: 0, bytes: Infinity };
  /** Estimated growth of memory by each running call, bytes. */
  #growth = new Map<WatchedCall, number>();

  constructor(options: MemoryWatchOptions) {
    this.#options = options;
    this.#nowMs = options.nowMs ?? (() => performance.now());
  }

  /** To be called when a statement was aborted. */
  reportStop(): void {
    this.#hasStopped = true;
  }

  /** Records the memory of a process before its first statement, as the base for what statements add. */
  reportOpening(bytes: number): void {
    this.#last = { ms: this.#nowMs(), bytes };
    this.#growth.clear();
    this.#actedMs = -Infinity;
  }

  /** Records the current memory of the process; called several times a second. */
  report(bytes: number): void {
    const { limitBytes, calls } = this.#options;
    const running = calls();
    const nowMs = this.#nowMs();
    this.#shareOut(running, nowMs, bytes);
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
    const isFar = bytes > HARD * limitBytes;
    // Killing the process frees what the statement stopped just before holds, so no other has to stop.
    const call = isFar && since < PATIENCE_MS ? null : this.#callToStop(running);
    call?.stop(overLimit(limitBytes));
    this.#actedMs = nowMs;
    this.#actedBytes = bytes;
    if (call === null || isFar) this.#endProcess(`it used more than its ${sizeText(limitBytes)} of memory`);
  }

  #endProcess(why: string): void {
    this.#idleBytes = Infinity;
    this.#idleMs = null;
    this.#hasStopped = false;
    this.#options.endProcess(why);
  }

  /**
   * Splits the growth of memory since the last report among the calls that ran, by their running times. The shares of calls that have ended
   * are dropped.
   */
  #shareOut(running: readonly WatchedCall[], nowMs: number, bytes: number): void {
    const [last, before] = [this.#last, this.#growth];
    this.#last = { ms: nowMs, bytes };
    const ranMs = running.map(({ startedMs }) => Math.max(0, nowMs - Math.max(last.ms, startedMs)));
    const added = Math.max(0, bytes - last.bytes);
    const allMs = ranMs.reduce((sum, ms) => sum + ms, 0);
    const perMs = added / Math.max(1, nowMs - last.ms, allMs);
    // Which of them released memory is unknown.
    const share = Math.min(1, bytes / last.bytes);
    this.#growth = new Map(
      running.map((call, i) => [call, (before.get(call) ?? 0) * share + ranMs[i]! * perMs]),
    );
  }

  /** The newest call that explains the excess; null if none does that can be stopped. */
  #callToStop(running: readonly WatchedCall[]): WatchedCall | null {
    const least = Math.max(
      EXPLAINS.ofLimit * this.#options.limitBytes,
      EXPLAINS.ofLargest * Math.max(...this.#growth.values()),
    );
    return running.findLast((call) => !call.stopped && this.#growth.get(call)! >= least) ?? null;
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
