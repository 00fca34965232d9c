// This folder: a job of the service: status, wait, kill, its result.

import {
  jobStatus,
  killJob,
  showJob,
  type JobRecord,
  type JobStatus,
  type ResultColumn,
} from "../endpoints/jobs.ts";
import { DecodeError, TimeoutError } from "../errors.ts";
import { checkOptions, form, type OptionForms, type SignalOption } from "../options/option-forms.ts";
import { freshRecord, onceKnown, pollIntervalsMs } from "./fresh-record.ts";
import type { Transport } from "../http/transport.ts";
import { jobFailure } from "./job-failure.ts";
import type { readJobResult } from "./job-result.ts";
import { interruptibleParts } from "../interrupt/interrupt.ts";
import { reportProgress } from "../progress.ts";
import type { IssuedSql } from "../sql/query-header.ts";
import type { Table } from "../table/table.ts";
import { warn } from "../warnings.ts";

/** Options of {@link Job.wait}. */
export interface JobWaitOptions extends SignalOption {
  /** Seconds between polls. Default: from 0.05 s growing to 5 s. */
  readonly wait_interval?: number | undefined;
  /** Called with the job after each wait while it runs; a returned promise is awaited. */
  readonly wait_callback?: ((job: Job) => unknown) | undefined;
  /** Seconds to wait at most; the job keeps running. */
  readonly timeout?: number | undefined;
  /** False: no progress events. */
  readonly show_progress?: boolean | undefined;
}

/** Options of {@link Job.result} and {@link Job.stream}. */
export interface JobReadOptions extends JobWaitOptions {
  /** Maximum rows to read; the rest is not fetched. Default: all. */
  readonly limit?: number | undefined;
}

const READ_FORMS: OptionForms<JobReadOptions> = {
  wait_interval: form.seconds,
  wait_callback: form.function,
  timeout: form.seconds,
  show_progress: form.flag,
  signal: form.signal,
  limit: form.limit,
};

/** Minimum rows of each table of {@link Job.stream}: a table ends with the chunk of the file that reaches it. */
export const PART_ROWS = 10_000;

const FINISHED: ReadonlySet<JobStatus> = new Set(["success", "error", "killed"]);
const AT_WORK: ReadonlySet<JobStatus> = new Set(["queued", "booting", "running"]);

/** Starts loading the result reader, which takes a while, before the service is asked. */
export function loadResultReader(): Promise<{ readonly readJobResult: typeof readJobResult }> {
  const loading = import("./job-result.ts");
  // Its failure is thrown when the result is read.
  loading.catch(() => undefined);
  return loading;
}

/** A job of the service, as of its last reply. */
export class Job {
  readonly #transport: Transport;
  /** The id as the service writes it. */
  readonly #id: string;
  readonly #issued: IssuedSql | null;
  #record: JobRecord;
  #status: JobStatus;
  #percent: number | null = null;
  /** Whether `#record` was read after the job had ended. */
  #final = false;
  /** The last status unknown to this library. */
  #strange: string | null = null;

  /**
   * Created by {@link Client.get_job}, {@link Client.list_jobs} or a query.
   * @hidden
   */
  constructor(transport: Transport, id: string, record: JobRecord, issued: IssuedSql | null = null) {
    this.#transport = transport;
    this.#id = id;
    this.#record = record;
    this.#issued = issued;
    this.#status = record.status;
    // Listings omit `debug`.
    this.#final = this.finished && record.debug !== null;
  }

