import { ConfigError } from "../errors.ts";

/** @throws ConfigError for a limit that is not a number of rows; null and undefined mean no limit. */
export function checkLimit(limit: number | null | undefined): void {
  if (limit === null || limit === undefined || (Number.isSafeInteger(limit) && limit >= 0)) return;
  throw new ConfigError(`limit must be an integer of 0 or more, or null for all rows, not ${String(limit)}`);
}
