import { isSvcError } from "../../core/error-guards.ts";

// Captured early, because cells may replace globals.
const OwnPromise = Promise;
const { setImmediate: afterTurn } = globalThis;

/** Work that a cell started in passing, whose output belongs to it. */
export class CellWork {
  #running: Promise<{ readonly error: unknown } | null>[] = [];

  readonly start = (work: () => Promise<void>): void =>
    void this.#running.push(
      work().then(
        () => null,
        (error: unknown) => ({ error }),
      ),
    );

  /** Forgets the work of a cell that failed. */
  drop(): void {
    this.#running = [];
  }

  /**
   * Waits for the work started so far, and for the end of the turn: errors of promises that nothing awaits are reported then, and a
   * frontend drops what comes after the cell.
   *
   * @throws the first error of the work
   */
  async end(): Promise<void> {
    let failed: { readonly error: unknown } | null = null;
    for (let work = this.#running.shift(); work; work = this.#running.shift()) {
      const end = await work;
      failed ??= end;
    }
    await new OwnPromise<void>((resolve) => void afterTurn(resolve));
    if (failed) throw failed.error;
  }
}

/** The text for an error that the cell's code did not handle. */
function lostError(what: string, error: unknown, inspect: (error: unknown) => string): string {
  return `${what}: ${isSvcError(error) ? `${error.name}: ${error.message}` : inspect(error)}\n`;
}

/** The text for an unhandled rejection. */
export const lostRejection = (reason: unknown, inspect: (error: unknown) => string): string =>
  lostError("a promise that nothing awaits failed", reason, inspect);

/** The text for an error in a timer's callback or an event listener. */
export const lostThrow = (error: unknown, inspect: (error: unknown) => string): string =>
  lostError("nothing caught an error", error, inspect);
