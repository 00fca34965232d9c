import { randomUUID } from "node:crypto";
import { inspect } from "node:util";
import type { ErrorContent } from "../../cells/error-content.ts";
import type { Content, Message } from "../../wire/message.ts";
import { createMessage, textField } from "../../wire/message.ts";
import { INTERRUPTED_CELL } from "../../cells/error-content.ts";
import { failedValue, shownValue } from "../../cells/expression-value.ts";
import { cellError, joinErrors } from "./cell-error.ts";
import { outputOf } from "../show-value.ts";
import type { NotebookNames } from "./notebook-names.ts";
import type {
  CellHandler,
  DisplayData,
  Executor,
  TslabModules,
  WriteDisplayData,
  WriteStream,
} from "./tslab-internals.ts";

/** Shows a value in the notebook; null when the value has no form of its own and is printed as tslab prints it. */
export type ShowValue = (value: unknown) => Promise<Record<string, unknown> | null>;

export interface CellServerParts {
  readonly names: NotebookNames;
  readonly showValue: ShowValue;
  readonly publish: (message: () => Message) => void;
  readonly reply: (message: () => Message) => void;
  /** Runs `act`, and has all that it publishes leave in one piece. */
  readonly together: (act: () => void) => void;
  /** Stops what the library runs in this process; how many operations there were. */
  readonly interruptLibrary: () => number;
}

type Publish = (type: string, content: Content) => void;

// A cell may replace what it finds on the global object.
const OwnPromise = Promise;
const { setTimeout: later, queueMicrotask: soon } = globalThis;

/** A cell that was cut off does not end by itself; one that waits does, within a moment. */
const ABANDON_MS = 200;
/** How long a stopped operation may take to end its cell by itself, with an error that says more than ours. */
const GRACE_MS = 3_000;

/**
 * tslab's execution of a cell, with what it lacks: failures are real `error` messages, the value of the last expression is shown
 * in its own form, and no cell is refused after one that failed. The proxy sends one cell at a time, so nothing is queued here.
 */
export class CellServer {
  readonly #parts: CellServerParts;
  readonly #session = randomUUID();
  #executor: Executor | undefined;
  #errors: ErrorContent[] = [];
  #lastValue: { readonly value: unknown } | undefined;
  #writeDisplay: WriteDisplayData = () => undefined;
  /** Changes when a cell begins and when it ends. */
  #turn = 0;
  #stopped: number | undefined;
  /** Ends the cell that runs, whatever tslab still does for it. */
  #abandon: (error: Error) => void = () => undefined;
  /** Sends what a cell's run has led to, until that is sent. */
  #owed: ((error: ErrorContent) => void) | undefined;
  #writeStream: WriteStream = () => undefined;
  #handler: CellHandler | undefined;

  constructor(parts: CellServerParts) {
    this.#parts = parts;
  }