  /** The job's id. */
  get job_id(): number {
    return this.#record.job_id;
  }
  /** As of the last reply; {@link poll} updates it. */
  get status(): JobStatus {
    return this.#status;
  }
  /** True once the status is `success`, `error` or `killed`. */
  get finished(): boolean {
    return FINISHED.has(this.#status);
  }
  /** 0 to 100; null when the service does not report it. */
  get percent(): number | null {
    return this.finished ? 100 : this.#percent;
  }
  /** `presto` or `hive`, or the type of a job other than a query, such as `bulk_import_perform`. */
  get type(): string {
    return this.#record.type;
  }
  /** Default database of the query; null for a job without one. */
  get database(): string | null {
    return this.#record.database;
  }
  /** The text of the query as it was issued. */
  get query(): string {
    return this.#record.query;
  }
  /** When the job was issued; null when unknown. */
  get created_at(): Date | null {
    return this.#record.created_at;
  }
  /** When it started; null before. */
  get start_at(): Date | null {
    return this.#record.start_at;
  }
  /** When it ended; null before. */
  get end_at(): Date | null {
    return this.#record.end_at;
  }
  /** Rows of the result; null before the job has ended, or when unknown. */
  get num_records(): number | null {
    return this.#record.num_records;
  }
  /** Size of the result in bytes, as transferred. */
  get result_size(): number | null {
    return this.#record.result_blocks_size ?? this.#record.result_size;
  }
  /** Columns of the result; null before the job has ended. */
  get result_schema(): readonly ResultColumn[] | null {
    return this.#record.result_schema;
  }
  /** -2 (very low) to 2 (very high). */
  get priority(): number | null {
    return this.#record.priority;
  }
  /** URL of the job in the service's console; null if none. */
  get url(): string | null {
    return this.#record.url;
  }
  /** Owner of the job; null when unknown. */
  get user_name(): string | null {
    return this.#record.user_name;
  }
  /** Output of the job; null when unknown. */
  get debug(): JobRecord["debug"] {
    return this.#record.debug;
  }

  /** Fetch the current status. */
  poll(signal?: AbortSignal): Promise<JobStatus> {
    return this.#poll(signal, 0);
  }

  async #poll(signal: AbortSignal | undefined, heldMs: number): Promise<JobStatus> {
    if (this.finished) return this.#status;
    const ask = (): ReturnType<typeof jobStatus> => jobStatus(this.#transport, this.#id, signal, heldMs);
    const { status, percent, record } = await this.#known(ask, signal);
    this.#percent = percent;
    const isKnown = status !== null && (AT_WORK.has(status) || FINISHED.has(status));
    this.#status = isKnown ? status : await this.#shownStatus(status, signal);
    if (record !== null) this.#take(record);
    return this.#status;
  }

  /** Some services know a job only shortly after they have issued it, on all routes. */
  #known<T>(ask: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    return this.#issued === null ? ask() : onceKnown(this.#transport, ask, signal);
  }

