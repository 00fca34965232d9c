import type { ErrorContent } from "../../error-content.ts";
import { cellError, joinErrors } from "./cell-error.ts";
import type { NotebookNames } from "./notebook-names.ts";
import type {
  DisplayData,
  Executor,
  TslabModules,
  WriteDisplayData,
  ZmqMessage,
  ZmqServer,
} from "./tslab-internals.ts";

/** Shows a value in the notebook; null when the value has no form of its own and is printed as tslab prints it. */
export type ShowValue = (value: unknown) => Promise<Record<string, unknown> | null>;

export interface CellServerParts {
  readonly names: NotebookNames;
  readonly showValue: ShowValue;
  /** Awaited before the first cell. */
  readonly ready: () => Promise<void>;
  /** Stops what the library runs in this process; how many operations there were. */
  readonly interruptLibrary: () => number;
}

/** How long a stopped operation may take to end its cell by itself, with an error that says more than ours. */
const GRACE_MS = 3_000;

/**
 * tslab's execution of a cell, with what it lacks: failures are real `error` messages, the value of the last expression is shown
 * in its own form, and no cell is refused after one that failed. The proxy sends one cell at a time, so nothing is queued here.
 */
export class CellServer {
  readonly #parts: CellServerParts;
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

  hook({ executor, jupyter }: TslabModules): void {
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
    const { prototype } = jupyter.ZmqServer;
    const execute = (server: ZmqServer, request: ZmqMessage): Promise<void> => this.#run(server, request);
    prototype.handleExecute = function (_socket, request) {
      return execute(this, request);
    };
    const { publishStatus } = prototype;
    prototype.publishStatus = function (status, request) {
      // The proxy says when a cell is busy and idle.
      if (request.header.msg_type !== "execute_request") publishStatus.call(this, status, request);
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

  async #run(server: ZmqServer, request: ZmqMessage): Promise<void> {
    await this.#parts.ready();
    const publish = (type: string, content: object): void => {
      const message = request.createReply();
      message.header.msg_type = type;
      message.content = content;
      message.signAndSend(server.connInfo.key, server.iopub);
    };
    // Published, not sent as a reply: so it comes behind the cell's output.
    publish("svc_reply", await this.#execute(server, request, publish));
  }

  async #execute(
    server: ZmqServer,
    request: ZmqMessage,
    publish: (type: string, content: object) => void,
  ): Promise<object> {
    const { names, showValue } = this.#parts;
    this.#errors = [];
    this.#lastValue = undefined;
    this.#turn += 1;
    names.begin();
    this.#writeDisplay = (data, update) => publish(update ? "update_display_data" : "display_data", data);
    try {
      const { count } = await server.handler.handleExecuteImpl(
        request.content,
        (name, text) => publish("stream", { name, text }),
        this.#writeDisplay,
      );
      names.commit();
      await this.#showLast(publish, count, showValue);
      return { status: "ok", execution_count: count };
    } catch (error) {
      // tslab throws the count of a cell that failed; anything else is a fault of its own or of a value's display.
      if (this.#errors.length === 0) this.#errors.push(cellError([error]));
      const content = joinErrors(this.#errors);
      publish("error", content);
      return { status: "error", ...content };
    } finally {
      this.#turn += 1;
    }
  }

  async #showLast(
    publish: (type: string, content: object) => void,
    count: number,
    showValue: ShowValue,
  ): Promise<void> {
    if (!this.#lastValue) return;
    const { value } = this.#lastValue;
    const data = await showValue(value);
    if (data) publish("execute_result", { execution_count: count, data, metadata: {} });
    else this.#print(value);
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
