import type { FileRun, StatementEngine } from "../engine.ts";
import type { Dialect } from "../../dialect/dialect.ts";
import { Fault } from "../fault.ts";
import { diskFault } from "../disk-fault.ts";
import { faultFields, type Log } from "../log.ts";
import { DamagedResultError } from "../results/damaged-result.ts";
import type { FoundResult, ResultFiles } from "../results/result-files.ts";
import { SqlError } from "../../dialect/sql-error.ts";
import { isFinished, writeIdOf, type Job } from "./job.ts";
import type { JobQueue } from "./job-queue.ts";
import type { JobQueues } from "./job-queues.ts";
import { stoppedFault, type JobStore, type NewJob } from "./job-store.ts";

/** What a job did, apart from the rows that it wrote. */
export interface JobOutcome {
  readonly columns: Job["columns"];
  readonly rowCount: number | null;
  readonly resultSize: number | null;
  readonly blocksSize?: number | null;
  /** A line for people. */
  readonly output: string;
}

/** The work of a job. */
export interface JobWork {
  run(signal: AbortSignal): Promise<JobOutcome>;
  /** The job was killed before its turn came. */
  onDropped?(): Promise<void>;
}

interface Live {
  readonly stop: AbortController;
  leaveQueue: () => boolean;
  readonly work: JobWork;
  percent: number | null;
}

export interface JobServiceDeps {
  readonly store: JobStore;
  readonly queues: JobQueues;
  readonly results: ResultFiles;
  readonly engines: Readonly<Record<Dialect, StatementEngine>>;
  readonly clock: () => number;
  /** For faults that are the service's own. */
  readonly log: Log;
  /** A statement that changes something was run. */
  readonly onWrite: () => Promise<void>;
  /** A job has ended. */
  readonly onEnd?: () => void;
}

const CLOSE_PATIENCE_MS = 8000;

class Killed extends Error {
  override readonly name = "Killed";
}

/** Issues jobs, runs them in their turn, and kills them. */
export class JobService {
  readonly #deps: JobServiceDeps;
  readonly #live = new Map<string, Live>();

  constructor(deps: JobServiceDeps) {
    this.#deps = deps;
  }

  /** Answers once the job is on disk; it then runs in its turn. @throws TooManyFault when too many of the user's wait. @param work - Instead of running the query as a statement. */
  async issue(fields: NewJob, work?: JobWork): Promise<Job> {
    this.#queueOf(fields).checkRoom({ userName: fields.userName, length: fields.query.length });
    const job = await this.#deps.store.add(fields);
    this.#enqueue(job, work ?? this.#statement(job));
    return job;
  }

