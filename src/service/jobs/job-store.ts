import { Fault } from "../fault.ts";
import { isFinished, type Job } from "./job.ts";
import { openJobJournal, type JobJournal, type JournalOptions } from "./job-journal.ts";

/** What is known of a job when it is issued; the store adds the rest. */
export type NewJob = Pick<
  Job,
  | "type"
  | "database"
  | "query"
  | "priority"
  | "retryLimit"
  | "domainKey"
  | "userName"
  | "mayWrite"
  | "createdAtMs"
  | "readsBlocks"
>;

/** Of a job that was cut short. Its last change may have been made: a second one would double rows. */
export const STOPPED_FAULT =
  "The service was stopped while this job ran; issue it again, but look first at what it changes: that may be done already.";

/** All jobs: in memory to be asked, in the journal to be there after a crash. */
export class JobStore {
  readonly #journal: JobJournal;
  readonly #jobs: Map<string, Job>;
  readonly #domainKeys = new Map<string, string>();
  readonly #waiting = new Map<string, Set<() => void>>();
  #lastId: number;
  #textLength = 0;

  constructor(journal: JobJournal, jobs: readonly Job[], lastId: number) {
    this.#journal = journal;
    this.#jobs = new Map(jobs.map((job) => [job.id, job]));
    this.#lastId = lastId;
    for (const job of jobs) {
      this.#textLength += job.query.length;
      if (job.domainKey !== null) this.#domainKeys.set(job.domainKey, job.id);
    }
  }

  /** How many jobs are kept. */
  get count(): number {
    return this.#jobs.size;
  }

  /** Characters of SQL of the jobs that are kept. */
  get textLength(): number {
    return this.#textLength;
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

  /** Answers once the job is on disk. @throws Fault `already_exists` when another job has the domain key. */
  async add(fields: NewJob): Promise<Job> {
    const { domainKey } = fields;
    const taken = domainKey === null ? undefined : this.#domainKeys.get(domainKey);
    if (taken !== undefined) {
      throw new Fault("already_exists", `Job ${taken} has the domain key ${domainKey} already.`, {
        conflicts_with: taken,
      });
    }
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
    if (domainKey !== null) this.#domainKeys.set(domainKey, job.id);
    try {
      await this.#journal.write(job.id, job);
    } catch (error) {
      // There is no such job: its key must be free for the next try.
      if (domainKey !== null) this.#domainKeys.delete(domainKey);
      throw error;
    }
    this.#jobs.set(job.id, job);
    this.#textLength += job.query.length;
    return job;
  }

  /** Changes a job; who waits for its end is told when it is on disk. */
  async update(job: Job, change: Partial<Job>): Promise<void> {
    // One that was forgotten meanwhile is not on disk any more, nor is what changes of it.
    if (this.#jobs.get(job.id) !== job) return this.#apply(job, change);
    // An end is published only when it is durable: a client that saw `success` must find it after a crash.
    await this.#journal.write(job.id, change);
    this.#apply(job, change);
  }

  /**
   * Ends a job whose end could not be written, so that nobody waits for it for ever. The next start finds it as one that was
   * cut short, which is what it is.
   */
  failUnwritten(job: Job, endedAtMs: number, fault: string): void {
    this.#apply(job, { status: "error", endedAtMs, fault });
  }

  #apply(job: Job, change: Partial<Job>): void {
    Object.assign(job, change);
    if (isFinished(job)) {
      for (const wake of this.#waiting.get(job.id) ?? []) wake();
      this.#waiting.delete(job.id);
    }
  }

  /** Resolves when the job has ended, or after `waitMs`. */
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

  /** Drops ended jobs for good. */
  async forget(jobs: readonly Job[]): Promise<void> {
    for (const job of jobs) {
      if (this.#jobs.delete(job.id)) this.#textLength -= job.query.length;
      if (job.domainKey !== null) this.#domainKeys.delete(job.domainKey);
    }
    await this.#journal.forget(jobs.map((job) => job.id));
  }

  close(): Promise<void> {
    return this.#journal.close();
  }
}

/**
 * Opens the jobs of a data folder. What was running when the service last stopped has failed, because nothing of it is left;
 * what was queued is queued still.
 */
export async function openJobStore(
  path: string,
  nowMs: number,
  options: JournalOptions = {},
): Promise<JobStore> {
  const { journal, content } = await openJobJournal(path, options);
  const store = new JobStore(journal, content.jobs, content.lastId);
  for (const job of content.jobs) {
    if (job.status !== "running") continue;
    await store.update(job, {
      status: "error",
      endedAtMs: nowMs,
      fault: STOPPED_FAULT,
    });
  }
  return store;
}
