/** Runs pieces of work one after another, in the order they came. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }
}

/** One {@link Mutex} per key, kept while it is in use. */
export class KeyedMutex {
  readonly #mutexes = new Map<string, { mutex: Mutex; users: number }>();

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const entry = this.#mutexes.get(key) ?? { mutex: new Mutex(), users: 0 };
    this.#mutexes.set(key, entry);
    entry.users++;
    try {
      return await entry.mutex.run(work);
    } finally {
      if (--entry.users === 0) this.#mutexes.delete(key);
    }
  }
}
