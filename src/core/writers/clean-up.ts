import { warn } from "../warnings.ts";

export const CLEANUP_TIMEOUT_MS = 30_000;

/** Undoes something after `error`, which is still the error to throw; if undoing fails, its message says so. */
export async function cleanUp(undo: () => Promise<unknown>, error: unknown): Promise<void> {
  try {
    await undo();
  } catch (failure) {
    if (error instanceof Error && failure instanceof Error) {
      error.message += `; cleaning up failed too: ${failure.message}`;
    }
  }
}

/** Removes leftovers of successful work; a failure is only a warning. @returns whether it succeeded. */
export async function cleanBehind(what: string, remove: () => Promise<unknown>): Promise<boolean> {
  try {
    await remove();
    return true;
  } catch (failure) {
    warn("write", `${what}: ${(failure as Error).message}`);
    return false;
  }
}

/** How long the service may take to answer after the abort. */
const ANSWER_MS = 5_000;

/**
 * The signal for a request that creates something; it aborts some time after `signal`. The service may still carry out an aborted request,
 * and nothing would remove what it then creates.
 */
export function creationSignal(signal: AbortSignal): AbortSignal {
  if (signal.aborted) return signal;
  const late = new AbortController();
  const abort = (): void => late.abort(signal.reason);
  signal.addEventListener("abort", () => AbortSignal.timeout(ANSWER_MS).addEventListener("abort", abort), {
    once: true,
  });
  return late.signal;
}
