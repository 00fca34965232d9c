// This folder: runs cells in turn: reads a cell's magics, sends its program, holds its output and displays, ends it.

import { setTimeout as sleep } from "node:timers/promises";
import { abortable } from "../../system/abortable.ts";
import type { CellPlan } from "../../magics/cell/cell-plan.ts";
import type { KernelConnection } from "../child/kernel-connection.ts";
import {
  errorContent,
  errorOfReply,
  failedValue,
  INTERRUPTED_CELL,
  namedError,
  VARIABLES_LOST,
} from "./error-content.ts";
import type { CatalogueCache } from "../completion/catalogue-cache.ts";
import type { TypedRows } from "../../magics/sql/row-type.ts";
import type { ExecutionHistory } from "./execution-history.ts";
import type { ChildKernel, KernelAdapter } from "../kernels/kernel-adapter.ts";
import type * as CellMagics from "./cell-magics.ts";
import { logFault } from "../log-fault.ts";
import { textField, type Content, type Message } from "../wire/message.ts";
import type { NotebookState } from "./notebook-state.ts";
import { PROMISE_HINT, showsPromise, withoutRejection } from "./promise-output.ts";
import { RunningCell } from "./running-cell.ts";
import type { ServerSockets } from "../wire/server-sockets.ts";

export interface CellRunnerParts {
  readonly frontend: ServerSockets;
  readonly link: KernelConnection;
  readonly adapter: KernelAdapter;
  /** The real kernel; another one after a restart. */
  readonly child: () => ChildKernel;
  readonly magics: typeof CellMagics;
  readonly history: ExecutionHistory;
  readonly state: NotebookState;
  readonly catalogue: CatalogueCache;
  /** Awaited before a cell that may use the service, or `isOwn` the user's own; `say` prints a line in the cell. */
  readonly beforeService: (signal: AbortSignal, say: (line: string) => void, isOwn: boolean) => Promise<void>;
  /** Restarts the real kernel, if nothing else stops a cell. */
  readonly restart: () => Promise<void>;
}

/** The library also displays Arquero's tables. */
const USES_LIBRARY = /svclib|arquero/;

