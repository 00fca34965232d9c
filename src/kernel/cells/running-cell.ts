import type { CellPlan } from "../../magics/cell/cell-plan.ts";
import type { Content, Message } from "../wire/message.ts";

/** The running cell, until the real kernel has replied or the proxy has given it up. */
export class RunningCell {
  readonly request: Message;
  readonly plan: CellPlan;
  readonly silent: boolean;
  /** Aborted by Stop, which ends what the proxy waits for. */
  readonly abort = new AbortController();
  /** Whether the cell was sent to the real kernel. */
  sent = false;
  /** Whether it showed a promise, whose call may lack an `await`. */
  showsPromise = false;
  /** Its `error` messages, held back until it has ended. */
  readonly errors: Message[] = [];
  /** Content of the real kernel's reply; rejects with {@link givenUp}. */
  readonly reply: Promise<Content>;
  /** Resolves when the outcome is final. */
  readonly finished: Promise<void>;
  /** Resolves when clients have been informed of the end. */
  readonly over: Promise<void>;
  close: () => void = () => undefined;
  replied: (reply: Content) => void = () => undefined;
  hasFinished = false;
  /** Why the proxy no longer waits for the reply. */
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
