import { annotateSpan } from "../trace/tracing.ts";
import { lastState, reportProgress } from "../progress.ts";

/**
 * Reports the progress of an upload.
 *
 * @param signal - Signal of the upload; if aborted, the final state is `stopped`.
 * @param isShown - False: no events.
 */
export function uploadProgress(now: () => number, totalRows: number, signal: AbortSignal, isShown = true) {
  const startedMs = now();
  let [rows, bytes] = [0, 0];
  const report = (more: { state?: string | null; done?: boolean }): void => {
    const percent = totalRows === 0 ? 100 : (100 * rows) / totalRows;
    if (isShown)
      reportProgress({ kind: "upload", elapsedMs: now() - startedMs, rows, bytes, percent, ...more });
  };
  return {
    add: (sentRows: number, sentBytes: number): void => {
      rows += sentRows;
      bytes += sentBytes;
      report({});
    },
    /** Reports a state after the rows are sent, such as `performing`. */
    state: (state: string): void => report({ state }),
    /** Runs the upload and reports its final state. */
    during: async <T>(upload: () => Promise<T>): Promise<T> => {
      let failed = true;
      try {
        const result = await upload();
        failed = false;
        return result;
      } finally {
        annotateSpan({ "svclib.upload.rows": rows, "svclib.upload.bytes": bytes });
        report({ state: lastState(signal, failed), done: true });
      }
    },
  };
}
