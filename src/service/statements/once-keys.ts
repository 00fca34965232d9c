import { createHash } from "node:crypto";

/** Keys kept; a client repeats its request within minutes. */
const MAX_KEYS = 10_000;

interface Sent {
  readonly userName: string;
  readonly key: string;
  readonly sql: string;
}

/** The statement of each user's key and text, the newest only. */
export class OnceKeys {
  readonly #ids = new Map<string, string>();

  /** The id of the statement that was started for it; undefined if there is none. */
  idOf(sent: Sent): string | undefined {
    return this.#ids.get(digestOf(sent));
  }

  add(sent: Sent, id: string): void {
    this.#ids.set(digestOf(sent), id);
    if (this.#ids.size <= MAX_KEYS) return;
    const [oldest] = this.#ids.keys();
    this.#ids.delete(oldest as string);
  }
}

function digestOf({ userName, key, sql }: Sent): string {
  return createHash("sha256")
    .update(JSON.stringify([userName, key, sql]))
    .digest("base64");
}