  /** Queues what was queued when the service last stopped. Bulk loads are lost: their session says so. */
  async resume(): Promise<void> {
    for (const job of this.#deps.store.list().reverse()) {
      if (job.status !== "queued") continue;
      if (job.type === "bulk_import") {
        await this.#end(job, "error", {
          fault: "The service was stopped before this load ran; perform it again.",
        });
      } else {
        this.#enqueue(job, this.#statement(job));
      }
    }
  }

  /**
   * The job's result in the public form, with the job's fields that tell of it; null where there is none (any more). One in blocks is
   * rewritten first.
   */
  async publicResult(job: Job): Promise<FoundResult | null> {
    const { results, store } = this.#deps;
    if (job.blocksSize == null) return this.result(job);
    const found = job.status === "success" ? await results.findPublic(job.id) : null;
    if (found !== null) await store.update(job, { resultSize: found.size, blocksSize: null });
    return found;
  }

  /** Makes the size of the public form known. Where that can't be, it is not known; whoever downloads the result is told why. */
  async measureResult(job: Job): Promise<void> {
    if (job.blocksSize == null) return;
    try {
      await this.publicResult(job);
    } catch (error) {
      this.#deps.log({ event: "result_unmeasured", job: job.id, ...faultFields(error) });
    }
  }

  /** The job's result in the form that it is kept in; null where there is none (any more). @throws DamagedResultError */
  async result(job: Job): Promise<FoundResult | null> {
    const found = job.status === "success" ? await this.#deps.results.find(job.id) : null;
    const size = found?.form === "blocks" ? job.blocksSize : job.resultSize;
    if (found !== null && typeof size === "number" && size !== found.size)
      throw new DamagedResultError(`The file of ${found.size} bytes had ${size} when it was written.`);
    return found;
  }

  /** Percent done of a running job, when it is known. */
  percent(job: Job): number | null {
    return this.#live.get(job.id)?.percent ?? null;
  }

  /**
   * Stops a job that has not ended. Answers when it has.
   *
   * @param reason - Why, for a job that fails by it. @default it is killed, as its user wished
   * @returns its status before.
   */
  async kill(job: Job, reason: Killed | Fault = new Killed("The job was killed.")): Promise<Job["status"]> {
    const former = job.status;
    const live = this.#live.get(job.id);
    if (!live || isFinished(job)) return former;
    if (live.leaveQueue()) {
      try {
        if (reason instanceof Killed) await this.#end(job, "killed", {});
        else await this.#end(job, "error", { fault: reason.message });
      } catch (error) {
        // It is not killed: it must not wait for ever, and come back at the next start.
        this.#enqueue(job, live.work);
        throw error;
      }
      this.#live.delete(job.id);
      await live.work.onDropped?.();
    } else {
      live.stop.abort(reason);
      await this.#deps.store.waitForEnd(job, 5000);
    }
    return former;
  }

  /** Stops what runs; those jobs are reported as failed. What is queued stays queued for the next start. */
  async close(): Promise<void> {
    const closing = this.#deps.queues.close();
    for (const live of this.#live.values()) {
      live.stop.abort(new Fault("unavailable", stoppedFault(null)));
    }
    // A runner that does not listen must not keep the process alive.
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => (timer = setTimeout(resolve, CLOSE_PATIENCE_MS)));
    await Promise.race([closing, patience]);
    clearTimeout(timer);
  }

  #enqueue(job: Job, work: JobWork): void {
    const live: Live = { stop: new AbortController(), leaveQueue: () => false, work, percent: null };
    this.#live.set(job.id, live);
    live.leaveQueue = this.#queueOf(job).add(
      { userName: job.userName, priority: job.priority, length: job.query.length },
      () => this.#run(job, live),
    );
  }

  #queueOf({ type }: Pick<Job, "type">): JobQueue {
    return this.#deps.queues.of(type === "bulk_import" ? null : dialectOf({ type }));
  }

  /** Never rejects. */
  async #run(job: Job, live: Live): Promise<void> {
    const { store, clock, log } = this.#deps;
    try {
      await store.update(job, { status: "running", startedAtMs: clock() });
      const outcome = await live.work.run(live.stop.signal);
      live.stop.signal.throwIfAborted();
      await this.#end(job, "success", outcome);
    } catch (error) {
      const reason: unknown = live.stop.signal.aborted ? live.stop.signal.reason : error;
      try {
        // It may have been written just before.
        await this.#deps.results.remove(job.id);
        if (reason instanceof Killed) await this.#end(job, "killed", {});
        else
          await this.#end(job, "error", {
            fault: faultText(reason, (fields) => log({ event: "job_failed", job: job.id, ...fields })),
          });
      } catch (fault) {
        log({ event: "job_end_unwritten", job: job.id, ...faultFields(fault) });
        store.failUnwritten(job, clock(), `The end of this job could not be written: ${String(fault)}`);
      }
    } finally {
      this.#live.delete(job.id);
    }
    this.#deps.onEnd?.();
  }

  #statement(job: Job): JobWork {
    return { run: (signal) => this.#runStatement(job, signal) };
  }

  async #runStatement(job: Job, signal: AbortSignal): Promise<JobOutcome> {
    const { engines, results, onWrite } = this.#deps;
    const dialect = dialectOf(job);
    const live = this.#live.get(job.id);
    const target = results.target(job.id, job.readsBlocks ? "blocks" : "msgpack.gz");
    try {
      const run = await engines[dialect].toFile(job.query, target, {
        dialect,
        database: job.database,
        scheduledTimeMs: job.scheduledTimeMs ?? job.createdAtMs,
        signal,
        mayWrite: job.mayWrite,
        writeId: writeIdOf(job),
        onProgress: (percent) => {
          if (live) live.percent = percent;
        },
      });
      if (run.updateType !== undefined) await onWrite();
      const inBlocks = target.form === "blocks";
      return {
        columns: run.columns,
        // A statement that gives no rows counts those that it wrote.
        rowCount: run.columns.length === 0 ? (run.updateCount ?? 0) : run.rowCount,
        resultSize: inBlocks ? null : run.size,
        blocksSize: inBlocks ? run.size : null,
        output: describeRun(run),
      };
    } catch (error) {
      await results.removeUnfinished(target);
      throw error;
    }
  }

  #end(job: Job, status: Job["status"], change: Partial<Job>): Promise<void> {
    return this.#deps.store.update(job, { ...change, status, endedAtMs: this.#deps.clock() });
  }
}

export function dialectOf({ type }: Pick<Job, "type">): Dialect {
  return type === "hive" ? "hive" : "presto";
}

function describeRun({ updateType, updateCount, rowCount }: FileRun): string {
  if (updateType === undefined) return `${rowCount} rows`;
  return updateCount === undefined ? updateType : `${updateType}: ${updateCount} rows`;
}

/** What went wrong, for the person whose job it is. */
function faultText(error: unknown, log: (fields: ReturnType<typeof faultFields>) => void): string {
  if (error instanceof SqlError) return `${error.kind}: ${error.message}`;
  if (error instanceof Fault) return error.message;
  const full = diskFault(error);
  if (full) return full.message;
  log(faultFields(error));
  return `GENERIC_INTERNAL_ERROR: ${error instanceof Error ? error.message : String(error)}`;
}
