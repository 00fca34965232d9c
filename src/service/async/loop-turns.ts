/** Work of this much goes into one turn of the event loop; what comes then waits for the next. */
const TURN_MS = 8;

/** Shares the event loop between pieces of work that are short each but many: requests have their turn between them. */
export class LoopTurns {
  #beganMs: number | null = null;

  /** Does the work in a turn that has room for it. */
  async run<T>(work: () => T): Promise<Awaited<T>> {
    while (this.#beganMs !== null && performance.now() - this.#beganMs > TURN_MS)
      await new Promise((resolve) => setImmediate(resolve));
    if (this.#beganMs === null) {
      this.#beganMs = performance.now();
      // Runs before the work that waits for the next turn.
      setImmediate(() => (this.#beganMs = null));
    }
    return await work();
  }
}

/** The turns of this thread's loop. */
export const loopTurns = new LoopTurns();
