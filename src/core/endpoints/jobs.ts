import { randomUUID } from "node:crypto";
import { isAlreadyExistsError } from "../error-guards.ts";
import { DecodeError } from "../errors.ts";
import type { FetchResponse } from "../http/fetch-types.ts";
import type { Transport } from "../http/transport.ts";
import { BLOCKS_HEADER, BLOCKS_VERSION, type BLOCKS_FORMAT } from "../blocks/block-format.ts";
import { leaseHeader } from "../interrupt/watched-work.ts";
import { encodePath, getRecord, getRecords } from "./get-record.ts";
import {
  digitsIn,
  expectSubject,
  readColumn,
  readCount,
  readInteger,
  readList,
  readTextField,
  readTimeField,
} from "./read-field.ts";

/** Asks svclib's own service for column blocks; others ignore the header. */
const READS_BLOCKS = { [BLOCKS_HEADER]: BLOCKS_VERSION };

/** `queued`, `booting`, `running`, and the three that end a job: `success`, `error`, `killed`. */
export type JobStatus = "queued" | "booting" | "running" | "success" | "error" | "killed";

/** A column of a job's result. */
export interface ResultColumn {
  readonly name: string;
  /** The engine's type name: `bigint`, `varchar`, `array(bigint)` (presto); `string`, `array<bigint>` (hive). */
  readonly type: string;
}

/** A job, as listed by `%svc_jobs`, with the extra fields of `job/show`. */
export interface JobRecord {
  readonly job_id: number;
  readonly status: JobStatus;
  /** `presto`, `hive`, also `bulk_import`, `export`, ... */
  readonly type: string;
  readonly database: string | null;
  readonly query: string;
  readonly created_at: Date | null;
  readonly start_at: Date | null;
  readonly end_at: Date | null;
  readonly updated_at: Date | null;
  /** CPU time in ms. */
  readonly cpu_time: number | null;
  /** Size of the result in bytes, as `msgpack.gz`. */
  readonly result_size: number | null;
  /** Size of the result in bytes, if it is stored as column blocks; only svclib's own service does that. */
  readonly result_blocks_size: number | null;
  readonly num_records: number | null;
  /** Null when the job has no result, or the service did not report it. */
  readonly result_schema: readonly ResultColumn[] | null;
  /** -2 (very low) to 2 (very high). */
  readonly priority: number | null;
  readonly retry_limit: number | null;
  /** URL of the job in the service's console. */
  readonly url: string | null;
  readonly user_name: string | null;
  /** Output of the job; null in listings. */
  readonly debug: { readonly cmdout: string | null; readonly stderr: string | null } | null;
}

function readResultSchema(value: unknown): ResultColumn[] | null {
  const list = readList(value);
  return (
    list?.map((entry, i) => {
      const [name, type] = readColumn(entry);
      return { name: name ?? `_c${i}`, type: type ?? "unknown" };
    }) ?? null
  );
}

/** Lowercased: clients of the service ignore its case. */
function readStatus(value: unknown): JobStatus | null {
  return (readTextField(value)?.trim().toLowerCase() || null) as JobStatus | null;
}

function readDebug(value: unknown): JobRecord["debug"] {
  if (typeof value !== "object" || value === null) return null;
  const { cmdout, stderr } = value as { cmdout?: unknown; stderr?: unknown };
  return { cmdout: readTextField(cmdout), stderr: readTextField(stderr) };
}

/** A job from the fields of a reply; missing ones are null. */
export function readJob(
  record: Record<string, unknown>,
  jobId = readTextField(record["job_id"]) ?? "",
): JobRecord {
  const { query } = record;
  return {
    job_id: Number(jobId),
    status: readStatus(record["status"]) ?? "queued",
    type: readTextField(record["type"]) ?? "?",
    database: readTextField(record["database"]),
    // `bulkload` jobs have an object here.
    query: typeof query === "string" ? query : query == null ? "" : JSON.stringify(query),
    created_at: readTimeField(record["created_at"]),
    start_at: readTimeField(record["start_at"] ?? record["started_at"]),
    end_at: readTimeField(record["end_at"]),
    updated_at: readTimeField(record["updated_at"]),
    cpu_time: readCount(record["cpu_time"], null),
    result_size: readCount(record["result_size"], null),
    result_blocks_size: readCount(record["result_blocks_size"], null),
    num_records: readCount(record["num_records"], null),
    result_schema: readResultSchema(record["hive_result_schema"]),
    priority: readInteger(record["priority"], null),
    retry_limit: readCount(record["retry_limit"], null),
    url: readTextField(record["url"]),
    user_name: readTextField(record["user_name"]),
    debug: readDebug(record["debug"]),
  };
}

/** Which jobs to list; `from` and `to` count from 0, the newest job. */
export interface JobListOptions {
  /** @default 0 */
  readonly from?: number;
  /** Default: the service's page size, 20 jobs. */
  readonly to?: number;
  readonly status?: "queued" | "running" | "success" | "error";
}

/** `GET /v3/job/list`, newest first: ids as the service writes them, with their records. */
export async function listJobs(
  transport: Transport,
  { from, to, status }: JobListOptions,
  signal?: AbortSignal,
): Promise<readonly { readonly id: string; readonly record: JobRecord }[]> {
  const query = { from: from ?? 0, to: to ?? undefined, status: status ?? undefined };
  const { records } = await getRecords("jobs", transport, "list jobs", "/v3/job/list", { query, signal });
  return records.map((record) => ({ id: readTextField(record["job_id"]) ?? "", record: readJob(record) }));
}

