// This folder: jobs: queued, run, killed, listed; each is in the journal before its id is answered.

import type { Audit } from "../access/audit-log.ts";
import { hasEffect, sessionHints } from "../../dialect/parse/session-hints.ts";
import type { FileRun, StatementEngine } from "../../engine/contract/engine.ts";
import type { Dialect } from "../../dialect/dialect.ts";
import type { ByteAccount, Claim } from "../limits/byte-account.ts";
import { Fault, DamagedResultError } from "../../engine/errors/fault.ts";
import { faultFields, type Log } from "../../engine/errors/log.ts";
import type { GrowingFile } from "../results/growing-file.ts";
import type { ResultFiles, StoredArrow, StoredResult } from "../results/result-files.ts";
import { waitAtMost } from "../../system/abortable.ts";
import { runFault } from "../statements/run-fault.ts";
import { isFinished, writeIdOf, type Job, type NewJob } from "./job.ts";
import type { JobQueue, JobQueues } from "./job-queue.ts";
import { QueuedRun, type RunEnd } from "./queued-run.ts";
import { bytesOf, stoppedFault, type JobStore } from "./job-store.ts";

/** What a successful run gives, apart from its rows. */
export type JobOutcome = Readonly<Pick<Job, "columns" | "rowCount" | "resultSize" | "blocksSize" | "output">>;

export interface JobWork {
  run(run: Pick<QueuedRun<JobOutcome>, "signal" | "percent">): Promise<JobOutcome>;
  /** The job was killed while queued. */
  onDropped?(): Promise<void>;
}

export interface JobServiceDeps {
  readonly store: JobStore;
  readonly queues: JobQueues;
  readonly results: ResultFiles;
  readonly engines: Readonly<Record<Dialect, StatementEngine>>;
  /** Memory of the texts of jobs that have not ended. */
  readonly account: ByteAccount;
  readonly clock: () => number;
  /** For internal faults. */
  readonly log: Log;
  /** Called after a statement that writes. */
  readonly onWrite: () => void;
  readonly onEnd?: () => void;
  readonly audit?: Audit;
  /** Whether a cluster runs Presto's statements, and knows their session properties. */
  readonly onCluster: boolean;
}

const CLOSE_PATIENCE_MS = 8000;

class Killed extends Error {
  override readonly name = "Killed";
}

/** Issues jobs, runs them through queues, and kills them. */
export class JobService {
  readonly #deps: JobServiceDeps;
  readonly #live = new Map<string, QueuedRun<JobOutcome>>();

  constructor(deps: JobServiceDeps) {
    this.#deps = deps;
  }

  /** Resolves once the job is on disk. @throws Fault `too_many` when the user has too many waiting. @param work - Runs instead of the query. */
  async issue(fields: NewJob, work?: JobWork): Promise<Job> {
    this.#queueOf(fields).checkRoom(fields.userName);
    const memory = this.#deps.account.claim("jobs", fields.userName);
    memory.add(bytesOf(fields));
    try {
      const job = await this.#deps.store.add(fields);
      this.#enqueue(job, memory, work);
      return job;
    } catch (error) {
      memory.release();
      throw error;
    }
  }

