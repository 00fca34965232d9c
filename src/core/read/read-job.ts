import { firstWords } from "../../dialect/parse/statement-text.ts";
import { form } from "../options/option-forms.ts";
import { interruptible } from "../interrupt/interrupt.ts";
import { loadResultReader, type JobWaitOptions } from "../job/job.ts";
import type { QueryEngine } from "../query-engine.ts";
import { checkRead } from "./check-read.ts";
import { setIndexAndDates, type IndexAndDateOptions } from "./index-and-dates.ts";
import { statementSpan, annotateSpan, traced } from "../trace/tracing.ts";
import type { Table } from "../table/table.ts";

/** Options of {@link read_svc_job}. */
export interface ReadJobOptions
  extends IndexAndDateOptions, Pick<JobWaitOptions, "wait_interval" | "timeout" | "signal"> {
  /** Maximum rows to read; the rest is not fetched. Default: all. */
  readonly limit?: number | null | undefined;
}

/**
 * Return the result of a job as a table, after waiting for a running job. Interrupting the call only stops the
 * waiting: the job, which was not started here, keeps running.
 *
 * @param engine - Supplies the connection; type and database are the job's own.
 * @throws NotFoundError when there is no such job.
 * @throws QueryError when the job failed or was killed.
 */
export async function read_svc_job(
  job_id: number | string,
  engine: QueryEngine,
  options: ReadJobOptions = {},
): Promise<Table> {
  const shape = checkRead("read_svc_job", engine, options, {
    wait_interval: form.seconds,
    timeout: form.seconds,
  });
  const { wait_interval, timeout, limit } = options;
  void loadResultReader();
  return interruptible(async (signal) => {
    const job = await engine.client.get_job(job_id, { signal });
    const show_progress = engine.show_progress !== false;
    const read = { signal, limit: limit ?? undefined, show_progress, wait_interval, timeout };
    const { tracing } = engine.client.connection.transport.options;
    const { type, database, query } = job;
    const span = () => statementSpan(tracing, { type, database, sql: query, words: firstWords(query, 1) });
    const reading = traced(tracing, span, () => {
      annotateSpan({ "svclib.job.id": String(job.job_id) });
      return job.result(read);
    });
    return setIndexAndDates(await reading, shape);
  }, options.signal);
}
