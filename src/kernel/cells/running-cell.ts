import type { CellPlan } from "../../magics/cell/cell-plan.ts";
import type { Content, Message } from "../wire/message.ts";

/** The cell that runs, until the real kernel has replied or this side has given it up. */
export class RunningCell {
  readonly request: Message;
  readonly plan: CellPlan;
  readonly silent: boolean;
  /** Aborted when somebody presses Stop: what this side waits for ends. */
  readonly abort = new AbortController();
  /** Whether the real kernel has the cell. */
  sent = false;
  /** Its `error` messages, until it has ended. */
  readonly errors: Message[] = [];
  /** Content of the real kernel's reply; rejects with {@link givenUp}. */
  readonly reply: Promise<Content>;
  /** Resolves when there will be no other end. */
  readonly finished: Promise<void>;
  /** Resolves when clients have been informed that it has ended. */
  readonly over: Promise<void>;
  close: () => void = () => undefined;
  replied: (reply: Content) => void = () => undefined;
  hasFinished = false;
  /** Why this side does not wait for the reply any more. */
  givenUp: unknown;
  #reject: (error: unknown) => void = () => undefined;

  constructor(request: Message, plan: CellPlan) {
    this.request = request;
    this.plan = plan;
    this.silent = request.content["silent"] === true;
    this.reply = new Promise((resolve, reject) => {
      this.replied = resolve;
      this.#reject = reject;
    });
    const finish = (): void => void (this.hasFinished = true);
    this.finished = this.reply.then(finish, finish);
    this.over = new Promise((resolve) => (this.close = resolve));
  }

  get stopped(): boolean {
    return this.abort.signal.aborted;
  }

  /** Ends it, whatever the real kernel still does for it. */
  giveUp(error: unknown): void {
    this.givenUp ??= error;
    this.#reject(error);
  }
}
