import type { DuckDBConnection } from "@duckdb/node-api";

const EVERY_MS = 400;

/** Reports the percent done while a statement runs, when the engine knows and when it has changed. Gives what ends it. */
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
