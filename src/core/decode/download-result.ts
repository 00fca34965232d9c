import { expectSubject } from "../endpoints/expect-subject.ts";
import { openJobResult } from "../endpoints/jobs.ts";
import { DecodeError, NetworkError } from "../errors.ts";
import type { FetchResponse } from "../http/fetch-types.ts";
import { readBody } from "../http/read-body.ts";
import { RetryBudget } from "../http/retry-budget.ts";
import type { Transport } from "../http/transport.ts";

export interface DownloadOptions {
  /** Bytes that the job announced; null when it did not. */
  readonly size: number | null;
  readonly signal?: AbortSignal | undefined;
  /** Hears the count of bytes so far. */
  readonly onBytes?: (bytes: number) => void;
}

/** How far a download is. */
interface Progress {
  received: number;
  etag: string | null;
}

/**
 * The bytes of a job's result file, as they come. A transfer that breaks off is taken up where it broke.
 *
 * @throws DecodeError when the file is not as long as announced, or changed between two pieces.
 */
export async function* downloadResult(
  transport: Transport,
  jobId: string,
  options: DownloadOptions,
): AsyncGenerator<Uint8Array> {
  const { size, signal } = options;
  const { retry, sleep } = transport.options;
  const budget = new RetryBudget(retry);
  const progress: Progress = { received: 0, etag: null };
  for (;;) {
    const before = progress.received;
    const response = await openJobResult(transport, jobId, { offset: before, etag: progress.etag }, signal);
    const broken = yield* readPieces(response, jobId, progress, {
      ...options,
      silenceMs: transport.options.timeoutMs,
    });
    // Some servers close early without any sign of it: the announced size tells.
    if (broken === null && (size === null || progress.received === size)) return;
    if (broken === null && progress.received === before)
      throw cutOff(jobId, progress.received, size, null, "");
    signal?.throwIfAborted();
    const delayMs = budget.next(null);
    if (delayMs === null) throw cutOff(jobId, progress.received, size, broken, budget.summary);
    await sleep(delayMs, signal);
  }
}

/** Passes the pieces of one reply on. @returns what broke it, null when it ended as it should. */
async function* readPieces(
  response: FetchResponse,
  jobId: string,
  progress: Progress,
  { size, onBytes, silenceMs }: DownloadOptions & { readonly silenceMs: number },
): AsyncGenerator<Uint8Array, unknown> {
  if (response.status === 416) return null;
  checkPiece(response, jobId, progress);
  let skip = bytesToSkip(response, progress, jobId);
  progress.etag = response.headers.get("etag");
  const body = readBody(response, silenceMs);
  try {
    for (;;) {
      const next = await body.next();
      if (next.done) return null;
      const piece = skip === 0 ? next.value : next.value.subarray(skip);
      skip = Math.max(0, skip - next.value.length);
      progress.received += piece.length;
      onBytes?.(progress.received);
      if (size !== null && progress.received > size) throw tooLong(jobId, size);
      if (piece.length > 0) yield piece;
    }
  } catch (error) {
    if (error instanceof DecodeError) throw error;
    return error;
  } finally {
    await body.return(undefined);
  }
}

/**
 * Where the reply tells: it must be this job's, and begin where the last one broke.
 *
 * @throws DecodeError
 */
function checkPiece(response: FetchResponse, jobId: string, { received }: Progress): void {
  const what = `read result of job ${jobId}`;
  const location = response.headers.get("content-location");
  const told = location === null ? null : /\/job\/result\/([^/?]+)/.exec(location)?.[1];
  if (told !== null) expectSubject(what, told, jobId);
  const first = /^bytes (\d+)-/.exec(response.headers.get("content-range") ?? "")?.[1];
  if (response.status === 206 && first !== undefined && Number(first) !== received) {
    throw new DecodeError(`${what} failed: the reply begins at byte ${first}, not at ${received}`);
  }
}

/** A server that can't do ranges sends the whole file again: skip what is there, unless it is another file. */
function bytesToSkip(response: FetchResponse, { received, etag }: Progress, jobId: string): number {
  if (received === 0 || response.status === 206) return 0;
  if (etag !== null && response.headers.get("etag") !== etag) {
    throw new DecodeError(`the result of job ${jobId} changed while it was read; read it again`);
  }
  return received;
}

function tooLong(jobId: string, size: number): DecodeError {
  return new DecodeError(
    `the result of job ${jobId} is longer than the ${size} bytes that the job announced`,
  );
}

function cutOff(jobId: string, received: number, size: number | null, cause: unknown, note: string): Error {
  const said = `read result of job ${jobId} failed: ${received} of ${size ?? "?"} bytes came${note}`;
  if (cause === null) return new DecodeError(said);
  return new NetworkError(said, { method: "GET", path: `/v3/job/result/${jobId}`, code: null }, cause);
}
