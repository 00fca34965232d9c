import { lastState, reportProgress } from "../progress.ts";

/** Reports the progress of an upload. */
export class UploadProgress {
  readonly #isShown: boolean;
  readonly #now: () => number;
  readonly #startedMs: number;
  readonly #totalRows: number;
  readonly #signal: AbortSignal;
  #rows = 0;
  #bytes = 0;

  /**
   * @param signal - Signal of the upload; if aborted, the final state is `stopped`.
   * @param isShown - False: no events.
   */
  constructor(now: () => number, totalRows: number, signal: AbortSignal, isShown = true) {
    this.#isShown = isShown;
    this.#now = now;
    this.#startedMs = now();
    this.#totalRows = totalRows;
    this.#signal = signal;
  }

  /** @param bytes - Bytes sent. */
  add(rows: number, bytes: number): void {
    this.#rows += rows;
    this.#bytes += bytes;
    this.#report({});
  }

  /** Reports a state after the rows are sent, such as `performing`. */
  state(state: string): void {
    this.#report({ state });
  }

  /** Runs the upload and reports its final state. */
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
