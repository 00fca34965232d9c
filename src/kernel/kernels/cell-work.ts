// Captured early, because cells may replace globals.
const OwnPromise = Promise;
const { setImmediate: afterTurn } = globalThis;

/** Work that a cell started in passing, whose output belongs to it. */
export class CellWork {
  #running: Promise<void>[] = [];

  readonly start = (work: () => Promise<void>): void => void this.#running.push(work());

  /**
   * Waits for the work started so far, and for the end of the turn: errors of promises that nothing awaits are reported then, and a
   * frontend drops what comes after the cell.
   */
  async end(): Promise<void> {
    const running = this.#running;
    this.#running = [];
    for (const work of running) await work;
    await new OwnPromise<void>((resolve) => void afterTurn(resolve));
  }
}
