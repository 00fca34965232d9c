/** Work that a cell started in passing, whose output belongs to it. */
export class CellWork {
  #running: Promise<void>[] = [];

  readonly start = (work: () => Promise<void>): void => void this.#running.push(work());

  /** Waits for the work started so far. */
  async end(): Promise<void> {
    const running = this.#running;
    this.#running = [];
    for (const work of running) await work;
  }
}
