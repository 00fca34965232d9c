import { SqlError } from "../../dialect/sql-error.ts";
import { Fault } from "../../engine/errors/fault.ts";
import type { JobQueue, QueueEntry } from "./job-queue.ts";

export type RunEnd<T> = { readonly value: T } | { readonly error: unknown };

export interface RunWork<T> {
  /** Called when the run's turn has come. */
  run(run: QueuedRun<T>): Promise<T>;
  /**
   * Called once at the end.
   *
   * @param hasBegun - False if it was stopped while waiting: a rejection then re-enqueues it. Else it must not reject.
   */
  end(how: RunEnd<T>, hasBegun: boolean): Promise<void>;
}

/** Longest delay of a Node.js timer. */
const MAX_MS = 2 ** 31 - 1;

const ENDED: RunWork<never> = {
  run: () => Promise.reject(new Error("The run has ended.")),
  end: () => Promise.resolve(),
};

/** A job or statement on its way: it waits in a queue, runs, and ends exactly once. */
export class QueuedRun<T> {
  /** Percent done; null if unknown. */
  percent: number | null = null;
  readonly #queue: JobQueue;
  readonly #entry: QueueEntry;
  /** Replaced at the end: it holds the statement. */
  #work: RunWork<T>;
  readonly #stop = new AbortController();
  readonly #timers: NodeJS.Timeout[] = [];
  #leave: () => boolean = () => false;

  constructor(queue: JobQueue, entry: QueueEntry, work: RunWork<T>) {
    this.#queue = queue;
    this.#entry = entry;
    this.#work = work;
  }

  /** Aborted with the reason when the run is stopped. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  start(): void {
    this.#leave = this.#queue.add(this.#entry, () => this.#run());
  }

  /** Stops the run: at once while it waits, otherwise as soon as its work has stopped. */
  async stop(reason: Error): Promise<void> {
    if (!this.#leave()) return this.stopWork(reason);
    try {
      await this.#work.end({ error: reason }, false);
      this.#work = ENDED;
    } catch (error) {
      // Back into the queue: it must not hang, only to reappear at the next start.
      this.start();
      throw error;
    }
  }

  /** Aborts the work; a waiting run goes on waiting. */
  stopWork(reason: Error): void {
    this.#stop.abort(reason);
  }

  /** Stops the run with an error after `leftMs`. @param what - Name of the limit in the error: `execution`. */
  limitTime(leftMs: number, what: string, limitMs: number): void {
    if (leftMs > MAX_MS) return;
    const message = `Query exceeded the maximum ${what} time limit of ${(limitMs / 1000).toFixed(2)}s`;
    const stop = (): void => this.stopWork(new SqlError("EXCEEDED_TIME_LIMIT", message));
    this.#timers.push(setTimeout(stop, Math.max(0, leftMs)).unref());
  }

  async #run(): Promise<void> {
    const { longestMs } = this.#queue;
    this.limitTime(longestMs, "run", longestMs);
    let how: RunEnd<T>;
    try {
      // A stop that comes after this is too late: the work may have written.
      how = { value: await this.#work.run(this) };
    } catch (error) {
      how = { error: this.signal.aborted && !(error instanceof Fault) ? this.signal.reason : error };
    }
    for (const timer of this.#timers) clearTimeout(timer);
    await this.#work.end(how, true);
    this.#work = ENDED;
  }
}
