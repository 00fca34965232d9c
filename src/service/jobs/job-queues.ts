import type { Dialect } from "../../dialect/dialect.ts";
import { JobQueue } from "./job-queue.ts";

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
