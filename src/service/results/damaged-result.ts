/** A result file that is not what was written. */
export class DamagedResultError extends Error {
  override readonly name = "DamagedResultError";
}

/** Also one that came from the engine's process, which has lost its class on the way. */
export function isDamagedResult(error: unknown): boolean {
  return error instanceof Error && error.name === "DamagedResultError";
}
