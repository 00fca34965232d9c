import { DecodeError } from "../errors.ts";
import { outcomeIsUnknown } from "../http/outcome-is-unknown.ts";
import type { ServiceRequest, Transport } from "../http/transport.ts";
import { COLUMNS_HEADER } from "../wire/columns-header.ts";
import { encodePath } from "./encode-path.ts";
import { expectSubject } from "./expect-subject.ts";
import { digitsIn, readCount, readText } from "./read-field.ts";

interface BulkImportRecord {
  /** `uploading`, `performing`, `ready`, `committing`, `committed`. */
  readonly status: string;
  /** Null until the perform job has ended. */
  readonly valid_records: number | null;
  readonly error_records: number | null;
  /** The job that reads the parts; null until there is one. */
  readonly job_id: string | null;
}

type Change = "create" | "freeze" | "perform" | "commit" | "delete";

function change(session: string, what: Change, signal: AbortSignal | undefined): ServiceRequest {
  return {
    what: `${what} bulk import ${session}`,
    method: "POST",
    path: `/v3/bulk_import/${what}/${encodePath(session)}`,
    signal,
  };
}

/**
 * `POST /v3/bulk_import/create/{name}/{db}/{table}`; `append`: the table already has data.
 *
 * @returns whether the service accepts parts as blocks of columns.
 */
export async function createBulkImport(
  transport: Transport,
  session: string,
  into: { readonly database: string; readonly table: string; readonly append: boolean },
  signal?: AbortSignal,
): Promise<boolean> {
  const request = change(session, "create", signal);
  const path = `${request.path}/${encodePath(into.database, into.table)}`;
  const form = into.append ? { form: { mode: "append" } } : {};
  const { headers } = await transport.reply({ ...request, path, ...form });
  return headers.get(COLUMNS_HEADER) === "1";
}

/** `PUT /v3/bulk_import/upload_part/{name}/{part}`: gzip of MessagePack maps, or blocks of columns. Uploading a part again replaces it. */
export async function uploadPart(
  transport: Transport,
  session: string,
  part: string,
  body: Uint8Array,
  options: { readonly signal: AbortSignal; readonly maxCumulDelayMs: number | null },
): Promise<void> {
  await transport.text({
    what: `upload ${part} of bulk import ${session}`,
    method: "PUT",
    path: `/v3/bulk_import/upload_part/${encodePath(session, part)}`,
    headers: { "content-type": "application/octet-stream" },
    body,
    signal: options.signal,
    ...(options.maxCumulDelayMs === null ? {} : { maxCumulDelayMs: options.maxCumulDelayMs }),
  });
}

/** `POST /v3/bulk_import/freeze/{name}`: no more parts. */
export async function freezeBulkImport(
  transport: Transport,
  session: string,
  signal?: AbortSignal,
): Promise<void> {
  await transport.text({ ...change(session, "freeze", signal), idempotent: true });
}

/**
 * `POST /v3/bulk_import/perform/{name}`. If the reply is lost, the session's status shows whether the request was accepted.
 *
 * @returns the id of the job that reads the parts.
 */
export async function performBulkImport(
  transport: Transport,
  session: string,
  signal?: AbortSignal,
): Promise<string> {
  const request = change(session, "perform", signal);
  const lost: Error[] = [];
  const text = await transport.text(request).catch((error: unknown) => {
    if (!outcomeIsUnknown(error)) throw error;
    lost.push(error as Error);
    return "";
  });
  const jobId = digitsIn(text, "job_id") ?? (await showBulkImport(transport, session, signal)).job_id;
  if (jobId === null) throw lost[0] ?? new DecodeError(`${request.what} failed: the reply has no job_id`);
  transport.checkNewId(request.what, `job ${jobId}`);
  return jobId;
}

/** `POST /v3/bulk_import/commit/{name}`: starts the commit; when done the session's status is `committed`. */
export async function commitBulkImport(
  transport: Transport,
  session: string,
  signal?: AbortSignal,
): Promise<void> {
  await transport.text(change(session, "commit", signal));
}

/** `POST /v3/bulk_import/delete/{name}` */
export async function deleteBulkImport(
  transport: Transport,
  session: string,
  signal?: AbortSignal,
): Promise<void> {
  await transport.text({ ...change(session, "delete", signal), idempotent: true });
}

/** `GET /v3/bulk_import/show/{name}` */
export async function showBulkImport(
  transport: Transport,
  session: string,
  signal?: AbortSignal,
): Promise<BulkImportRecord> {
  const what = `show bulk import ${session}`;
  const reply = await transport.json<Record<string, unknown>>({
    what,
    method: "GET",
    path: `/v3/bulk_import/show/${encodePath(session)}`,
    signal,
  });
  expectSubject(what, reply["name"], session);
  return {
    status: readText(reply["status"])?.trim().toLowerCase() ?? "",
    valid_records: readCount(reply["valid_records"], null),
    error_records: readCount(reply["error_records"], null),
    job_id: readText(reply["job_id"]),
  };
}
