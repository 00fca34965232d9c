import { Fault } from "../../engine/errors/fault.ts";
import { isFinished, type Job, type NewJob } from "./job.ts";
import { openJobJournal, type JobJournal, type JournalOptions } from "./job-journal.ts";

/** Error text of an interrupted job. @param isIn - Whether its changes were committed; null if unknown. */
export function stoppedFault(isIn: boolean | null): string {
  const what =
    isIn === null
      ? "before you issue it again, check whether its changes were made"
      : isIn
        ? "all of its changes were made"
        : "none of its changes were made: issue it again";
  return `The service was stopped while this job ran; ${what}.`;
}

/** All jobs: in memory for reads, in the journal for durability. */
export class JobStore {
  readonly #journal: JobJournal;
  readonly #jobs: Map<string, Job>;
  /** Ids of jobs by {@link keyOf}. */
  readonly #domainKeys = new Map<string, string>();
  readonly #waiting = new Map<string, Set<() => void>>();
  #lastId: number;
  #bytes = 0;

  constructor(journal: JobJournal, jobs: readonly Job[], lastId: number) {
    this.#journal = journal;
    this.#jobs = new Map(jobs.map((job) => [job.id, job]));
    this.#lastId = lastId;
    for (const job of jobs) {
      this.#bytes += bytesOf(job);
      const key = keyOf(job);
      if (key !== null) this.#domainKeys.set(key, job.id);
    }
  }

  get count(): number {
    return this.#jobs.size;
  }

  /** Bytes of all jobs in the journal, about. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Newest first. */
  list(): Job[] {
    return [...this.#jobs.values()].reverse();
  }

  /** @throws Fault `not_found`. */
  get(id: string): Job {
    const job = this.#jobs.get(id);
    if (!job) throw new Fault("not_found", `Job ${id} does not exist.`);
    return job;
  }

  /** The user's job with a domain key. @throws Fault `not_found`. */
  getByDomainKey(userName: string, domainKey: string): Job {
    const id = this.#domainKeys.get(keyOf({ userName, domainKey }) as string);
    if (id === undefined) throw new Fault("not_found", `No job of yours has the domain key ${domainKey}.`);
    return this.get(id);
  }

  /** Resolves once the job is on disk. @throws Fault `already_exists` when the user's domain key is taken. */
  async add(fields: NewJob): Promise<Job> {
    const key = keyOf(fields);
    const holder = key === null ? undefined : this.#domainKeys.get(key);
    if (holder !== undefined)
      throw new Fault("already_exists", `Job ${holder} has the domain key ${fields.domainKey} already.`, {
        conflicts_with: holder,
      });
    const job: Job = {
      ...fields,
      id: String(++this.#lastId),
      status: "queued",
      startedAtMs: null,
      endedAtMs: null,
      columns: null,
      rowCount: null,
      resultSize: null,
      output: "",
      fault: null,
    };
    if (key !== null) this.#domainKeys.set(key, job.id);
    try {
      await this.#journal.write(job.id, job);
    } catch (error) {
      // The job does not exist: its key must be free for a retry.
      if (key !== null) this.#domainKeys.delete(key);
      throw error;
    }
    this.#jobs.set(job.id, job);
    this.#bytes += bytesOf(job);
    return job;
  }

  /** Changes a job and its journal. {@link waitForEnd} resolves once the end is on disk. */
  async update(job: Job, change: Partial<Job>): Promise<void> {
    // A forgotten job is not in the journal, so neither is the change.
    if (this.#jobs.get(job.id) !== job) return this.#apply(job, change);
    // An end is published only once durable: a client that saw `success` must find it after a crash.
    await this.#journal.write(job.id, change);
    this.#apply(job, change);
  }

  /**
   * Ends a job whose end could not be written, so that no client waits for ever. The next start finds it `running` and
   * marks it as interrupted, which is correct.
   */
  failUnwritten(job: Job, endedAtMs: number, fault: string): void {
    this.#apply(job, { status: "error", endedAtMs, fault });
  }

  #apply(job: Job, change: Partial<Job>): void {
    const isKept = this.#jobs.get(job.id) === job;
    if (isKept) this.#bytes -= bytesOf(job);
    Object.assign(job, change);
    if (isKept) this.#bytes += bytesOf(job);
    if (isFinished(job)) {
      for (const wake of this.#waiting.get(job.id) ?? []) wake();
      this.#waiting.delete(job.id);
    }
  }

  async waitForEnd(job: Job, waitMs: number): Promise<void> {
    if (isFinished(job) || waitMs <= 0) return;
    await new Promise<void>((resolve) => {
      const waiting = this.#waiting.get(job.id) ?? new Set();
      this.#waiting.set(job.id, waiting);
      const done = (): void => {
        clearTimeout(timer);
        waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, waitMs);
      waiting.add(done);
    });
  }

  /** Removes ended jobs for good. */
  async forget(jobs: readonly Job[]): Promise<void> {
    for (const job of jobs) {
      if (this.#jobs.delete(job.id)) this.#bytes -= bytesOf(job);
      const key = keyOf(job);
      if (key !== null) this.#domainKeys.delete(key);
    }
    await this.#journal.forget(jobs.map((job) => job.id));
  }

  close(): Promise<void> {
    return this.#journal.close();
  }
}

/** Bytes of a job's fields other than texts, and of a column's besides its name and type. */
const JOB_BYTES = 500;
const COLUMN_BYTES = 40;

/** Lengths of the texts that never change, which may be long. */
const queryBytes = new WeakMap<NewJob, number>();

/** Bytes of a job in the journal, about. */
export function bytesOf(job: NewJob & Partial<Pick<Job, "output" | "fault" | "columns">>): number {
  const { query, domainKey, output = "", fault, columns } = job;
  const fixed = queryBytes.get(job) ?? jsonBytes(query) + jsonBytes(domainKey ?? "");
  queryBytes.set(job, fixed);
  let bytes = JOB_BYTES + fixed + jsonBytes(output) + jsonBytes(fault ?? "");
  for (const { name, type } of columns ?? []) bytes += jsonBytes(name) + jsonBytes(type) + COLUMN_BYTES;
  return bytes;
}

/** Bytes of a text as JSON, where a control character takes six. */
const jsonBytes = (text: string): number => Buffer.byteLength(JSON.stringify(text));

/** Domain keys are scoped by user: users neither block nor see each other's. */
function keyOf({ userName, domainKey }: Pick<Job, "userName" | "domainKey">): string | null {
  return domainKey === null ? null : JSON.stringify([userName, domainKey]);
}

/**
 * Opens the jobs of a data folder. Jobs that were running when the service last stopped have failed; queued ones stay
 * queued.
 */
export async function openJobStore(
  path: string,
  nowMs: number,
  options: JournalOptions & {
    /** Whether the changes of a job were committed; null if unknown. */
    readonly isIn?: (job: Job) => Promise<boolean | null>;
    /** An id that was given before. @default 0 */
    readonly leastId?: number;
  } = {},
): Promise<JobStore> {
  const { journal, content } = await openJobJournal(path, options);
  const lastId = Math.max(content.lastId, options.leastId ?? 0);
  const store = new JobStore(journal, content.jobs, lastId);
  for (const job of content.jobs) {
    if (job.status !== "running") continue;
    await store.update(job, {
      status: "error",
      endedAtMs: nowMs,
      fault: stoppedFault((await options.isIn?.(job)) ?? null),
    });
  }
  return store;
}
