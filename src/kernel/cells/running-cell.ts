import type { ErrorContent } from "./error-content.ts";
import type { Content, Message } from "../wire/message.ts";

/** How a cell's run ended: with the real kernel's reply, or given up on this side. */
export type CellEnd = { readonly reply: Content } | { readonly givenUp: ErrorContent };

/** The cell that runs, until the real kernel has replied and become idle, or has published its reply behind the cell's output. */
export class RunningCell {
  readonly request: Message;
  readonly silent: boolean;
  /** Aborted when somebody presses Stop: what this side waits for ends. */
  readonly abort = new AbortController();
  /** Whether the real kernel has the cell. */
  sent = false;
  /** Its `error` messages, until it has ended. */
  readonly errors: Message[] = [];
  readonly finished: Promise<CellEnd>;
  /** Resolves when clients have been informed that it has ended. */
  readonly over: Promise<void>;
  close: () => void = () => undefined;
  hasFinished = false;
  #finish: (end: CellEnd) => void = () => undefined;
  #reply: Message | undefined;
  #idle = false;

  constructor(request: Message) {
    this.request = request;
    this.silent = request.content["silent"] === true;
    this.finished = new Promise((resolve) => {
      this.#finish = (end) => {
        this.hasFinished = true;
        resolve(end);
      };
    });
    this.over = new Promise((resolve) => (this.close = resolve));
  }

  get stopped(): boolean {
    return this.abort.signal.aborted;
  }

  replied(reply: Message): void {
    this.#reply = reply;
    if (this.#idle) this.ended(reply);
  }

  becameIdle(): void {
    this.#idle = true;
    if (this.#reply) this.ended(this.#reply);
  }

  ended(reply: Message): void {
    this.#finish({ reply: reply.content });
  }

  /** Ends it, whatever the real kernel still does for it. */
  giveUp(error: ErrorContent): void {
    this.#finish({ givenUp: error });
  }
}
