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
