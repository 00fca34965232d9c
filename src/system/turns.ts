/** Hands things to those that wait for one, first come first served. */
export class Turns<T> {
  readonly #free: T[] = [];
  readonly #waiting: ((one: T) => void)[] = [];

  get freeCount(): number {
    return this.#free.length;
  }

  /** @param signal - Aborts the wait. @throws its reason */
  take(signal: AbortSignal): Promise<T> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason as Error);
      if (this.#free.length > 0) return resolve(this.#free.shift()!);
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(receive), 1);
        reject(signal.reason as Error);
      };
      const receive = (one: T): void => {
        signal.removeEventListener("abort", leave);
        resolve(one);
      };
      this.#waiting.push(receive);
      signal.addEventListener("abort", leave, { once: true });
    });
  }

  give(one: T): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free.push(one);
    else next(one);
  }
}
