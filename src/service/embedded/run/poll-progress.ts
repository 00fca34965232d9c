import type { DuckDBConnection } from "@duckdb/node-api";

const EVERY_MS = 400;

/** Polls a statement's progress and reports changes in percent. @returns stops polling. */
export function pollProgress(connection: DuckDBConnection, report: (percent: number) => void): () => void {
  let last = -1;
  const timer = setInterval(() => {
    const { percentage } = connection.progress;
    const percent = Math.min(100, Math.floor(percentage));
    if (percent < 0 || percent === last) return;
    last = percent;
    report(percent);
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
