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
