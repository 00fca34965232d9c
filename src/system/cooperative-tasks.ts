/** Maximum work per turn of the event loop; further work waits for the next turn. */
const TURN_MS = 8;

/** Spreads many short tasks over turns of the event loop, so that requests are served in between. */
export class CooperativeTasks {
  #beganMs: number | null = null;

  async run<T>(work: () => T): Promise<Awaited<T>> {
    while (this.#beganMs !== null && performance.now() - this.#beganMs > TURN_MS)
      await new Promise((resolve) => setImmediate(resolve));
    if (this.#beganMs === null) {
      this.#beganMs = performance.now();
      // Runs before tasks that wait for the next turn.
      setImmediate(() => (this.#beganMs = null));
    }
    return await work();
  }
}

/** Shared by all work of this thread. */
export const cooperativeTasks = new CooperativeTasks();
