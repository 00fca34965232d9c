/** The message of whatever was thrown; the engine's errors may come from another realm, where `instanceof` says no. */
export function errorMessage(error: unknown): string {
  if (typeof error === "object" && error !== null && "message" in error) return String(error.message);
  return String(error);
}
