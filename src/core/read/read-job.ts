import { checkOptionNames, type OptionNames } from "../options/option-names.ts";
import { interruptible } from "../interrupt/interrupt.ts";
import { loadResultReader } from "../job/job.ts";
import type { QueryEngine } from "../query-engine.ts";
import { checkLimit } from "./check-limit.ts";
import { checkShape, shapeTable, type TableShape } from "./shape-table.ts";
import type { SignalOption } from "../options/signal-option.ts";
import type { Table } from "../table/table.ts";

/** Options of {@link read_svc_job}. */
export interface ReadJobOptions extends TableShape, SignalOption {
  /** Seconds between two looks at a running job. Default: from 0.05 s growing to 5 s. */
  readonly wait_interval?: number;
  /** Seconds after which to give up waiting. Default: never. */
  readonly timeout?: number;
  /** Rows to read at most; those behind are not fetched. Default: all. */
  readonly limit?: number | null | undefined;
}

const OPTION_NAMES: OptionNames<ReadJobOptions> = {
  index_col: true,
  parse_dates: true,
  wait_interval: true,
  timeout: true,
  limit: true,
  signal: true,
};

/**
 * Return the result of a job as a table; a job that is still running is waited for. Stopping the call stops the
 * waiting only: the job was not started here and goes on.
 *
 * @param engine - Says which connection is used; the job's own type and database count, not the engine's.
 * @throws NotFoundError when there is no such job.
 * @throws QueryError when the job ended as `error` or `killed`.
 */
export async function read_svc_job(
  job_id: number | string,
  engine: QueryEngine,
  options: ReadJobOptions = {},
): Promise<Table> {
  checkOptionNames("read_svc_job", options, OPTION_NAMES);
  const shape = checkShape(options);
  const { wait_interval, timeout, limit } = options;
  checkLimit(limit);
  void loadResultReader();
  return interruptible(async (signal) => {
    const job = await engine.client.get_job(job_id, { signal });
    const table = await job.result({
      signal,
      limit: limit ?? undefined,
      show_progress: engine.show_progress !== false,
      ...(wait_interval === undefined ? {} : { wait_interval }),
      ...(timeout === undefined ? {} : { timeout }),
    });
    return shapeTable(table, shape);
  }, options.signal);
}
