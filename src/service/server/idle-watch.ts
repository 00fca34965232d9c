import type { Server, ServerResponse } from "node:http";

/** Reports when the service has been idle for a while. */
export class IdleWatch {
  readonly #timer: NodeJS.Timeout;
  readonly #clock: () => number;
  #answering = 0;
  #lastUseMs: number;

  /** @param busy - Whether work runs that no request waits for, such as a job. */
  constructor(idleMs: number, busy: () => boolean, onIdle: () => void, clock: () => number) {
    this.#clock = clock;
    this.#lastUseMs = clock();
    this.#timer = setInterval(
      () => {
        if (this.#answering > 0 || busy()) this.#lastUseMs = clock();
        else if (clock() - this.#lastUseMs >= idleMs) {
          clearInterval(this.#timer);
          onIdle();
        }
      },
      Math.max(10, Math.min(idleMs / 4, 30_000)),
    );
    this.#timer.unref();
  }

  /** Counts each request as use, until the whole reply is sent: a client may take its time to read one. */
  watch(server: Server): void {
    server.on("request", (_request, response: ServerResponse) => {
      this.#answering++;
      response.once("close", () => {
        this.#answering--;
        this.#lastUseMs = this.#clock();
      });
    });
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
