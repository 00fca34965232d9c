/** The message of any thrown value. DuckDB's errors may come from another realm, where `instanceof Error` fails. */
export function errorMessage(error: unknown): string {
  if (typeof error === "object" && error !== null && "message" in error) return String(error.message);
  return String(error);
}
