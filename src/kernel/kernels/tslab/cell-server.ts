import { randomUUID } from "node:crypto";
import { inspect } from "node:util";
import { failedValue, INTERRUPTED_CELL, shownValue, type ErrorContent } from "../../cells/error-content.ts";
import { type MimeBundle, isPromise } from "../../../magics/display/displayable.ts";
import { createMessage, textField, type Content, type Message } from "../../wire/message.ts";
import { cellError, joinErrors } from "./cell-error.ts";
import type { CellWork } from "../cell-work.ts";
import { displayContent } from "../show-value.ts";
import type { NotebookNames } from "./notebook-names.ts";
import type {
  CellHandler,
  DisplayData,
  Executor,
  TslabModules,
  WriteDisplayData,
  WriteStream,
} from "./tslab-internals.ts";

export interface CellServerParts {
  readonly names: NotebookNames;
  /** Returns a value's output; null to print it the way tslab does. */
  readonly showValue: (value: unknown) => Promise<MimeBundle | null>;
  readonly work: CellWork;
  readonly publish: (message: () => Message) => void;
  readonly reply: (message: () => Message) => void;
  /** Runs `act` and sends all that it publishes in one write. */
  readonly together: (act: () => void) => void;
  /** Stops the library's operations in this process; returns their number. */
  readonly interruptLibrary: () => number;
}

type Publish = (type: string, content: Content) => void;

// Captured early, because cells may replace globals.
const OwnPromise = Promise;
const { setTimeout: later, queueMicrotask: soon } = globalThis;
const { defineProperty, setPrototypeOf } = Reflect;

/** Grace period before a terminated cell is abandoned; one that only waits ends at once. */
const ABANDON_MS = 200;
/** Time for a stopped operation to fail its cell with its own, more specific error. */
const GRACE_MS = 3_000;

/** What tslab gives to cells. */
interface CellGlobals {
  readonly __tslab__: {
    exports: object;
    /** Receives the cell's value. */
    last?: object;
    /** Makes a variable of a cell one of the notebook, in place of an older one of that name; one without `set` is constant. */
    declare?: (name: string, get: () => unknown, set?: (value: unknown) => void) => void;
  };
}

/**
 * Gives cells the notebook's variables as `exports`, where tslab has copies of their values; tslab reads the value of a cell from its own.
 *
 * @param newNames - Receives the names that cells declare.
 */
function shareVariables(executor: Executor, variables: object, newNames: Set<string>): void {
  const { __tslab__ } = globalThis as unknown as CellGlobals;
  __tslab__.exports = variables;
  __tslab__.last = executor.locals;
  __tslab__.declare = (name, get, set) => {
    defineProperty(variables, name, { get, ...(set && { set }), enumerable: true, configurable: true });
    newNames.add(name);
  };
  setPrototypeOf(executor.locals, variables);
}

/**
 * Runs cells in tslab with what it lacks: proper `error` messages, rich display of the last value, and no refusal of cells
 * after a failed one. The proxy sends one cell at a time, so there is no queue.
 */
