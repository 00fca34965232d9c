import type { Message } from "./message.ts";

/** The cell that runs, until the real kernel has replied and become idle, or has published its reply behind the cell's output. */
export class RunningCell {
  readonly request: Message;
  readonly silent: boolean;
  readonly abort = new AbortController();
  /** Whether the real kernel has the cell. */
  sent = false;
  /** Whether somebody pressed Stop while the real kernel had it. */
  stopped = false;
  /** Its `error` messages, until it has ended. */
  readonly errors: Message[] = [];
  readonly finished: Promise<Message>;
  #finish: (reply: Message) => void = () => undefined;
  #reply: Message | undefined;
  #idle = false;

  constructor(request: Message) {
    this.request = request;
    this.silent = request.content["silent"] === true;
    this.finished = new Promise((resolve) => (this.#finish = resolve));
  }

  replied(reply: Message): void {
    this.#reply = reply;
    if (this.#idle) this.#finish(reply);
  }

  becameIdle(): void {
    this.#idle = true;
    if (this.#reply) this.#finish(this.#reply);
  }

  ended(reply: Message): void {
    this.#finish(reply);
  }
}
