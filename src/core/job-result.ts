import { decodeBlocks } from "./decode/blocks/decode-blocks.ts";
import { decodeResult } from "./decode/decode-result.ts";
import { downloadResult } from "./decode/download-result.ts";
import { ResultMovedError } from "./decode/result-range.ts";
import { showJob, type JobRecord, type ResultColumn, type ResultFormat } from "./endpoints/jobs.ts";
import { DecodeError } from "./errors.ts";
import type { Transport } from "./http/transport.ts";
import { lastState, reportProgress, type ProgressEvent } from "./progress.ts";
import { Table } from "./table/table.ts";
import { uniqueNames } from "./table/unique-names.ts";

interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  readonly show_progress?: boolean | undefined;
}

/** At most this often progress is told. */
const REPORT_EVERY_MS = 100;

/**
 * Download and decode the result of a job that ended as `success`: as column blocks where the service keeps it so, else as msgpack.gz. The
 * service rewrites blocks when somebody else wants the public form; that is then read.
 */
export async function readJobResult(
  transport: Transport,
  jobId: string,
  record: JobRecord,
  options: ReadOptions,
): Promise<Table> {
  if (record.result_blocks_size === null)
    return readResultAs("msgpack.gz", transport, jobId, record, options);
  try {
    return await readResultAs("blocks", transport, jobId, record, options);
  } catch (error) {
    if (!(error instanceof ResultMovedError)) throw error;
    const now = await showJob(transport, jobId, options.signal);
    return readResultAs("msgpack.gz", transport, jobId, now, options);
  }
}

async function readResultAs(
  format: ResultFormat,
  transport: Transport,
  jobId: string,
  record: JobRecord,
  options: ReadOptions,
): Promise<Table> {
  const { num_records: expectedRows, result_schema: schema } = record;
  if (schema === null) return resultWithoutSchema(record);
  const size = format === "blocks" ? record.result_blocks_size : record.result_size;
  const progress = downloadProgress(transport.options.now, record, size, options);
  let failed = false;
  try {
    const { signal } = options;
    const chunks = downloadResult(transport, jobId, { format, size, signal, onBytes: progress.onBytes });
    const decode = format === "blocks" ? decodeBlocks : decodeResult;
    const { columns } = await decode(chunks, schema, expectedRows, progress.onRows);
    return resultTable(columns, schema);
  } catch (error) {
    failed = !(error instanceof ResultMovedError);
    throw error;
  } finally {
    progress.end(failed);
  }
}

/** A statement that has no result (CREATE TABLE, ...) gives a table without columns. */
function resultWithoutSchema({ job_id, num_records, type }: JobRecord): Table {
  // Half a record, such as the answer to another question, must not make a result pass for none.
  if (type === "?")
    throw new DecodeError(`job ${job_id} ended, but the reply tells neither type nor columns`);
  if (num_records) {
    throw new DecodeError(`job ${job_id} has ${num_records} rows but tells no columns (hive_result_schema)`);
  }
  return resultTable([], []);
}

function resultTable(columns: Parameters<typeof Table.of>[0], schema: readonly ResultColumn[]): Table {
  const names = uniqueNames(schema.map(({ name }) => name));
  const types = Object.fromEntries(schema.map(({ type }, i) => [names[i] as string, type]));
  return Table.of(columns, names, { types });
}

function downloadProgress(
  now: () => number,
  { job_id: jobId, type: engine, num_records }: JobRecord,
  totalBytes: number | null,
  { signal, show_progress = true }: ReadOptions,
): { onBytes: (bytes: number) => void; onRows: (rows: number) => void; end: (failed: boolean) => void } {
  const startedMs = now();
  let toldMs = startedMs;
  let bytes = 0;
  let rows = 0;
  const report = (last: Pick<ProgressEvent, "state" | "done">): void => {
    if (!show_progress) return;
    toldMs = now();
    reportProgress({
      kind: "download",
      jobId,
      engine,
      elapsedMs: toldMs - startedMs,
      bytes,
      rows,
      ...(totalBytes === null ? {} : { totalBytes }),
      ...(num_records ? { percent: Math.min(100, (100 * rows) / num_records) } : {}),
      ...last,
    });
  };
  return {
    onBytes: (count) => {
      bytes = count;
      if (now() - toldMs >= REPORT_EVERY_MS) report({});
    },
    onRows: (count) => {
      rows = count;
    },
    end: (failed) => report({ ...lastState(signal, failed), done: true }),
  };
}
