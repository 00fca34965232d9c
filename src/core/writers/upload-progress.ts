import { lastState, reportProgress } from "../progress.ts";

/** Reports how far an upload is. */
export class UploadProgress {
  readonly #isShown: boolean;
  readonly #now: () => number;
  readonly #startedMs: number;
  readonly #totalRows: number;
  readonly #signal: AbortSignal;
  #rows = 0;
  #bytes = 0;

  /**
   * @param signal - Of the upload: aborted, it was stopped.
   * @param isShown - False: no events.
   */
  constructor(now: () => number, totalRows: number, signal: AbortSignal, isShown = true) {
    this.#isShown = isShown;
    this.#now = now;
    this.#startedMs = now();
    this.#totalRows = totalRows;
    this.#signal = signal;
  }

  /** @param bytes - As they were sent. */
  add(rows: number, bytes: number): void {
    this.#rows += rows;
    this.#bytes += bytes;
    this.#report({});
  }

  /** What happens after the rows are sent, such as `performing`. */
  state(state: string): void {
    this.#report({ state });
  }

  /** Does the upload, and reports at its end how it ended. */
  async during<T>(upload: () => Promise<T>): Promise<T> {
    let failed = true;
    try {
      const result = await upload();
      failed = false;
      return result;
    } finally {
      this.#report({ ...lastState(this.#signal, failed), done: true });
    }
  }

  #report(more: { state?: string; done?: boolean }): void {
    if (!this.#isShown) return;
    reportProgress({
      kind: "upload",
      elapsedMs: this.#now() - this.#startedMs,
      rows: this.#rows,
      bytes: this.#bytes,
      percent: this.#totalRows === 0 ? 100 : (100 * this.#rows) / this.#totalRows,
      ...more,
    });
  }
}
