import { randomUUID } from "node:crypto";
import type { ErrorContent } from "../../error-content.ts";
import type { Content, Message } from "../../message.ts";
import { createMessage } from "../../message.ts";
import { cellError, joinErrors } from "./cell-error.ts";
import type { NotebookNames } from "./notebook-names.ts";
import type {
  CellHandler,
  DisplayData,
  Executor,
  TslabModules,
  WriteDisplayData,
} from "./tslab-internals.ts";

/** Shows a value in the notebook; null when the value has no form of its own and is printed as tslab prints it. */
export type ShowValue = (value: unknown) => Promise<Record<string, unknown> | null>;

export interface CellServerParts {
  readonly names: NotebookNames;
  readonly showValue: ShowValue;
  readonly publish: (message: Message) => void;
  /** Runs `act`, and has all that it publishes leave in one piece. */
  readonly together: (act: () => void) => void;
  /** Stops what the library runs in this process; how many operations there were. */
  readonly interruptLibrary: () => number;
}

type Publish = (type: string, content: Content) => void;

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
      this.#executor = { ...created, interrupt: () => this.#interrupt(created) };
      this.#print = (value) => tslabConsole.log(value);
      return this.#executor;
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
      this.#parts.publish(createMessage(type, content, this.#session, request));
    const end = await this.#execute(handler, request, publish);
    // The reply is published, not sent as one: so it comes behind the cell's output.
    this.#parts.together(() => publish("svc_reply", end()));
  }

  /** @returns shows the value of the cell's last expression, or its error, and gives the content of its reply. */
  async #execute(handler: CellHandler, request: Message, publish: Publish): Promise<() => Content> {
    const { names } = this.#parts;
    this.#errors = [];
    this.#lastValue = undefined;
    this.#turn += 1;
    names.begin();
    this.#writeDisplay = (data, update) => publish(update ? "update_display_data" : "display_data", data);
    try {
      const { count } = await handler.handleExecuteImpl(
        request.content,
        (name, text) => publish("stream", { name, text }),
        this.#writeDisplay,
      );
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
      return () => this.#fail(error, publish);
    } finally {
      this.#turn += 1;
    }
  }

  #fail(error: unknown, publish: Publish): Content {
    // tslab throws the count of a cell that failed; anything else is a fault of its own or of a value's display.
    if (this.#errors.length === 0) this.#errors.push(cellError([error]));
    const content = joinErrors(this.#errors);
    publish("error", content);
    return { status: "error", ...content };
  }

  async #showLast(publish: Publish, count: number): Promise<() => void> {
    if (!this.#lastValue) return () => undefined;
    const { value } = this.#lastValue;
    const data = await this.#parts.showValue(value);
    if (!data) return () => this.#print(value);
    return () => publish("execute_result", { execution_count: count, data, metadata: {} });
  }

  #interrupt(executor: Executor): void {
    const cell = this.#turn;
    // Stop pressed again does not wait.
    if (this.#parts.interruptLibrary() === 0 || this.#stopped === cell) return executor.interrupt();
    this.#stopped = cell;
    setTimeout(() => {
      if (this.#turn === cell) executor.interrupt();
    }, GRACE_MS);
  }
}
