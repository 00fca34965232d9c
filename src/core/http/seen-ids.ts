import { DecodeError } from "../errors.ts";

/** Ids kept in mind; the oldest go first. */
const MOST_KEPT = 10_000;

/**
 * The ids that the service gave to the jobs and statements of a connection. Each is given once: one that comes again is an
 * old answer, delivered late or twice by something in between, and would lead to the result of another query.
 */
export class SeenIds {
  readonly #ids = new Set<string>();

  /** @throws DecodeError when `id` was given before. */
  add(what: string, id: string): void {
    if (this.#ids.has(id)) {
      throw new DecodeError(
        `${what} failed: the reply is an old one, of ${id}; something between here and the service mixes answers up`,
      );
    }
    this.#ids.add(id);
    if (this.#ids.size > MOST_KEPT) this.#ids.delete(this.#ids.values().next().value as string);
  }
}
