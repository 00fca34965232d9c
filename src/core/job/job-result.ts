import { checkAnnounced } from "../decode/check-announced.ts";
import { decodeBlocks } from "../decode/decode-blocks.ts";
import { decodeResult } from "../decode/decode-result.ts";
import { downloadResult } from "../decode/download/download-result.ts";
import { ResultMovedError } from "../decode/download/result-range.ts";
import { showJob, type JobRecord, type ResultFormat } from "../endpoints/jobs.ts";
import { isHttpError } from "../error-guards.ts";
import { DecodeError } from "../errors.ts";
import type { Transport } from "../http/transport.ts";
import { lastState, reportProgress } from "../progress.ts";
import { firstWords, onlyReads } from "../../dialect/parse/statement-text.ts";
import { resultTable } from "../table/result-table.ts";
import type { Table, TableSource } from "../table/table.ts";
import { annotateSpan } from "../trace/tracing.ts";
import { warn } from "../warnings.ts";

/** How to read a result. */
export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  readonly show_progress?: boolean | undefined;
  /** Maximum rows. Default: all. */
  readonly limit?: number | undefined;
  /** A table ends with the chunk of the file, or the page, that reaches this many rows. Default: one table with all rows. */
  readonly partRows?: number | undefined;
}

/** Options of a job's result. */
interface JobResultOptions extends ReadOptions {
  /** When the caller began to wait, by the transport's clock. */
  readonly startedMs: number;
}

/** Minimum time between two progress events. */
const REPORT_EVERY_MS = 100;

/**
 * Downloads and decodes a successful job's result: as column blocks if stored so, else as msgpack.gz. The service rewrites blocks as
 * msgpack.gz when another client requests that format; then that is read.
 */
export async function* readJobResult(
  transport: Transport,
  jobId: string,
  record: JobRecord,
  options: JobResultOptions,
): AsyncGenerator<Table> {
  if (record.result_blocks_size === null) {
    yield* readResultAs("msgpack.gz", transport, jobId, record, options);
    return;
  }
  let begun = false;
  try {
    for await (const part of readResultAs("blocks", transport, jobId, record, options)) {
      begun = true;
      yield part;
    }
  } catch (error) {
    if (!(error instanceof ResultMovedError)) throw error;
    if (begun) {
      const message = `the result of job ${jobId} was rewritten while it was read; read it again`;
      throw new DecodeError(message, { cause: error });
    }
    const now = await showJob(transport, jobId, options.signal);
    yield* readResultAs("msgpack.gz", transport, jobId, now, options);
  }
}

async function* readResultAs(
  format: ResultFormat,
  transport: Transport,
  jobId: string,
  record: JobRecord,
  options: JobResultOptions,
): AsyncGenerator<Table> {
  const { num_records: rows, query } = record;
  const { now } = transport.options;
  const source = (): TableSource => ({
    job_id: record.job_id,
    rows,
    elapsedMs: now() - options.startedMs,
  });
  const withoutColumns = (): Table => resultTable([], [], query, rows, source());
  const announced = record.result_schema?.length ? record.result_schema : null;
  // Our own service's records are complete: without columns there is no result (CREATE TABLE; INSERT, whose rows are those written).
  const exact = transport.echoesRequestIds;
  if (announced === null && exact) {
    yield withoutColumns();
    return;
  }
  const size = (format === "blocks" ? record.result_blocks_size : record.result_size) || null;
  const { signal, partRows } = options;
  const limit = options.limit ?? Infinity;
  const progress = downloadProgress(now, record, size, options);
  let failed = false;
  try {
    const received = { bytes: 0, framed: false };
    const chunks = downloadResult(transport, jobId, {
      format,
      size,
      signal,
      onBytes: progress.onBytes,
      onEnd: (bytes, framed) => Object.assign(received, { bytes, framed }),
    });
    const decode = { expectedRows: rows, partRows, limit, onRows: progress.onRows };
    const parts =
      format === "blocks" && announced !== null
        ? decodeBlocks(chunks, announced, decode)
        : decodeResult(chunks, announced, decode);
    let rowCount = 0;
    let checked = false;
    for await (const part of parts) {
      if (announced === null && rowCount === 0) reportNoColumns(record, part.rowCount, part.schema.length);
      const hasRowsOrIsFirst = part.rowCount > 0 || rowCount === 0;
      rowCount += part.rowCount;
      checked = part.checked;
      if (hasRowsOrIsFirst) yield resultTable(part.columns, part.schema, query, rows, source());
    }
    // INSERT reports the rows written, and has none to read.
    if (rowCount < limit && (announced !== null || rowCount > 0))
      checkAnnounced(jobId, { rows: rowCount, checked, ...received }, { rows, bytes: size }, exact);
  } catch (error) {
    if (announced === null && hasNoResult(error)) {
      reportNoColumns(record, 0, 0);
      yield withoutColumns();
      return;
    }
    failed = !(error instanceof ResultMovedError);
    throw error;
  } finally {
    progress.end(failed);
  }
}

function hasNoResult(error: unknown): boolean {
  return isHttpError(error) && [400, 404, 410, 422].includes(error.status);
}

/** Warns of a successful job without a schema: either its rows get generated column names, or they are missing. */
function reportNoColumns({ job_id, num_records, type, query }: JobRecord, rows: number, width: number): void {
  if (rows > 0)
    warn(
      "result-columns",
      `the record of job ${job_id} has no columns (hive_result_schema), and its result has ${rows} rows of ${width} values: they are named ${
        width === 1 ? "_c0" : `_c0 to _c${width - 1}`
      }, and their values are not converted`,
    );
  else if (
    num_records !== 0 &&
    ["presto", "trino", "hive", "?"].includes(type) &&
    onlyReads(firstWords(query, 1))
  )
    warn(
      "result-columns",
      `the record of job ${job_id} ${num_records === null ? "" : `says ${num_records} rows, but it `}has neither columns nor a result to read`,
    );
}

function downloadProgress(
  now: () => number,
  { job_id: jobId, type: engine, num_records }: JobRecord,
  totalBytes: number | null,
  { signal, show_progress = true }: ReadOptions,
): { onBytes: (bytes: number) => void; onRows: (rows: number) => void; end: (failed: boolean) => void } {
  const startedMs = now();
  let reportedMs = startedMs;
  let bytes = 0;
  let rows = 0;
  const report = (last: { state?: string | null; done?: boolean }): void => {
    if (!show_progress) return;
    reportedMs = now();
    reportProgress({
      kind: "download",
      jobId,
      engine,
      elapsedMs: reportedMs - startedMs,
      bytes,
      rows,
      totalBytes,
      percent: num_records ? Math.min(100, (100 * rows) / num_records) : null,
      ...last,
    });
  };
  return {
    onBytes: (count) => {
      bytes = count;
      if (now() - reportedMs >= REPORT_EVERY_MS) report({});
    },
    onRows: (count) => {
      rows = count;
    },
    end: (failed) => {
      annotateSpan({ "db.response.returned_rows": rows, "svclib.result.bytes": bytes });
      report({ state: lastState(signal, failed), done: true });
    },
  };
}
