import { setImmediate as turn } from "node:timers/promises";
import { logFault } from "../log-fault.ts";
import type { Message } from "../wire/message.ts";

export interface CellHandlers {
  /** Runs one cell to its end. If it fails, `beforeFailure` is awaited before clients are informed. */
  run(request: Message, beforeFailure: () => Promise<void>): Promise<void>;
  /** Replies to a cell that is not run because one before it failed or was stopped. */
  abort(request: Message): void;
  /** Replies to a cell whose run rejected: an internal error. */
  fail(request: Message, error: unknown): void;
}

/** Runs execute requests one after another. If one with `stop_on_error` fails, requests sent before its failure was known are aborted. */
export class CellQueue {
  readonly #handlers: CellHandlers;
  readonly #waiting: Message[] = [];
  #running = false;

  constructor(handlers: CellHandlers) {
    this.#handlers = handlers;
  }

  get isRunning(): boolean {
    return this.#running;
  }

  push(request: Message): void {
    this.#waiting.push(request);
    if (!this.#running) void this.#run();
  }

  /** Aborts the waiting cells, whatever the outcome of the running one. */
  async abortWaiting(): Promise<void> {
    for (const request of await this.#takeWaiting()) this.#attempt(() => this.#handlers.abort(request));
  }

  /** Never rejects. */
  async #run(): Promise<void> {
    this.#running = true;
    for (let request = this.#waiting.shift(); request; request = this.#waiting.shift()) {
      const current = request;
      const stops = current.content["stop_on_error"] !== false;
      let aborted: Message[] = [];
      try {
        await this.#handlers.run(current, async () => {
          if (stops) aborted = await this.#takeWaiting();
        });
      } catch (error) {
        this.#attempt(() => this.#handlers.fail(current, error));
      }
      for (const waiting of aborted) this.#attempt(() => this.#handlers.abort(waiting));
    }
    this.#running = false;
  }

  async #takeWaiting(): Promise<Message[]> {
    // Requests that were sent together with the running one may still be in the socket.
    await turn();
    await turn();
    return this.#waiting.splice(0);
  }

  #attempt(answer: () => void): void {
    try {
      answer();
    } catch (error) {
      logFault("replying to a cell failed", error);
    }
  }
}
