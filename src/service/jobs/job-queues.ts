import type { Dialect } from "../../dialect/dialect.ts";
import { JobQueue } from "./job-queue.ts";

/** How many statements and loads of one user run at a time. */
export interface Concurrency {
  /** In the embedded engine: each holds a thread. */
  readonly embedded: number;
  /** On each cluster: each holds a page of its result. */
  readonly cluster: number;
}

/** How many more run when they are other users'. */
const FOR_OTHERS = 1;

/** Longest run in the embedded engine: a client that is lost leaves its job behind. Clusters have limits of their own. */
const LONGEST_MS = 6 * 3600_000;

/** Who waits behind whom: the embedded engine's statements and all loads in one queue, and each cluster's statements in one. */
export class JobQueues {
  readonly #queues: ReadonlyMap<string, JobQueue>;

  /** @param clusters - Dialects that run on a cluster. @param onFault - Takes the faults of work that did not report them itself. */
  constructor(
    { embedded, cluster }: Concurrency,
    clusters: readonly Dialect[],
    onFault: (error: unknown) => void = () => undefined,
  ) {
    const queue = (perUser: number, longestMs = Infinity): JobQueue =>
      new JobQueue({ perUser, total: perUser + FOR_OTHERS, longestMs, onFault });
    this.#queues = new Map([
      ["embedded", queue(embedded, LONGEST_MS)],
      ...clusters.map((dialect): [string, JobQueue] => [dialect, queue(cluster)]),
    ]);
  }

  /** The queue of a dialect's statements; null is that of loads. */
  of(dialect: Dialect | null): JobQueue {
    return this.#queues.get(dialect ?? "embedded") ?? (this.#queues.get("embedded") as JobQueue);
  }

  get running(): number {
    return [...this.#queues.values()].reduce((sum, { running }) => sum + running, 0);
  }

  get waiting(): number {
    return [...this.#queues.values()].reduce((sum, { waiting }) => sum + waiting, 0);
  }

  /** By what the statements run on: `embedded`, and the dialects of clusters. */
  entries(): Iterable<readonly [engine: string, queue: JobQueue]> {
    return this.#queues.entries();
  }

  /** Starts nothing more and waits for what runs. */
  async close(): Promise<void> {
    await Promise.all([...this.#queues.values()].map((queue) => queue.close()));
  }
}
