/** A result file that is not as it was written. */
export class DamagedResultError extends Error {
  override readonly name = "DamagedResultError";
}

/** By name, because an error from the engine's process has lost its class. */
export function isDamagedResult(error: unknown): boolean {
  return error instanceof Error && error.name === "DamagedResultError";
}