const DRAWS_CHART = /plot\(/;

/** How long a cell waits for tables that its variables' types depend on, if they were never fetched. */
const TYPES_WAIT_MS = 1_000;

const CHANGES_TABLES =
  /\b(?:insert|create|drop|alter|delete|update|truncate|to_svc|load_table_from_dataframe|create_database_if_not_exists)\b/i;

/** How long output from before a Stop may take to arrive; later output is shown after the next cell's start. */
const FLOOD_MS = 10_000;

/** Runs one cell at a time in the real kernel and passes on its messages; status, input and counts come from the proxy. */
export class CellRunner {
  readonly #parts: CellRunnerParts;
  #cell: RunningCell | undefined;
  #last: Message | undefined;
  /** The plan of the latest cell, until its names are noted. */
  #latestPlan: CellPlan | undefined;

  constructor(parts: CellRunnerParts) {
    this.#parts = parts;
  }

  get current(): Message | undefined {
    return this.#cell?.request;
  }

  get latest(): Message | undefined {
    return this.#cell?.request ?? this.#last;
  }

  /** Runs a cell to its end. If it fails, `beforeFailure` is awaited before clients are informed. */
  async run(request: Message, beforeFailure: () => Promise<void>): Promise<void> {
    const { frontend, history, magics } = this.#parts;
    const code = textField(request.content, "code");
    const plan = magics.planCell(code);
    const cell = new RunningCell(request, plan);
    this.#cell = cell;
    if (!cell.silent && request.content["store_history"] !== false) history.add(code);
    // An ordinary cell starts before clients are informed, to save time.
    const result = plan.usesService ? null : this.#attempt(cell, () => this.#execute(cell, code));
    frontend.emit("status", { execution_state: "busy" }, request);
    if (!cell.silent) frontend.emit("execute_input", { code, execution_count: history.count }, request);
    const reply = await (result ?? this.#attempt(cell, () => this.#executeWithService(cell)));
    if (reply["status"] !== "ok") await beforeFailure();
    this.#answer(request, reply);
    this.#last = request;
    this.#cell = undefined;
    cell.close();
    this.#latestPlan = plan;
    // After this turn, in which messages to clients are sent.
    setImmediate(() => this.#inBackground(() => this.#noteDeclared()));
  }

  abort(request: Message): void {
    this.#parts.frontend.answer("shell", request, { status: "aborted" });
  }

  fail(request: Message, error: unknown): void {
    logFault("running a cell failed", error);
    this.#cell?.close();
    this.#cell = undefined;
    this.#answer(request, this.#failure(errorContent(error)));
  }

  /** Stops the running cell, in whatever phase. */
  async interrupt(): Promise<void> {
    const cell = this.#cell;
    if (!cell) return;
    const isSecondStop = cell.stopped;
    cell.abort.abort();
    if (!cell.sent) return;
    const { adapter, child, restart } = this.#parts;
    try {
      await child().interrupt(cell.finished);
    } catch (error) {
      logFault("the cell could not be stopped", error);
    }
    // A second Stop only tries again; the first one guarantees that the cell ends.
    if (isSecondStop || cell.hasFinished) return;
    await restart();
    const evalue = `the cell could only be stopped by restarting ${adapter.name}: ${VARIABLES_LOST}`;
    cell.giveUp(namedError("Interrupted", evalue));
  }

  /** Fails the running cell, which can't end otherwise. Resolves when clients have been informed. */
  async giveUp(error: unknown): Promise<void> {
    this.#cell?.giveUp(error);
    await this.#cell?.over;
  }

  /** @returns whether the reply belongs to the running cell. */
  onReply(message: Message): boolean {
    const cell = this.#cell;
    if (!cell || message.parentId !== cell.request.id) return false;
    cell.replied(message.content);
    return true;
  }

  /** @returns whether the message belongs to the running cell. */
  onPublished(message: Message): boolean {
    const cell = this.#cell;
    if (!cell || message.parentId !== cell.request.id) return false;
    this.#show(cell, message);
    return true;
  }

  #show(cell: RunningCell, published: Message): void {
    const { frontend, history } = this.#parts;
    if (showsPromise(published.content)) cell.showsPromise = true;
    const message = withoutRejection(published);
    switch (message.type) {
      case "status":
      case "execute_input":
        return;
      case "execute_result":
        if (cell.silent) return;
        return frontend.publish(message.withContent({ ...message.content, execution_count: history.count }));
      case "error":
        // Published when the cell has ended: Deno sends it ahead of output that is still queued.
        return void cell.errors.push(message.withContent(this.#pointed(cell, message.content)));
      default:
        return frontend.publish(message);
    }
  }

  /** Turns any exception on the proxy's side into the cell's error. */
  async #attempt(cell: RunningCell, run: () => Promise<Content>): Promise<Content> {
    try {
      return await run();
    } catch (error) {
      const isStop = cell.stopped && error !== cell.givenUp;
      return this.#refuse(cell, isStop ? INTERRUPTED_CELL : errorContent(error));
    }
  }

  /** Keeps the names that the latest cell declared. */
  #noteDeclared(): void {
    const plan = this.#latestPlan;
    this.#latestPlan = undefined;
    if (plan) this.#parts.state.declare(plan.ownNames);
  }

  #inBackground(work: () => void | Promise<void>): void {
    new Promise<void>((resolve) => resolve(work())).catch((error: unknown) =>
      logFault("updating completion after the last cell failed", error),
    );
  }

  /** Runs a cell that has magics or uses the library. */
  async #executeWithService(cell: RunningCell): Promise<Content> {
    const { catalogue, state } = this.#parts;
    const reply = await this.#execute(cell, await this.#program(cell));
    if (CHANGES_TABLES.test(cell.plan.code)) catalogue.invalidate();
    // For completion and tooltips.
    this.#inBackground(() => catalogue.warm(state.database));
    return reply;
  }

  /** Translates the cell's magics, once a service is available. */
  async #program({ plan, abort, request }: RunningCell): Promise<string> {
    const { catalogue, child, frontend, magics, state, beforeService } = this.#parts;
    const { signal } = abort;
    const { calls, references } = plan;
    const bound = references.length === 0 ? [] : await abortable(child().bound(references), signal);
    // First, so that a mistyped magic fails at once.
    const translated =
      calls.length === 0
        ? null
        : magics.translateCell(plan, { database: state.database, bound: new Set(bound) });
    const say = (text: string): void => frontend.emit("stream", { name: "stdout", text }, request);
    await beforeService(signal, say, plan.usesOwnService);
    signal.throwIfAborted();
    const isTyped = plan.usesOwnService && bound.length > 0;
    const tables = isTyped ? await abortable(child().tables(bound), signal) : {};
    const program = await catalogue.settled(TYPES_WAIT_MS, () => {
      const rowType = (rows: TypedRows): string | null => magics.rowType(rows, catalogue, tables);
      const columnsOfRows = (rows: TypedRows) => magics.columnsOfRows(rows, catalogue, tables);
      return translated?.({ rowType, columnsOfRows }) ?? magics.typeReads(plan.code, state.engines, rowType);
    });
    for (const line of magics.costOf(plan, catalogue.cachedTables, state))
      frontend.emit("stream", { name: "stderr", text: `${line}\n` }, request);
    return program;
  }

  async #execute(cell: RunningCell, code: string): Promise<Content> {
    const { adapter, frontend, history, link, state } = this.#parts;
    const child = this.#parts.child();
    const { request } = cell;
    if (cell.plan.notebookNames.length > 0) {
      this.#noteDeclared();
      const names = cell.plan.notebookNames.filter((name) => !state.variables.includes(name));
      if (names.length > 0) await abortable(child.use(names), cell.abort.signal);
    }
    if (USES_LIBRARY.test(code)) await abortable(child.load(), cell.abort.signal);
    if (DRAWS_CHART.test(code)) child.expectChart();
    const ran = child.run(request.withCode(code), (prepared) => {
      cell.sent = true;
      link.send("shell", prepared);
      return cell.reply;
    });
    const reply = await this.#finishCell(cell, ran);
    for (const error of cell.errors) frontend.publish(error);
    const result = { payload: [], ...reply, user_expressions: {}, execution_count: history.count };
    if (cell.showsPromise && !cell.silent)
      frontend.emit("stream", { name: "stderr", text: `${PROMISE_HINT}\n` }, request);
    if (reply["status"] === "ok")
      return { ...result, user_expressions: await this.#expressions(cell, child) };
    const [lastError] = cell.errors.slice(-1);
    if (lastError) return { ...result, ...lastError.content };
    const refused = cell.stopped
      ? INTERRUPTED_CELL
      : errorOfReply(reply, `${adapter.name} rejected the cell`);
    const error = this.#pointed(cell, refused);
    frontend.emit("error", error, request);
    return { ...result, ...error };
  }

  /** Waits for the reply and all output before it, with a time limit after a Stop during a flood of output. */
  async #finishCell(cell: RunningCell, ran: Promise<Content>): Promise<Content> {
    const reply = await Promise.race([cell.reply, ran]);
    return abortable(ran, cell.abort.signal).catch((error: unknown) => {
      if (!cell.stopped) throw error;
      return Promise.race([ran, sleep(FLOOD_MS, reply, { ref: false })]);
    });
  }

  /** Values of the client's `user_expressions`, each with its own status. */
  async #expressions(cell: RunningCell, child: ChildKernel): Promise<Content> {
    const expressions = Object.entries((cell.request.content["user_expressions"] ?? {}) as Content);
    const values: Content = {};
    for (const [name, code] of expressions) {
      const value = Promise.resolve().then(() => child.evaluate(String(code)));
      values[name] = await abortable(value, cell.abort.signal).catch((error: unknown) =>
        failedValue(cell.stopped ? INTERRUPTED_CELL : errorContent(error)),
      );
    }
    return values;
  }

  /**
   * Adds to a failed query's error the line of SQL, a caret under the position, and a suggested name; and puts the hint on other code before
   * the lines of the compiler.
   */
  #pointed(cell: RunningCell, compiled: Content): Content {
    const { catalogue, magics, state } = this.#parts;
    const placed = (text: unknown): unknown =>
      typeof text === "string" ? magics.placedInCell(cell.plan, text) : text;
    const error =
      compiled["ename"] === "TypeScriptError"
        ? {
            ...compiled,
            evalue: placed(compiled["evalue"]),
            traceback: [compiled["traceback"]].flat().map(placed),
          }
        : compiled;
    const traceback: unknown = error["traceback"];
    const failure = { ename: textField(error, "ename"), evalue: textField(error, "evalue"), traceback };
    let lines: string[] = [];
    try {
      lines = magics.explainError(cell.plan, failure, catalogue, state);
    } catch (fault) {
      // The error itself is worth more than its explanation.
      logFault("explaining the error of a cell failed", fault);
    }
    if (!Array.isArray(traceback) || lines.length === 0) return error;
    const isQuery = cell.plan.calls[0]?.kind === "cell";
    const parts = [traceback as string[], lines];
    return { ...error, traceback: (isQuery ? parts : parts.toReversed()).flat() };
  }

  #answer(request: Message, reply: Content): void {
    const { frontend } = this.#parts;
    frontend.reply("shell", request, reply);
    frontend.endCell(request);
  }

  /** Fails a cell without a reply from the real kernel. */
  #refuse(cell: RunningCell, error: Content): Content {
    this.#parts.frontend.emit("error", error, cell.request);
    return this.#failure(error);
  }

  #failure(error: Content): Content {
    return {
      status: "error",
      execution_count: this.#parts.history.count,
      ...error,
      user_expressions: {},
      payload: [],
    };
  }
}
