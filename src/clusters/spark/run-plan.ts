import { randomUUID } from "node:crypto";
import { Attempts } from "../../system/attempts.ts";
import { abortableSleep } from "../../system/abortable.ts";
import type { SparkConnection } from "./spark-connection.ts";
import type { ExecuteResponse, SparkPlan } from "./spark-messages.ts";
import { SvcError } from "../../core/errors.ts";

const PAUSE_MS = 100;
/** Two more attempts before the first reply, as an unreachable server is reported soon; later six. */
const FIRST_WAITS = { firstDelayMs: 200, longestDelayMs: 10_000, maxCumulDelayMs: 700 };
const LATER_WAITS = { ...FIRST_WAITS, maxCumulDelayMs: 12_700 };

/**
 * Runs a plan to its end. A broken connection is reattached: the operation continues on the server, and its replies
 * resume after the last one received.
 *
 * @returns the Arrow streams of its rows.
 */
export async function runPlan(
  connection: SparkConnection,
  plan: SparkPlan,
  signal: AbortSignal,
): Promise<Uint8Array[]> {
  const operationId = randomUUID();
  const batches: Uint8Array[] = [];
  let last: string | null = null;
  let complete = false;
  let attempts = new Attempts("repeatable", FIRST_WAITS);
  let isSent = false;
  const take = (response: ExecuteResponse): void => {
    last = response.response_id;
    attempts = new Attempts("repeatable", LATER_WAITS);
    if (response.result_complete) complete = true;
    // Copied, because the library's bytes are not aligned for Arrow.
    if (response.arrow_batch) batches.push(new Uint8Array(response.arrow_batch.data));
  };
  try {
    while (!complete) {
      signal.throwIfAborted();
      const stream = isSent ? connection.reattach(operationId, last) : connection.execute(plan, operationId);
      isSent = true;
      try {
        const before: string | null = last;
        await readStream(stream, take, signal);
        // Servers end a stream after some minutes. This avoids a tight loop if a stream ends at once without a reply.
        if (!complete && last === before) await abortableSleep(PAUSE_MS, signal);
      } catch (error) {
        signal.throwIfAborted();
        // An operation that never arrived is sent again with the same id: if it did arrive, the server rejects it.
        const isUnknown = last === null && isUnknownOperation(error);
        if (isUnknown) isSent = false;
        const isLost = isUnknown || (error as { code?: number }).code === UNAVAILABLE;
        const delayMs = attempts.next(isLost ? "lost" : "definite");
        if (delayMs === null) throw error;
        await abortableSleep(delayMs, signal);
      }
    }
    return batches;
  } catch (error) {
    if (signal.aborted) await connection.interrupt(operationId).catch(() => undefined);
    throw error;
  } finally {
    if (isSent) await connection.release(operationId);
  }
}

function isUnknownOperation(error: unknown): boolean {
  const { details = "" } = error as { details?: string };
  return /INVALID_HANDLE\.(OPERATION|SESSION)_NOT_FOUND/.test(details);
}

function readStream(
  stream: ReturnType<SparkConnection["execute"]>,
  take: (response: ExecuteResponse) => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => stream.cancel();
    signal.addEventListener("abort", stop, { once: true });
    const settle = (end: () => void) => (): void => {
      signal.removeEventListener("abort", stop);
      end();
    };
    stream.on("data", take);
    stream.on("end", settle(resolve));
    stream.on("error", (error: Error) => settle(() => reject(error))());
  });
}

/** A Spark cluster rejected a request, or can't be reached. */
export class SparkError extends SvcError {
  override readonly name: string = "SparkError";
}

/** The error of a failed call, without Spark's plan and stack trace. */
export function sparkError(cause: unknown, remote: string): SparkError {
  const { details, message = "", code } = cause as { details?: string; message?: string; code?: number };
  const text =
    (details ?? message)
      .split(/\n'?[A-Z]\w+ |\n[ \t]{0,40}at |;[ \t]{0,40}\n|\n\n/)[0]
      ?.replace(/\s+/g, " ")
      .trim() ?? "";
  if (code === UNAVAILABLE) return new SparkError(`Spark at ${remote} can't be reached: ${text}`, { cause });
  if (code === UNAUTHENTICATED)
    return new SparkError(`Spark at ${remote} refused the token: ${text}`, { cause });
  return new SparkError(`Spark: ${text}`, { cause });
}

/** gRPC status codes. */
const UNAVAILABLE = 14;
const UNAUTHENTICATED = 16;