  hook({ executor }: TslabModules): void {
    const { createExecutor } = executor;
    executor.createExecutor = (rootDir, converters, tslabConsole) => {
      const created = createExecutor(rootDir, converters, {
        log: (value) => (this.#lastValue = { value }),
        error: (...values) => void this.#errors.push(cellError(values)),
      });
      this.#executor = created;
      this.#print = (value) => tslabConsole.log(value);
      // A signal, such as that of Ctrl-C in a terminal, is Stop, too.
      return { ...created, interrupt: () => this.interrupt() };
    };
  }

  /** The notebook's variables. */
  get locals(): Record<string, unknown> {
    return this.#executor?.locals ?? {};
  }

  /** Shows data in the cell that runs now or ran last. */
  display(data: DisplayData, update: boolean): void {
    this.#writeDisplay(data, update);
  }

  #print: (value: unknown) => void = () => undefined;

  /** Runs a cell to its end. The proxy says when it is busy and idle. */
  async run(request: Message, handler: CellHandler): Promise<void> {
    const publish: Publish = (type, content) =>
      this.#parts.publish(() => createMessage(type, content, this.#session, request));
    const reply = (end: () => Content): void => {
      this.#parts.together(() => {
        const content = end();
        this.#parts.reply(() => createMessage("execute_reply", content, this.#session, request));
      });
      this.#owed = undefined;
    };
    const end = await this.#execute(handler, request, publish);
    this.#owed = (error) => reply(() => this.#published(error, publish));
    reply(end);
  }

  /** The value of an expression, as a reply's `user_expressions` say it. What it prints belongs to the last cell. */
  async evaluate(code: string): Promise<Content> {
    try {
      // In a list, as tslab does not tell of null.
      await this.#start(`[(\n${code}\n)]`);
      const [value] = (this.#lastValue?.value ?? []) as unknown[];
      return shownValue((await this.#parts.showValue(value)) ?? { "text/plain": inspect(value) });
    } catch (error) {
      return failedValue(this.#error(error));
    } finally {
      this.#turn += 1;
    }
  }

  /** Stops the cell that runs. */
  interrupt(): void {
    // Cut off while it showed its value.
    if (this.#owed) return this.#owed(INTERRUPTED_CELL);
    if (this.#executor) this.#interrupt(this.#executor);
  }

  /** Runs code until it has ended or is abandoned. */
  #start(code: string): Promise<{ readonly count: number }> {
    const handler = this.#handler;
    if (!handler) throw new Error("tslab has not run a cell yet");
    this.#errors = [];
    this.#lastValue = undefined;
    this.#turn += 1;
    return new OwnPromise((resolve, reject) => {
      this.#abandon = reject;
      // From here nothing of ours is on the stack that a Stop cuts off.
      soon(() => {
        handler.handleExecuteImpl({ code }, this.#writeStream, this.#writeDisplay).then(resolve, reject);
      });
    });
  }

  /** @returns shows the value of the cell's last expression, or its error, and gives the content of its reply. */
  async #execute(handler: CellHandler, request: Message, publish: Publish): Promise<() => Content> {
    const { names } = this.#parts;
    names.begin();
    this.#handler = handler;
    this.#writeStream = (name, text) => publish("stream", { name, text });
    this.#writeDisplay = (data, update) => publish(update ? "update_display_data" : "display_data", data);
    try {
      const { count } = await this.#start(textField(request.content, "code"));
      names.commit();
      const show = await this.#showLast(publish, count);
      return () => {
        try {
          show();
          return { status: "ok", execution_count: count };
        } catch (error) {
          return this.#fail(error, publish);
        }
      };
    } catch (error) {
      try {
        names.keep(this.locals);
      } catch {
        // A cell has replaced what that needs: this cell's imports are lost, and its error is shown.
      }
      return () => this.#fail(error, publish);
    } finally {
      this.#turn += 1;
    }
  }

  #fail(error: unknown, publish: Publish): Content {
    return this.#published(this.#error(error), publish);
  }

  #published(error: ErrorContent, publish: Publish): Content {
    publish("error", error);
    return { status: "error", ...error };
  }

  /** tslab throws the count of a cell that failed; anything else is a fault of its own or of a value's display. */
  #error(error: unknown): ErrorContent {
    return joinErrors(this.#errors.length > 0 ? this.#errors : [cellError([error])]);
  }

  async #showLast(publish: Publish, count: number): Promise<() => void> {
    if (!this.#lastValue) return () => undefined;
    const { value } = this.#lastValue;
    const data = await this.#parts.showValue(value);
    if (!data) return () => this.#print(value);
    return () => publish("execute_result", { execution_count: count, ...outputOf(data) });
  }

  #interrupt(executor: Executor): void {
    const cell = this.#turn;
    const stop = (): void => {
      if (this.#turn !== cell) return;
      executor.interrupt();
      later(() => {
        if (this.#turn === cell) this.#abandon(new Error("Interrupted asynchronously"));
      }, ABANDON_MS);
    };
    // Stop pressed again does not wait.
    if (this.#parts.interruptLibrary() === 0 || this.#stopped === cell) return stop();
    this.#stopped = cell;
    later(stop, GRACE_MS);
  }
}
