import { setTimeout as sleep } from "node:timers/promises";

interface Sendable {
  readonly closed: boolean;
  send(frames: Buffer[]): Promise<void>;
}

const RETRY_AFTER_MS = 1;

const isBusy = (error: unknown): boolean => {
  const code = (error as NodeJS.ErrnoException).code;
  return code === "EBUSY" || code === "EAGAIN";
};

/** Sends the messages of one socket in order, and retries while the socket is busy. */
export class Outbox {
  readonly #socket: Sendable;
  #tail: Promise<void> = Promise.resolve();

  constructor(socket: Sendable) {
    this.#socket = socket;
  }

  /** Resolves when the message is sent; rejects only if the socket can't send at all. A closed socket drops it. */
  send(frames: Buffer[]): Promise<void> {
    const sent = this.#tail.then(() => this.#sendNow(frames));
    this.#tail = sent.catch(() => undefined);
    return sent;
  }

  drained(): Promise<void> {
    return this.#tail;
  }

  async #sendNow(frames: Buffer[]): Promise<void> {
    while (!this.#socket.closed) {
      try {
        return await this.#socket.send(frames);
      } catch (error) {
        if (!isBusy(error)) throw error;
        await sleep(RETRY_AFTER_MS);
      }
    }
  }
}