/** `GET /v3/job/show/{id}` */
export async function showJob(transport: Transport, jobId: string, signal?: AbortSignal): Promise<JobRecord> {
  const what = `show job ${jobId}`;
  const path = `/v3/job/show/${encodePath(jobId)}`;
  const reply = await getRecord(transport, what, path, { headers: READS_BLOCKS, signal });
  if (readStatus(reply["status"]) === null) throw await transport.lacking(what, "status", reply);
  expectSubject(what, reply["job_id"], jobId);
  return readJob(reply, jobId);
}

export interface JobState {
  /** Null when the reply has no status. */
  readonly status: JobStatus | null;
  /** 0 to 100; null when the service does not report it. */
  readonly percent: number | null;
  /** The job, if it has ended; null from services other than svclib's own. */
  readonly record: JobRecord | null;
}

/**
 * `GET /v3/job/status/{id}`
 *
 * @param waitMs - svclib's own service delays its reply up to this long until the job ends; others reply at once.
 */
export async function jobStatus(
  transport: Transport,
  jobId: string,
  signal?: AbortSignal,
  waitMs = 0,
): Promise<JobState> {
  const what = `poll job ${jobId}`;
  const path = `/v3/job/status/${encodePath(jobId)}`;
  const isOwn = transport.echoesRequestIds;
  const query = { wait: waitMs > 0 ? waitMs / 1000 : undefined, show: isOwn ? 1 : undefined };
  const headers = { ...READS_BLOCKS, ...leaseHeader() };
  const reply = await getRecord(transport, what, path, { query, headers, signal });
  expectSubject(what, reply["job_id"], jobId);
  const job = isOwn ? (reply["job"] as Record<string, unknown> | undefined) : undefined;
  return {
    status: readStatus(reply["status"]),
    percent: readCount(reply["percent"], null),
    record: job === undefined ? null : readJob(job, jobId),
  };
}

/** The query to run. Undefined fields are not sent. */
export interface IssueRequest {
  readonly type: string;
  readonly database: string;
  readonly query: string;
  readonly options?: Readonly<Record<string, string | number | undefined>>;
}

/**
 * `POST /v3/job/issue/{type}/{db}` with a fresh domain key as idempotency key: the service creates one job however often the request is
 * sent, and replies 409 if the job exists.
 *
 * @returns the job's id as the service writes it.
 */
export async function issueJob(
  transport: Transport,
  { type, database, query, options = {} }: IssueRequest,
): Promise<string> {
  const what = `issue ${type} query on ${database}`;
  const domain_key = `svc-${randomUUID()}`;
  let reply: { job_id?: unknown; job?: unknown } = {};
  let fault: Error | null = null;
  try {
    reply = await transport.json({
      what,
      method: "POST",
      path: `/v3/job/issue/${encodePath(type, database)}`,
      form: { query, ...options, domain_key },
      headers: { ...READS_BLOCKS, ...leaseHeader() },
      idempotent: true,
      final: [500],
    });
  } catch (error) {
    if (!isAlreadyExistsError(error) && !(error instanceof DecodeError)) throw error;
    fault = error;
  }
  // The job may exist although its id was lost: in the reply to an earlier attempt, or in this reply.
  const jobId =
    readTextField(reply.job_id) ??
    readTextField(reply.job) ??
    (await jobOfDomainKey(transport, domain_key, isAlreadyExistsError(fault) ? fault.body : ""));
  if (jobId === null) throw fault ?? (await transport.lacking(what, "job_id", reply));
  transport.checkNewId(what, `job ${jobId}`);
  return jobId;
}

/** Id of the job named in the body of a 409; else from `GET /v3/job/status_by_domain_key/{key}`. */
async function jobOfDomainKey(transport: Transport, key: string, body: string): Promise<string | null> {
  const named = digitsIn(body, "conflicts_with");
  if (named !== null) return named;
  const path = `/v3/job/status_by_domain_key/${encodePath(key)}`;
  const lookup = getRecord(transport, `find the job of domain key ${key}`, path, {});
  // The error of the issue request is more useful.
  const reply = await lookup.catch(() => null);
  return readTextField(reply?.["job_id"]);
}

export const killPath = (jobId: string): string => `/v3/job/kill/${encodePath(jobId)}`;

/** `POST /v3/job/kill/{id}`; killing a finished job does nothing. Some services reply with an empty body. */
export async function killJob(transport: Transport, jobId: string, signal?: AbortSignal): Promise<void> {
  const what = `kill job ${jobId}`;
  const text = await transport.text({
    what,
    method: "POST",
    path: killPath(jobId),
    idempotent: true,
    signal,
  });
  expectSubject(what, digitsIn(text, "job_id"), jobId);
}

/** A result format, as named on the wire. */
export type ResultFormat = "msgpack.gz" | typeof BLOCKS_FORMAT;

/**
 * `GET /v3/job/result/{id}?format={format}`, from byte `offset` up to before byte `end`, or to the file's end. If the file no
 * longer has `etag`, the whole file is sent with status 200.
 */
export function openJobResult(
  transport: Transport,
  jobId: string,
  at: {
    readonly format: ResultFormat;
    readonly offset: number;
    readonly end: number | null;
    readonly etag: string | null;
  },
  signal?: AbortSignal,
): Promise<FetchResponse> {
  const last = at.end === null ? "" : at.end - 1;
  const range: Record<string, string> = at.offset === 0 ? {} : { range: `bytes=${at.offset}-${last}` };
  if (at.offset > 0 && at.etag !== null) range["if-range"] = at.etag;
  return transport.open({
    what: `read result of job ${jobId}`,
    method: "GET",
    path: `/v3/job/result/${encodePath(jobId)}`,
    query: { format: at.format },
    headers: { "accept-encoding": "identity", ...range },
    // 416: no bytes after `offset`.
    accept: at.offset === 0 ? [] : [416],
    signal,
  });
}
