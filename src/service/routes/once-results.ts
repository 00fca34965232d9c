import { createHash } from "node:crypto";
import { Fault } from "../../engine/errors/fault.ts";

/** Keys kept; a client repeats its request within minutes. */
const MAX_KEYS = 10_000;

/** Results of work that clients name by a key, so that a repeat of a request whose reply was lost succeeds. */
export class OnceResults<T> {
  readonly #results = new Map<string, T>();

  /**
   * @param key - Null: the work is done whatever was done before.
   * @param isThere - Whether the result of the first request still stands.
   * @throws Fault `already_exists` of the work, unless an earlier request with the key did it.
   */
  async once(
    key: string | null,
    work: () => Promise<T>,
    isThere: (result: T) => Promise<boolean>,
  ): Promise<T> {
    const name = key === null ? null : createHash("sha256").update(key).digest("base64");
    try {
      const result = await work();
      if (name !== null) this.#keep(name, result);
      return result;
    } catch (error) {
      const former = name === null ? undefined : this.#results.get(name);
      const isRepeat = former !== undefined && error instanceof Fault && error.kind === "already_exists";
      if (isRepeat && (await isThere(former))) return former;
      throw error;
    }
  }

  #keep(name: string, result: T): void {
    this.#results.set(name, result);
    if (this.#results.size > MAX_KEYS) this.#results.delete(this.#results.keys().next().value as string);
  }
}
