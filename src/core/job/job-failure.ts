import type { JobRecord } from "../endpoints/jobs.ts";
import { QueryError } from "../errors.ts";
import type { Transport } from "../http/transport.ts";
import { splitHeader, type IssuedSql } from "../sql/query-header.ts";
import { positionInUserSql } from "../sql/sql-excerpt.ts";

/** The service's reason; empty for a killed job without one. */
function serverWords({ debug, status }: JobRecord): string {
  const stderr = debug?.stderr?.trim();
  if (stderr) return stderr;
  const log = debug?.cmdout?.trim().split("\n") ?? [];
  return (
    log
      .filter((line) => /error|exception|failed/i.test(line))
      .at(-1)
      ?.trim() ?? (status === "killed" ? "" : "the service gave no reason")
  );
}

/** The error for a job with status `error` or `killed`. @param issued - Null if another process issued it. */
export async function jobFailure(
  transport: Transport,
  record: JobRecord,
  issued: IssuedSql | null,
): Promise<QueryError> {
  const serverMessage = await transport.saying(serverWords(record));
  const { sql, headerLines } = issued ?? splitHeader(record.query);
  const { message, line, column } = positionInUserSql(serverMessage, headerLines);
  const oneLine = message.split("\n", 1)[0] ?? "";
  const outcome = record.status === "killed" ? "was killed" : "failed";
  return new QueryError(`${record.type} job ${record.job_id} ${outcome}${oneLine && `: ${oneLine}`}`, {
    sql: sql === "" ? null : sql,
    jobId: record.job_id,
    engine: record.type,
    serverMessage,
    line,
    column,
  });
}