  /** The record's status, if the polling route's is unknown. @throws DecodeError when the job ended with an unknown status. */
  async #shownStatus(polledStatus: string | null, signal: AbortSignal | undefined): Promise<JobStatus> {
    const { status, end_at } = await showJob(this.#transport, this.#id, signal);
    if (FINISHED.has(status) || (AT_WORK.has(status) && polledStatus === null)) return status;
    const state = AT_WORK.has(status) ? polledStatus : status;
    const unknown = `job ${this.#id} is ${JSON.stringify(state)}, which is not a known status`;
    if (end_at !== null) throw new DecodeError(`${unknown}, and has ended; see the service's console`);
    if (this.#strange !== state) warn("job-state", `${unknown}; waiting until it ends`);
    this.#strange = state;
    return AT_WORK.has(status) ? status : "running";
  }

  /** Fetch all fields. */
  async refresh(signal?: AbortSignal): Promise<this> {
    this.#take(await this.#showJob(signal));
    return this;
  }

  /** @throws DecodeError for another job's record, or one that contradicts the job's end. */
  #take(record: JobRecord): void {
    if (this.finished && record.status !== this.#status)
      throw new DecodeError(
        `job ${this.#id} was ${this.#status} and is ${record.status} now: the service sent an old reply; try again`,
      );
    // Our own service reuses an id only after its data were removed: a different query means a different job.
    if (this.#transport.echoesRequestIds && !sameText(record.query, this.#record.query))
      throw new DecodeError(
        `job ${this.#id} now belongs to another query: the service's data was replaced; run the query again`,
      );
    this.#record = record;
    this.#status = record.status;
    this.#final = this.finished;
  }

  /** The record, once it agrees with the status: some services update it later. */
  async #showJob(signal: AbortSignal | undefined): Promise<JobRecord> {
    const isBehind = ({ status }: JobRecord): boolean => this.finished && !FINISHED.has(status);
    const show = (): Promise<JobRecord> => showJob(this.#transport, this.#id, signal);
    const ask = (): Promise<JobRecord> => this.#known(show, signal);
    const record = await freshRecord(this.#transport, ask, isBehind, signal);
    if (!isBehind(record)) return record;
    warn(
      "stale-job",
      `job ${this.#id} has ended as ${this.#status}, but its record still says ${record.status}; fields that the record lacks are left empty`,
    );
    return { ...record, status: this.#status };
  }

  /**
   * Wait until the job has ended, with any status, and fetch its fields.
   *
   * @throws TimeoutError after `timeout` seconds; the job keeps running.
   */
  async wait(options: JobWaitOptions = {}): Promise<this> {
    checkOptions("the wait for a job", options, READ_FORMS);
    const { wait_interval, wait_callback, timeout, signal, show_progress } = options;
    const { sleep, now } = this.#transport.options;
    const startedMs = now();
    const intervals = pollIntervalsMs();
    let heldMs = 0;
    let lost = false;
    const report = (last: { done?: boolean }): void => {
      if (show_progress === false) return;
      const unfinished = signal?.aborted === true ? "stopped" : lost ? "lost" : this.#status;
      reportProgress({
        kind: "job",
        jobId: this.job_id,
        engine: this.type,
        state: this.finished ? this.#status : unfinished,
        percent: this.percent,
        elapsedMs: now() - startedMs,
        ...last,
      });
    };
    try {
      while (!FINISHED.has(await this.#poll(signal, heldMs))) {
        report({});
        const waitedMs = now() - startedMs;
        if (timeout != null && waitedMs >= timeout * 1000)
          throw new TimeoutError(
            `job ${this.job_id} is still ${this.#status} after ${timeout} s`,
            timeout * 1000,
          );
        const pauseMs = wait_interval == null ? intervals.next().value : wait_interval * 1000;
        const restMs = timeout == null ? pauseMs : Math.min(pauseMs, timeout * 1000 - waitedMs);
        // Our own service delays its reply until the job has ended.
        const holds = this.#transport.echoesRequestIds && wait_interval == null && !wait_callback;
        // Well below the reply timeout.
        heldMs = holds ? Math.min(restMs, this.#transport.options.timeoutMs / 2) : 0;
        if (holds) continue;
        await sleep(restMs, signal);
        await wait_callback?.(this);
      }
      if (!this.#final) await this.refresh(signal);
      return this;
    } catch (error) {
      lost = !(error instanceof TimeoutError);
      throw error;
    } finally {
      report({ done: true });
    }
  }

  /** Ask the service to kill the job; a finished job is not changed. */
  async kill(signal?: AbortSignal): Promise<void> {
    await killJob(this.#transport, this.#id, signal);
  }

  /**
   * Wait for the job, and return its result as a table.
   *
   * @throws QueryError when the job failed or was killed.
   * @throws DecodeError when the result is damaged or differs from what the job announced.
   */
  async result(options: JobReadOptions = {}): Promise<Table> {
    let whole: Table | null = null;
    for await (const table of this.#read(options)) whole ??= table;
    return whole as unknown as Table;
  }

  /**
   * The result as tables of some thousand rows, in order, as they arrive; a result without rows is one empty table. Only a few of them
   * are in memory. Each loop waits for the job's end and reads the result again.
   *
   * An integer column is exact in each table: numbers where all its values are safe, else BigInts.
   *
   * @throws QueryError, DecodeError as {@link Job.result}; tables yielded before the error are valid.
   * @example for await (const part of job.stream()) total += part.numRows();
   */
  stream(options: JobReadOptions = {}): AsyncIterable<Table> {
    const read = (signal: AbortSignal): AsyncIterable<Table> => this.#read({ ...options, signal }, PART_ROWS);
    return { [Symbol.asyncIterator]: () => interruptibleParts(read, options.signal) };
  }

  /**
   * The result as an Arrow IPC stream, whatever format the service sends: {@link Table.toArrowIPC} of {@link Job.result}.
   *
   * @throws QueryError, DecodeError as {@link Job.result}.
   * @example await writeFile("flights.arrows", await job.arrow()); // pandas: pyarrow.ipc.open_stream("flights.arrows").read_pandas()
   */
  async arrow(options: JobReadOptions = {}): Promise<Uint8Array> {
    return (await this.result(options)).toArrowIPC();
  }

  async *#read(options: JobReadOptions, partRows?: number): AsyncGenerator<Table> {
    const startedMs = this.#transport.options.now();
    const loading = loadResultReader();
    await this.wait(options);
    if (this.#status !== "success") throw await jobFailure(this.#transport, this.#record, this.#issued);
    const { readJobResult } = await loading;
    yield* readJobResult(this.#transport, this.#id, this.#record, { ...options, partRows, startedMs });
  }
}

/** Compares as UTF-8, as sent: lone surrogates are U+FFFD. */
function sameText(a: string, b: string): boolean {
  return a === b || Buffer.from(a).equals(Buffer.from(b));
}
