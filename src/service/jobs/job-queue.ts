import { tooMany } from "../../engine/errors/fault.ts";
import type { Dialect } from "../../dialect/dialect.ts";

export interface QueueLimits {
  /** Maximum concurrent runs of one user. */
  readonly perUser: number;
  /** Maximum concurrent runs. More than `perUser` leaves room for others whatever one user runs. @default `perUser` */
  readonly total?: number;
  /** Maximum runs of one user that wait. @default 1000 */
  readonly waiting?: number;
  /** Receives rejections of `start`; the queue goes on. */
  readonly onFault?: (error: unknown) => void;
  /** Time limit of a run, milliseconds. @default none */
  readonly longestMs?: number;
}

/** What scheduling needs. */
export interface QueueEntry {
  readonly userName: string;
  readonly priority: number;
}

/** @param start - Must not reject: the run reports its own failure. */
interface WaitingRun extends QueueEntry {
  readonly start: () => Promise<void>;
}

const RETRY_AFTER_SECONDS = 5;

/**
 * Runs a limited number of runs at a time. The next one belongs to the user with the fewest running, so that many statements
 * of one user don't delay the few of another; among equals the highest priority goes first, then the oldest.
 */
export class JobQueue {
  readonly #limits: Required<QueueLimits>;
  readonly #waiting: WaitingRun[] = [];
  readonly #running = new Set<Promise<void>>();
  readonly #runningOf = new Map<string, number>();
  #closed = false;

  constructor(limits: QueueLimits) {
    this.#limits = {
      total: limits.perUser,
      waiting: 1000,
      onFault: () => undefined,
      longestMs: Infinity,
      ...limits,
    };
  }

  get longestMs(): number {
    return this.#limits.longestMs;
  }

  get running(): number {
    return this.#running.size;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** @throws Fault `too_many` when too many runs of the user wait. */
  checkRoom(userName: string): void {
    const count = this.#waiting.filter((other) => other.userName === userName).length;
    if (count < this.#limits.waiting) return;
    throw tooMany(
      RETRY_AFTER_SECONDS,
      `${count} of your statements are queued already; kill some, or try again later.`,
    );
  }

  /** @param start - Must not reject. @returns removes the run; false if it has started already. */
  add(entry: QueueEntry, start: () => Promise<void>): () => boolean {
    const waiting: WaitingRun = { ...entry, start };
    const before = this.#waiting.findIndex((other) => other.priority < entry.priority);
    this.#waiting.splice(before < 0 ? this.#waiting.length : before, 0, waiting);
    this.#startNext();
    return () => {
      const index = this.#waiting.indexOf(waiting);
      if (index >= 0) this.#waiting.splice(index, 1);
      return index >= 0;
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#running);
  }

  #startNext(): void {
    while (!this.#closed && this.#running.size < this.#limits.total) {
      const next = this.#takeNext();
      if (!next) return;
      const { userName } = next;
      this.#count(userName, 1);
      const run: Promise<void> = next
        .start()
        .catch(this.#limits.onFault)
        .finally(() => {
          this.#running.delete(run);
          this.#count(userName, -1);
          this.#startNext();
        });
      this.#running.add(run);
    }
  }

  #takeNext(): WaitingRun | undefined {
    let best = -1;
    let least = this.#limits.perUser;
    for (const [index, { userName }] of this.#waiting.entries()) {
      const running = this.#runningOf.get(userName) ?? 0;
      if (running >= least) continue;
      best = index;
      least = running;
      if (running === 0) break;
    }
    return best < 0 ? undefined : this.#waiting.splice(best, 1)[0];
  }

  #count(userName: string, change: number): void {
    const running = (this.#runningOf.get(userName) ?? 0) + change;
    if (running === 0) this.#runningOf.delete(userName);
    else this.#runningOf.set(userName, running);
  }
}

/** Maximum concurrent statements and loads of one user. */
export interface Concurrency {
  /** In the embedded engine: each holds a thread. */
  readonly embedded: number;
  /** On each cluster: each holds a page of its result. */
  readonly cluster: number;
}

/** Additional concurrent runs of other users. */
const FOR_OTHERS = 1;

/** Time limit in the embedded engine, because a lost client leaves its job behind. Clusters have limits of their own. */
const MAX_MS = 6 * 3600_000;

/** One queue for the embedded engine's statements and all loads, and one for each cluster. */
export class JobQueues {
  readonly #queues: ReadonlyMap<string, JobQueue>;

  /** @param clusters - Dialects that run on a cluster. @param onFault - Receives unexpected rejections of runs. */
  constructor(
    { embedded, cluster }: Concurrency,
    clusters: readonly Dialect[],
    onFault: (error: unknown) => void = () => undefined,
  ) {
    const queue = (perUser: number, longestMs = Infinity): JobQueue =>
      new JobQueue({ perUser, total: perUser + FOR_OTHERS, longestMs, onFault });
    this.#queues = new Map([
      ["embedded", queue(embedded, MAX_MS)],
      ...clusters.map((dialect): [string, JobQueue] => [dialect, queue(cluster)]),
    ]);
  }

  /** The queue of a dialect's statements; of loads for null. */
  of(dialect: Dialect | null): JobQueue {
    return this.#queues.get(dialect ?? "embedded") ?? (this.#queues.get("embedded") as JobQueue);
  }

  get running(): number {
    return [...this.#queues.values()].reduce((sum, { running }) => sum + running, 0);
  }

  get waiting(): number {
    return [...this.#queues.values()].reduce((sum, { waiting }) => sum + waiting, 0);
  }

  /** By engine: `embedded`, and the dialects of clusters. */
  entries(): Iterable<readonly [engine: string, queue: JobQueue]> {
    return this.#queues.entries();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#queues.values()].map((queue) => queue.close()));
  }
}
