/** Number of replies by status since the service started. */
export class RequestCounts {
  readonly #counts = new Map<number, number>();

  add(status: number): void {
    this.#counts.set(status, (this.#counts.get(status) ?? 0) + 1);
  }

  /** Sorted by status. */
  entries(): (readonly [status: number, count: number])[] {
    return [...this.#counts].sort(([a], [b]) => a - b);
  }
}
