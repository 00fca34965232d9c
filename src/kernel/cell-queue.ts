import { setImmediate as turn } from "node:timers/promises";
import type { Message } from "./message.ts";

export interface CellHandlers {
  /** Runs one cell to its end. When it fails, `beforeFailure` is awaited before anybody is told. */
  run(request: Message, beforeFailure: () => Promise<void>): Promise<void>;
  /** Answers a cell that is not run because one before it failed. */
  abort(request: Message): void;
}

/** Runs execute requests one after another. When one fails that asks for it, those that were sent before its failure was known are aborted. */
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

  async #run(): Promise<void> {
    this.#running = true;
    for (let request = this.#waiting.shift(); request; request = this.#waiting.shift()) {
      const stops = request.content["stop_on_error"] !== false;
      let doomed: Message[] = [];
      await this.#handlers.run(request, async () => {
        if (!stops) return;
        // Requests that were sent together with the failed one may still be in the socket.
        await turn();
        await turn();
        doomed = this.#waiting.splice(0);
      });
      for (const waiting of doomed) this.#handlers.abort(waiting);
    }
    this.#running = false;
  }
}
