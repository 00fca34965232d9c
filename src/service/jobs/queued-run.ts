import { SqlError } from "../../dialect/sql-error.ts";
import type { JobQueue, QueueEntry } from "./job-queue.ts";

/** How a run ended: with what its work gave, or with why there is nothing. */
export type RunEnd<T> = { readonly value: T } | { readonly error: unknown };

export interface RunWork<T> {
  /** Does it, when its turn has come. */
  run(run: QueuedRun<T>): Promise<T>;
  /**
   * Takes its end, once.
   *
   * @param hasBegun - False for a run that was stopped before its turn: where this rejects then, the run waits on. Else it must not.
   */
  end(how: RunEnd<T>, hasBegun: boolean): Promise<void>;
}

/** Timers can't be set for longer. */
const MOST_MS = 2 ** 31 - 1;

/** A job or a statement on its way: it waits for its turn in a queue, runs, and ends once, whatever ends it. */
export class QueuedRun<T> {
  /** Percent done, where it is known. */
  percent: number | null = null;
  readonly #queue: JobQueue;
  readonly #entry: QueueEntry;
  readonly #work: RunWork<T>;
  readonly #stop = new AbortController();
  readonly #timers: NodeJS.Timeout[] = [];
  #leave: () => boolean = () => false;

  constructor(queue: JobQueue, entry: QueueEntry, work: RunWork<T>) {
    this.#queue = queue;
    this.#entry = entry;
    this.#work = work;
  }

  /** Aborted when the run is stopped, with the reason. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Waits for its turn from now on. */
  start(): void {
    this.#leave = this.#queue.add(this.#entry, () => this.#run());
  }

  /** Ends it for a reason: at once where it waits for its turn, else as soon as its work has stopped. */
  async stop(reason: Error): Promise<void> {
    if (!this.#leave()) return this.stopWork(reason);
    try {
      await this.#work.end({ error: reason }, false);
    } catch (error) {
      // It must not wait for ever, and come back at the next start.
      this.start();
      throw error;
    }
  }

  /** Stops what it does; one that waits for its turn waits on. */
  stopWork(reason: Error): void {
    this.#stop.abort(reason);
  }

  /** Stops its work when that time is over. @param what - `execution`: names the time in the error. */
  limitTime(leftMs: number, what: string, limitMs: number): void {
    if (leftMs > MOST_MS) return;
    const message = `Query exceeded the maximum ${what} time limit of ${(limitMs / 1000).toFixed(2)}s`;
    const stop = (): void => this.stopWork(new SqlError("EXCEEDED_TIME_LIMIT", message));
    this.#timers.push(setTimeout(stop, Math.max(0, leftMs)).unref());
  }

  async #run(): Promise<void> {
    const { longestMs } = this.#queue;
    this.limitTime(longestMs, "run", longestMs);
    let how: RunEnd<T>;
    try {
      const value = await this.#work.run(this);
      this.signal.throwIfAborted();
      how = { value };
    } catch (error) {
      how = { error: this.signal.aborted ? this.signal.reason : error };
    }
    for (const timer of this.#timers) clearTimeout(timer);
    await this.#work.end(how, true);
  }
}
