import { createHash } from "node:crypto";

/** Keys kept; a client repeats its request within minutes. */
const MAX_KEYS = 10_000;

/** What came of requests that clients name by keys of their own: the repeat of one whose reply was lost finds it. */
export class OnceKeys<T> {
  readonly #outcomes = new Map<string, T>();

  /** @param request - The key, and what a repeat has in common with the first request: its user, its text. */
  get(request: readonly string[]): T | undefined {
    return this.#outcomes.get(digestOf(request));
  }

  /** Of too many keys the oldest is forgotten. */
  set(request: readonly string[], outcome: T): void {
    this.#outcomes.set(digestOf(request), outcome);
    if (this.#outcomes.size > MAX_KEYS) this.#outcomes.delete(this.#outcomes.keys().next().value as string);
  }
}

const digestOf = (request: readonly string[]): string =>
  createHash("sha256").update(JSON.stringify(request)).digest("base64");
