import { warn } from "../warnings.ts";

/** How long cleaning up after a failure may take. */
export const CLEANUP_TIMEOUT_MS = 30_000;

/** Undo something after `error`, which stays the error that is thrown; that it can't be undone is added to its message. */
export async function cleanUp(undo: () => Promise<unknown>, error: unknown): Promise<void> {
  try {
    await undo();
  } catch (failure) {
    if (error instanceof Error && failure instanceof Error) {
      error.message += `; cleaning up failed too: ${failure.message}`;
    }
  }
}

/** Remove what is left behind work that is done: that it can't be removed is no reason to say that the work is not, and a warning. */
export async function cleanBehind(what: string, remove: () => Promise<unknown>): Promise<boolean> {
  try {
    await remove();
    return true;
  } catch (failure) {
    warn("write", `${what}: ${failure instanceof Error ? failure.message : String(failure)}`);
    return false;
  }
}
