import { isAlreadyExistsError, isNotFoundError } from "../error-guards.ts";
import { outcomeIsUnknown } from "../http/outcome-is-unknown.ts";
import { freshRecord } from "../job/fresh-record.ts";
import type { ServiceRequest } from "../http/service-request.ts";
import type { Transport } from "../http/transport.ts";
import { COLUMNS_HEADER } from "../wire/own-headers.ts";
import { encodePath, getRecord } from "./get-record.ts";
import { digitsIn, expectSubject, readCount, readTextField } from "./read-field.ts";

interface BulkImportRecord {
  /** `uploading`, `performing`, `ready`, `committing`, `committed`. */
  readonly status: string;
  /** Null until the perform job has ended. */
  readonly valid_records: number | null;
  readonly error_records: number | null;
  /** The job that reads the parts; null until there is one. */
  readonly job_id: string | null;
}

/** Retried if the reply is lost. A 500 is a definite reply: the service failed. */
const REPEATED = { idempotent: true, final: [500] } as const;

type ImportAction = "create" | "freeze" | "perform" | "commit" | "delete";

function change(session: string, what: ImportAction, signal: AbortSignal | undefined): ServiceRequest {
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
 * @param isOwnName - The name is unique: the request is retried if its reply is lost, and an existing session is ours.
 * @returns whether the service accepts parts as blocks of columns.
 */
export async function createBulkImport(
  transport: Transport,
  session: string,
  into: { readonly database: string; readonly table: string; readonly append: boolean },
  isOwnName: boolean,
  signal?: AbortSignal,
): Promise<boolean> {
  const { path, ...request } = change(session, "create", signal);
  try {
    const { headers } = await transport.reply({
      ...request,
      path: `${path}/${encodePath(into.database, into.table)}`,
      ...(into.append ? { form: { mode: "append" } } : {}),
      ...(isOwnName ? REPEATED : {}),
    });
    return headers.get(COLUMNS_HEADER) === "1";
  } catch (error) {
    if (!isOwnName || !isAlreadyExistsError(error)) throw error;
    return false;
  }
}

/** `PUT /v3/bulk_import/upload_part/{name}/{part}`: gzip of MessagePack maps, or blocks of columns. Uploading a part again replaces it. */
export async function uploadPart(
  transport: Transport,
  session: string,
  part: string,
  body: Uint8Array,
  options: { readonly signal: AbortSignal; readonly maxCumulDelayMs: number | undefined },
): Promise<void> {
  await transport.text({
    what: `upload ${part} of bulk import ${session}`,
    method: "PUT",
    path: `/v3/bulk_import/upload_part/${encodePath(session, part)}`,
    headers: { "content-type": "application/octet-stream" },
    body,
    ...options,
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
 * Requests a step that must not be repeated without checking.
 *
 * @param isTaken - Asks the service whether it has taken the step; asked before the request is sent again.
 * @returns the reply's text, or the error if the step may have been carried out: the session's status shows it.
 */
async function takeStep(
  transport: Transport,
  request: ServiceRequest,
  isTaken: () => Promise<boolean>,
): Promise<string | Error> {
  let again = false;
  const onAgain = async (): Promise<void> => {
    again = true;
    if (await isTaken()) throw new Error(`${request.what} was refused, but the service has taken it`);
  };
  return transport.text({ ...request, onAgain }).catch((error: unknown) => {
    if (error instanceof Error && (again || outcomeIsUnknown(error))) return error;
    throw error;
  });
}

/**
 * `POST /v3/bulk_import/perform/{name}`. If the reply is lost, the session's status shows whether the request was accepted; if not, it
 * is sent once more after a while.
 *
 * @returns the id of the job that reads the parts.
 */
export async function performBulkImport(
  transport: Transport,
  session: string,
  signal?: AbortSignal,
): Promise<string> {
  const request = change(session, "perform", signal);
  const show = (): Promise<BulkImportRecord> => showBulkImport(transport, session, signal);
  const send = async (): Promise<{ answer: string | Error; jobId: string | null }> => {
    const hasNoJob = ({ job_id }: BulkImportRecord): boolean => job_id === null;
    const answer = await takeStep(transport, request, async () => !hasNoJob(await show()));
    const named = typeof answer === "string" ? digitsIn(answer, "job_id") : null;
    return { answer, jobId: named ?? (await freshRecord(transport, show, hasNoJob, signal)).job_id };
  };
  let { answer, jobId } = await send();
  if (jobId === null && answer instanceof Error) ({ answer, jobId } = await send());
  if (jobId === null)
    throw answer instanceof Error ? answer : await transport.lacking(request.what, "job_id", answer);
  transport.checkNewId(request.what, `job ${jobId}`);
  return jobId;
}

/**
 * `POST /v3/bulk_import/commit/{name}`: starts the commit; when done the session's status is `committed`.
 *
 * @returns the error if only the session's status can show whether the request was accepted; else null.
 */
export async function commitBulkImport(transport: Transport, session: string): Promise<Error | null> {
  const isTaken = async (): Promise<boolean> =>
    ["committing", "committed"].includes((await showBulkImport(transport, session)).status);
  const reply = await takeStep(transport, change(session, "commit", undefined), isTaken);
  return reply instanceof Error ? reply : null;
}

/** `POST /v3/bulk_import/delete/{name}`; does nothing when there is no such session. */
export async function deleteBulkImport(
  transport: Transport,
  session: string,
  signal?: AbortSignal,
): Promise<void> {
  try {
    await transport.text({ ...change(session, "delete", signal), idempotent: true });
  } catch (error) {
    if (!isNotFoundError(error)) throw error;
  }
}

/** `GET /v3/bulk_import/show/{name}` */
export async function showBulkImport(
  transport: Transport,
  session: string,
  signal?: AbortSignal,
): Promise<BulkImportRecord> {
  const what = `show bulk import ${session}`;
  const path = `/v3/bulk_import/show/${encodePath(session)}`;
  const reply = await getRecord(transport, what, path, { signal });
  expectSubject(what, reply["name"], session);
  return {
    status: readTextField(reply["status"])?.trim().toLowerCase() ?? "",
    valid_records: readCount(reply["valid_records"], null),
    error_records: readCount(reply["error_records"], null),
    job_id: readTextField(reply["job_id"]),
  };
}
