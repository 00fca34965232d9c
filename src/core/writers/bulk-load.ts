import { randomUUID } from "node:crypto";
import {
  commitBulkImport,
  createBulkImport,
  deleteBulkImport,
  freezeBulkImport,
  performBulkImport,
  showBulkImport,
} from "../endpoints/bulk-import.ts";
import { showJob } from "../endpoints/jobs.ts";
import { InterruptedError, TimeoutError, UploadError } from "../errors.ts";
import { freshRecord, onceKnown, pollIntervalsMs } from "../job/fresh-record.ts";
import { outcomeIsUnknown } from "../http/outcome-is-unknown.ts";
import type { Transport } from "../http/transport.ts";
import { Job } from "../job/job.ts";
import { jobFailure } from "../job/job-failure.ts";
import { CLEANUP_TIMEOUT_MS, cleanBehind, cleanUp, creationSignal } from "./clean-up.ts";

export interface BulkLoad {
  readonly database: string;
  readonly table: string;
  /** The table that the caller named, for errors: `replace` fills another one. */
  readonly label: string;
  /** Whether the table may already have rows. */
  readonly append: boolean;
  readonly rowCount: number;
  readonly signal: AbortSignal;
  /** Uploads all parts into the session, as blocks of columns if the service accepts them. */
  readonly upload: (session: string, takesColumns: boolean) => Promise<void>;
  /** Called with the state after the upload: `performing`, `committing`. */
  readonly onState: (state: string) => void;
  readonly options: BulkLoadOptions;
}

/** Options of the session and its waits. */
export interface BulkLoadOptions {
  /** Name of the session. Default: a generated one. */
  readonly bulk_import_name?: string | undefined;
  /** Seconds to wait at most for the service to read the parts. Default: no limit. */
  readonly perform_timeout?: number | undefined;
  /** Called with the perform job after each wait while it runs. */
  readonly perform_wait_callback?: ((job: Job) => unknown) | undefined;
  /** Seconds to wait at most for the commit. Default: no limit. */
  readonly commit_timeout?: number | undefined;
}

/** Maximum time from a commit request to its start. If its reply was lost, it is sent once more in between. */
const COMMIT_START_MS = 60_000;
const COMMIT_AGAIN_MS = 15_000;

/**
 * Loads rows through a bulk import session. The table gets no rows before the commit, which is requested only if the
 * service has read every row; a session that fails before, or whose commit is refused, is deleted.
 *
 * @throws UploadError with `rowsWritten` 0 before the commit and when it is refused, or null when its outcome is unknown.
 */
export async function bulkLoad(transport: Transport, load: BulkLoad): Promise<void> {
  const { signal, options, label } = load;
  const isOwnName = options.bulk_import_name === undefined;
  const session = options.bulk_import_name ?? `svc-${randomUUID()}`;
  let isOurs = false;
  let lost: Error | null;
  try {
    const takesColumns = await createBulkImport(
      transport,
      session,
      load,
      isOwnName,
      creationSignal(signal),
    ).catch((error: unknown) => {
      // If creation may have succeeded, a generated name is ours; a given name may be another client's session.
      isOurs = isOwnName && (signal.aborted || outcomeIsUnknown(error));
      throw error;
    });
    isOurs = true;
    await load.upload(session, takesColumns);
    await freezeBulkImport(transport, session, signal);
    load.onState("performing");
    await perform(transport, session, load);
    load.onState("committing");
    // Without the signal: after an abort the outcome would be unknown.
    lost = await commitBulkImport(transport, session);
  } catch (error) {
    if (isOurs) {
      await cleanUp(
        () => deleteBulkImport(transport, session, AbortSignal.timeout(CLEANUP_TIMEOUT_MS)),
        error,
      );
    }
    if (signal.aborted || error instanceof InterruptedError) throw error;
    const message = (error as Error).message;
    throw new UploadError(`none of the rows are in ${label}: ${message}`, 0, { cause: error });
  }
  try {
    await committed(transport, session, lost, options.commit_timeout);
  } catch (error) {
    const reason = (error as Error).message;
    throw new UploadError(
      `bulk import ${session} into ${label} was performed, but its commit failed: ${reason}`,
      null,
      { cause: error },
    );
  }
  await cleanBehind(`${label} has its rows, but bulk import ${session} could not be deleted`, () =>
    deleteBulkImport(transport, session, AbortSignal.timeout(CLEANUP_TIMEOUT_MS)),
  );
}

async function perform(
  transport: Transport,
  session: string,
  { rowCount, signal, options }: BulkLoad,
): Promise<void> {
  const jobId = await performBulkImport(transport, session, signal);
  const record = await onceKnown(transport, () => showJob(transport, jobId, signal), signal);
  const job = new Job(transport, jobId, record);
  try {
    const { perform_timeout: timeout, perform_wait_callback: wait_callback } = options;
    await job.wait({ signal, show_progress: false, timeout, wait_callback });
  } catch (error) {
    await cleanUp(() => job.kill(AbortSignal.timeout(CLEANUP_TIMEOUT_MS)), error);
    throw error;
  }
  if (job.status !== "success")
    throw await jobFailure(transport, await showJob(transport, jobId, signal), null);
  const { valid_records: valid, error_records: refused } = await freshRecord(
    transport,
    () => showBulkImport(transport, session, signal),
    ({ status }) => status === "uploading" || status === "performing",
    signal,
  );
  if ((refused ?? 0) > 0 || (valid !== null && valid !== rowCount)) {
    throw new UploadError(
      `the service took ${valid ?? "?"} and refused ${refused ?? "?"} of ${rowCount} rows`,
      0,
    );
  }
}

/**
 * Waits until a requested commit is done.
 *
 * @param lost - The error if the request may not have arrived; it is then sent once more.
 */
async function committed(
  transport: Transport,
  session: string,
  lost: Error | null,
  timeoutSeconds = Number.POSITIVE_INFINITY,
): Promise<void> {
  let again = lost !== null;
  const { now, sleep } = transport.options;
  const startedMs = now();
  let idleMs = 0;
  for (const ms of pollIntervalsMs()) {
    const { status } = await showBulkImport(transport, session);
    if (status === "committed") return;
    // Waits for a running commit without limit; one that never starts was lost.
    idleMs = status === "committing" ? 0 : idleMs + ms;
    // A session that is still ready has not accepted the commit; a later status rejects a second one.
    if (again && status === "ready" && idleMs > COMMIT_AGAIN_MS) {
      again = false;
      lost = (await commitBulkImport(transport, session).catch((error: Error) => error)) ?? lost;
    }
    if (idleMs > COMMIT_START_MS)
      throw (
        lost ??
        new Error(`the session is still ${status}: the service did not start the commit; upload again`)
      );
    const leftMs = startedMs + timeoutSeconds * 1000 - now();
    if (leftMs <= 0) {
      throw new TimeoutError(
        `the session is still ${status} after ${timeoutSeconds} s; the commit may still finish`,
        timeoutSeconds * 1000,
      );
    }
    await sleep(Math.min(ms, leftMs));
  }
}
