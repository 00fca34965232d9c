import { DecodeError } from "../errors.ts";

/** Maximum number of ids remembered; the oldest are dropped. */
const MAX_KEPT = 10_000;

/**
 * The ids of a connection's jobs and statements. The service issues each id once: a repeated one is a stale or duplicate
 * reply, which would lead to another query's result.
 */
export class SeenIds {
  readonly #ids = new Set<string>();

  /** @throws DecodeError when `id` was issued before. */
  add(what: string, id: string): void {
    if (this.#ids.has(id))
      throw new DecodeError(
        `${what} failed: the service sent an old reply, for ${id}; a proxy or cache on the way may mix up replies: try without it`,
      );
    this.#ids.add(id);
    if (this.#ids.size > MAX_KEPT) this.#ids.delete(this.#ids.values().next().value as string);
  }
}