  /** Enqueues jobs that were queued at the last stop. Bulk loads fail instead; their session reports it. */
  async resume(): Promise<void> {
    for (const job of this.#deps.store.list().reverse()) {
      if (job.status !== "queued") continue;
      if (job.type === "bulk_import")
        await this.#end(job, "error", {
          fault: "The service was stopped before this load ran; perform it again.",
        });
      else {
        const memory = this.#deps.account.claim("jobs", job.userName);
        memory.set(bytesOf(job));
        this.#enqueue(job, memory);
      }
    }
  }

  /**
   * The job's result in the public form; null if there is none (any more). Column blocks are rewritten first, and the job's sizes updated.
   */
  async publicResult(job: Job): Promise<StoredResult | null> {
    const { results, store } = this.#deps;
    if (job.blocksSize == null) return this.result(job);
    const result = job.status === "success" ? await results.findPublic(job.id) : null;
    if (result !== null) await store.update(job, { resultSize: result.size, blocksSize: null });
    return result;
  }

  /** Determines the size of the public form. If that fails it stays unknown; downloading the result reports why. */
  async measureResult(job: Job): Promise<void> {
    if (job.blocksSize == null) return;
    try {
      await this.publicResult(job);
    } catch (error) {
      this.#deps.log({ event: "result_unmeasured", job: job.id, ...faultFields(error) });
    }
  }

  /** The job's result in the form that is stored; null if there is none (any more). @throws DamagedResultError */
  async result(job: Job): Promise<StoredResult | null> {
    const result = job.status === "success" ? await this.#deps.results.find(job.id) : null;
    const size = result?.form === "blocks" ? job.blocksSize : job.resultSize;
    if (result !== null && typeof size === "number" && size !== result.size)
      throw new DamagedResultError(`The file of ${result.size} bytes had ${size} when it was written.`);
    return result;
  }

  /**
   * The job's result as an Arrow stream, like {@link result}.
   *
   * @param need - `beginning`: the rest may still be encoded. `stored`: a result that was not encoded yet is returned as it is stored.
   */
  async arrowResult(
    job: Job,
    form: StoredArrow,
    need: "beginning" | "whole" | "stored",
  ): Promise<StoredResult | GrowingFile | null> {
    const { results } = this.#deps;
    if ((await this.result(job)) === null) return null;
    const { columns } = job;
    if (need === "beginning") return results.streamArrow(job.id, columns ?? [], form);
    return results.findArrow(job.id, need === "stored" ? null : (columns ?? []), form);
  }

  /** Progress of a running job in percent; null if unknown. */
  percent(job: Job): number | null {
    return this.#live.get(job.id)?.percent ?? null;
  }

  /**
   * Stops a job. Resolves when it has ended, or after 5 seconds.
   * @param reason - The error of the job.
   * @default killed by the user
   * @returns its status before.
   */
  async kill(job: Job, reason: Killed | Fault = new Killed("The job was killed.")): Promise<Job["status"]> {
    const former = job.status;
    const run = this.#live.get(job.id);
    if (!run || isFinished(job)) return former;
    await run.stop(reason);
    await this.#deps.store.waitForEnd(job, 5000);
    return former;
  }

  /** Stops running jobs, which fail. Queued jobs stay queued for the next start. */
  async close(): Promise<void> {
    const closing = this.#deps.queues.close();
    for (const run of this.#live.values()) run.stopWork(new Fault("unavailable", stoppedFault(null)));
    // A run that ignores its signal must not keep the process alive.
    await waitAtMost(CLOSE_PATIENCE_MS, closing);
  }

  #enqueue(job: Job, memory: Claim, work: JobWork = { run: (run) => this.#runStatement(job, run) }): void {
    const { store, clock } = this.#deps;
    const entry = { userName: job.userName, priority: job.priority };
    const run = new QueuedRun<JobOutcome>(this.#queueOf(job), entry, {
      run: async (own) => {
        await store.update(job, { status: "running", startedAtMs: clock() });
        return work.run(own);
      },
      end: async (how, hasBegun) => {
        await this.#finishJob(job, work, how, hasBegun);
        memory.release();
      },
    });
    this.#live.set(job.id, run);
    run.start();
  }

  #queueOf({ type }: Pick<Job, "type">): JobQueue {
    return this.#deps.queues.of(type === "bulk_import" ? null : dialectOf({ type }));
  }

  /** Rejects only if the job has not begun and its end can't be written. */
  async #finishJob(job: Job, work: JobWork, how: RunEnd<JobOutcome>, hasBegun: boolean): Promise<void> {
    const { store, clock, log } = this.#deps;
    try {
      // The result may have been written just before the run was stopped.
      if (hasBegun && !("value" in how)) await this.#deps.results.remove(job.id);
      if ("value" in how) await this.#end(job, "success", how.value);
      else if (how.error instanceof Killed) await this.#end(job, "killed", {});
      else await this.#end(job, "error", { fault: this.#faultText(job, how.error) });
    } catch (error) {
      if (!hasBegun) throw error;
      if ("value" in how) return this.#finishJob(job, work, { error }, hasBegun);
      log({ event: "job_end_unwritten", job: job.id, ...faultFields(error) });
      store.failUnwritten(job, clock(), `The end of this job could not be recorded: ${String(error)}`);
    }
    this.#live.delete(job.id);
    this.#deps.audit?.({
      user: job.userName,
      id: job.id,
      type: job.type,
      database: job.database,
      outcome: "value" in how ? "success" : how.error instanceof Killed ? "killed" : "error",
      ms: clock() - job.createdAtMs,
      rows: job.rowCount ?? 0,
      sql: job.query,
    });
    if (!hasBegun) await work.onDropped?.();
    this.#deps.onEnd?.();
  }

  #faultText(job: Job, error: unknown): string {
    const { kind, message } = runFault(error, (fields) =>
      this.#deps.log({ event: "job_failed", job: job.id, ...fields }),
    );
    return kind === null ? message : `${kind}: ${message}`;
  }

  async #runStatement(job: Job, run: Parameters<JobWork["run"]>[0]): Promise<JobOutcome> {
    const { engines, results, onWrite } = this.#deps;
    const dialect = dialectOf(job);
    const target = results.target(job.id, job.readsBlocks ? "blocks" : "msgpack.gz");
    try {
      const done = await engines[dialect].toFile(job.query, target, {
        dialect,
        database: job.database,
        scheduledTimeMs: job.scheduledTimeMs ?? job.createdAtMs,
        signal: run.signal,
        mayWrite: job.mayWrite,
        ...(job.roles && { roles: job.roles }),
        userName: job.userName,
        writeId: writeIdOf(job),
        ...(job.local === undefined ? {} : { local: job.local }),
        onProgress: (percent) => {
          run.percent = percent;
        },
      });
      if (done.updateType !== undefined) onWrite();
      const inBlocks = target.form === "blocks";
      return {
        columns: done.columns,
        // For a statement without a result: the rows that it wrote.
        rowCount: done.columns.length === 0 ? (done.updateCount ?? 0) : done.rowCount,
        resultSize: inBlocks ? null : done.size,
        blocksSize: inBlocks ? done.size : null,
        output: [...this.#ignored(job), describeRun(done)].join("\n"),
      };
    } catch (error) {
      await results.removeUnfinished(target);
      throw error;
    }
  }

  /** A line for each session property in the job's comments that changes nothing. */
  #ignored({ type, query }: Job): string[] {
    if (this.#deps.onCluster || dialectOf({ type }) === "hive") return [];
    const names = [...sessionHints(query).keys()].filter((name) => !hasEffect(name));
    return names.map((name) => `the session property '${name}' has no effect here`);
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
