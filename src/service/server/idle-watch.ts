import type { App } from "../http/create-app.ts";

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

  /** Wraps the app so that its requests count as use. */
  watch(app: App): App {
    return async (request) => {
      this.#answering++;
      try {
        return await app(request);
      } finally {
        this.#answering--;
        this.#lastUseMs = this.#clock();
      }
    };
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
