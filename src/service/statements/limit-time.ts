import { SqlError } from "../../dialect/sql-error.ts";
import type { Statement } from "./statement.ts";

/** Timers can't be set for longer. */
const MOST_MS = 2 ** 31 - 1;

/**
 * Stops a statement that begins now when its time is over.
 *
 * @param limits - Milliseconds from its arrival, and from now.
 * @returns ends the watch.
 */
export function limitTime(
  statement: Statement,
  limits: { readonly runMs: number; readonly executionMs: number },
  nowMs: number,
): () => void {
  const watch = (leftMs: number, what: string, limitMs: number): NodeJS.Timeout | undefined => {
    if (leftMs > MOST_MS) return undefined;
    const message = `Query exceeded the maximum ${what} time limit of ${(limitMs / 1000).toFixed(2)}s`;
    const stop = (): void => statement.stop.abort(new SqlError("EXCEEDED_TIME_LIMIT", message));
    return setTimeout(stop, Math.max(0, leftMs));
  };
  const timers = [
    watch(limits.runMs - (nowMs - statement.createdAtMs), "run", limits.runMs),
    watch(limits.executionMs, "execution", limits.executionMs),
  ];
  return () => timers.forEach((timer) => clearTimeout(timer));
}
