// This folder: what routes answer, and forms that they read.

import { isFinished, type Job } from "../../jobs/job.ts";
import { wireTime } from "./wire-time.ts";

/** A job in the form of `job/status`, with its percentage while it runs. */
export function jobStatusJson(job: Job, percent: number | null): Record<string, unknown> {
  const { job_id, status, created_at, updated_at, start_at, end_at, duration, cpu_time, ...rest } = jobJson(
    job,
    "",
  );
  const { result_size, num_records } = rest;
  const times = { created_at, updated_at, start_at, end_at, duration, cpu_time };
  return { job_id, status, ...times, result_size, num_records, percent: isFinished(job) ? null : percent };
}

/** A job in the form of `job/list`; `hive_result_schema` is JSON text, for every engine. */
export function jobJson(job: Job, baseUrl: string): Record<string, unknown> {
  const { startedAtMs, endedAtMs } = job;
  return {
    job_id: job.id,
    type: job.type,
    status: job.status,
    database: job.database,
    query: job.query,
    created_at: wireTime(job.createdAtMs),
    updated_at: wireTime(endedAtMs ?? startedAtMs ?? job.createdAtMs),
    start_at: startedAtMs === null ? null : wireTime(startedAtMs),
    end_at: endedAtMs === null ? null : wireTime(endedAtMs),
    duration: startedAtMs === null || endedAtMs === null ? null : Math.ceil((endedAtMs - startedAtMs) / 1000),
    cpu_time: null,
    result_size: job.blocksSize == null ? (job.resultSize ?? 0) : null,
    num_records: job.rowCount ?? 0,
    hive_result_schema:
      job.columns === null ? null : JSON.stringify(job.columns.map(({ name, type }) => [name, type])),
    priority: job.priority,
    retry_limit: job.retryLimit,
    // Never a result-export URL: clients would iterate its characters as rows.
    result: "",
    url: `${baseUrl}/v3/job/show/${job.id}`,
    user_name: job.userName,
    organization: null,
    linked_result_export_job_id: null,
    result_export_target_job_id: null,
  };
}

/** Output of the run: progress in `cmdout`, the error in `stderr`. */
export function jobDebug(job: Job): { cmdout: string; stderr: string | null } {
  const lines: string[] = [];
  if (job.startedAtMs !== null) lines.push(`started at ${new Date(job.startedAtMs).toISOString()}`);
  if (job.output !== "") lines.push(job.output);
  if (job.endedAtMs !== null) lines.push(`${job.status} at ${new Date(job.endedAtMs).toISOString()}`);
  return { cmdout: lines.map((line) => `${line}\n`).join(""), stderr: job.fault };
}
