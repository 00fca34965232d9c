/** Work that waits for its turn. */
interface Waiting {
  readonly priority: number;
  readonly start: () => Promise<void>;
}

/** Runs at most `limit` pieces of work at a time: highest priority first, then oldest first. */
export class JobQueue {
  readonly #limit: number;
  readonly #waiting: Waiting[] = [];
  readonly #running = new Set<Promise<void>>();
  #closed = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get running(): number {
    return this.#running.size;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** @param start - Must not reject: a failure is its own to report. @returns Takes the work out while it still waits. */
  add(priority: number, start: () => Promise<void>): () => boolean {
    const entry: Waiting = { priority, start };
    const before = this.#waiting.findIndex((other) => other.priority < priority);
    this.#waiting.splice(before < 0 ? this.#waiting.length : before, 0, entry);
    this.#startNext();
    return () => {
      const index = this.#waiting.indexOf(entry);
      if (index >= 0) this.#waiting.splice(index, 1);
      return index >= 0;
    };
  }

  /** Starts nothing more and waits for what runs. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#running);
  }

  #startNext(): void {
    while (!this.#closed && this.#running.size < this.#limit) {
      const next = this.#waiting.shift();
      if (!next) return;
      const run: Promise<void> = next.start().finally(() => {
        this.#running.delete(run);
        this.#startNext();
      });
      this.#running.add(run);
    }
  }
}