export class CellServer {
  readonly #parts: CellServerParts;
  readonly #session = randomUUID();
  #executor: Executor | undefined;
  #errors: ErrorContent[] = [];
  #lastValue: { readonly value: unknown } | undefined;
  /** The value of the latest cell that had one. */
  lastValue: unknown;
  #writeDisplay: WriteDisplayData = () => undefined;
  /** Incremented when a cell begins and when it ends. */
  #turn = 0;
  #stopped: number | undefined;
  /** Rejects the running cell, whatever tslab still does for it. */
  #abandon: (error: Error) => void = () => undefined;
  /** Sends the running cell's outcome; undefined once it is sent. */
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
        log: (value) => {
          this.#lastValue = { value };
          // It is awaited once the cell's code has ended; until then it is no rejection that nothing handles.
          if (isPromise(value)) value.catch(() => undefined);
        },
        error: (...values) => void this.#errors.push(cellError(values)),
      });
      this.#executor = created;
      shareVariables(created, this.locals, this.#newNames);
      this.#print = (value) => tslabConsole.log(value);
      // Signals, such as SIGINT from Ctrl-C in a terminal, count as Stop too.
      return { ...created, interrupt: () => this.interrupt() };
    };
  }

  /** The notebook's variables: accessors of the cells' own, and values that were bound. */
  readonly locals: Record<string, unknown> = {};

  /** The names that the running cell has come to declare. */
  readonly #newNames = new Set<string>();

  bind(name: string, value: unknown): void {
    defineProperty(this.locals, name, { value, writable: true, enumerable: true, configurable: true });
  }

  display(data: DisplayData, update: boolean): void {
    this.#writeDisplay(data, update);
  }

  #print: (value: unknown) => void = () => undefined;

  /** Runs a cell to its end. Status messages are the proxy's task. */
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

  /** An expression's value in the form of `user_expressions`. Its output belongs to the latest cell. */
  async evaluate(code: string): Promise<Content> {
    try {
      // Wrapped in an array, because tslab does not report null.
      await this.#start(`[(\n${code}\n)]`);
      const [value] = (this.#lastValue?.value ?? []) as unknown[];
      return shownValue((await this.#parts.showValue(value)) ?? { "text/plain": inspect(value) });
    } catch (error) {
      return failedValue(this.#error(error));
    } finally {
      this.#turn += 1;
    }
  }

  interrupt(): void {
    // It was terminated while displaying its value.
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
      // In a microtask, so that a termination does not hit our own frames.
      soon(() => {
        handler.handleExecuteImpl({ code }, this.#writeStream, this.#writeDisplay).then(resolve, reject);
      });
    });
  }

  /** @returns a function that displays the last value or the error, and returns the reply's content. */
  async #execute(handler: CellHandler, request: Message, publish: Publish): Promise<() => Content> {
    const { names } = this.#parts;
    names.begin();
    this.#newNames.clear();
    this.#handler = handler;
    this.#writeStream = (name, text) => publish("stream", { name, text });
    this.#writeDisplay = (data, update) => publish(update ? "update_display_data" : "display_data", data);
    try {
      const { count } = await this.#start(textField(request.content, "code"));
      names.commit();
      await this.#settle();
      await this.#parts.work.end();
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
      this.#parts.work.drop();
      try {
        names.keep((name) => this.#newNames.has(name));
      } catch {
        // The cell replaced a global that this needs: its imports are lost, but its error is shown.
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

  /** For a failed cell tslab throws its execution count; anything else is an error in tslab or in display. */
  #error(error: unknown): ErrorContent {
    return joinErrors(this.#errors.length > 0 ? this.#errors : [cellError([error])]);
  }

  /** Awaits the cell's value if it is a promise; Stop ends the wait. */
  async #settle(): Promise<void> {
    if (!this.#lastValue) return;
    const { value } = this.#lastValue;
    if (isPromise(value)) {
      const settled = await new OwnPromise<unknown>((resolve, reject) => {
        this.#abandon = reject;
        value.then(resolve, reject);
      });
      this.#lastValue = settled === undefined ? undefined : { value: settled };
    }
    if (this.#lastValue) this.lastValue = this.#lastValue.value;
  }

  async #showLast(publish: Publish, count: number): Promise<() => void> {
    if (!this.#lastValue) return () => undefined;
    const { value } = this.#lastValue;
    const data = await this.#parts.showValue(value);
    if (!data) return () => this.#print(value);
    return () => publish("execute_result", { execution_count: count, ...displayContent(data) });
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
    // A second Stop does not wait.
    if (this.#parts.interruptLibrary() === 0 || this.#stopped === cell) return stop();
    this.#stopped = cell;
    later(stop, GRACE_MS);
  }
}
