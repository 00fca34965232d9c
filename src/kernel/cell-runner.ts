import type { ChildLink } from "./child-link.ts";
import { errorContent, INTERRUPTED_CELL, replyError } from "./error-content.ts";
import type { CatalogueCache } from "./catalogue-cache.ts";
import type { ExecutionHistory } from "./execution-history.ts";
import type { ChildKernel, KernelAdapter } from "./kernels/kernel-adapter.ts";
import type * as CellMagics from "./cell-magics.ts";
import type { Content, Message } from "./message.ts";
import { textField } from "./message.ts";
import type { NotebookState } from "./notebook-state.ts";
import { RunningCell } from "./running-cell.ts";
import type { ServerSockets } from "./server-sockets.ts";

export interface CellRunnerParts {
  readonly front: ServerSockets;
  readonly link: ChildLink;
  readonly adapter: KernelAdapter;
  readonly child: ChildKernel;
  readonly magics: typeof CellMagics;
  readonly history: ExecutionHistory;
  readonly state: NotebookState;
  readonly catalogue: CatalogueCache;
  /** Awaited before a cell that may use the service; `say` shows a line in the cell. */
  readonly beforeService: (signal: AbortSignal, say: (line: string) => void) => Promise<void>;
}

/** Tables of Arquero are shown in the library's way. */
const USES_LIBRARY = /svclib|arquero/;

/** Runs one cell at a time in the real kernel and shows clients its messages: status, input and counts are this side's. */
export class CellRunner {
  readonly #parts: CellRunnerParts;
  #cell: RunningCell | undefined;
  #last: Message | undefined;

  constructor(parts: CellRunnerParts) {
    this.#parts = parts;
  }

  /** The request whose cell runs now. */
  get current(): Message | undefined {
    return this.#cell?.request;
  }

  /** The request of the cell that runs now or ran last. */
  get latest(): Message | undefined {
    return this.#cell?.request ?? this.#last;
  }

  /** Runs a cell to its end. When it fails, `beforeFailure` is awaited before clients are told. */
  async run(request: Message, beforeFailure: () => Promise<void>): Promise<void> {
    const { front, history, magics, state } = this.#parts;
    const code = textField(request.content, "code");
    const cell = new RunningCell(request);
    this.#cell = cell;
    if (!cell.silent && request.content["store_history"] !== false) history.add(code);
    const usesService = magics.hasMagics(code) || code.includes("svclib");
    // An ordinary cell is at work already while clients are told that it began.
    const result = usesService ? null : this.#execute(cell, code);
    front.emit("status", { execution_state: "busy" }, request);
    if (!cell.silent) front.emit("execute_input", { code, execution_count: history.count }, request);
    const reply = await (result ?? this.#executeWithService(cell, code));
    if (reply["status"] !== "ok") await beforeFailure();
    front.reply("shell", request, "execute_reply", reply);
    front.emit("status", { execution_state: "idle" }, request);
    this.#last = request;
    this.#cell = undefined;
    // Behind what clients are told, which leaves in this turn.
    if (result) setImmediate(() => state.declare(magics.declaredNames(code)));
  }

  /** Answers a cell that is not run. */
  abort(request: Message): void {
    const { front } = this.#parts;
    front.emit("status", { execution_state: "busy" }, request);
    front.reply("shell", request, "execute_reply", { status: "aborted" });
    front.emit("status", { execution_state: "idle" }, request);
  }

  /** Stops the running cell, wherever it is. */
  async interrupt(): Promise<void> {
    const cell = this.#cell;
    if (!cell) return;
    if (!cell.sent) return cell.abort.abort();
    cell.stopped = true;
    const { front, child } = this.#parts;
    await child.interrupt({
      complain: (text) => front.emit("stream", { name: "stderr", text }, cell.request),
      hasEnded: () => this.#cell !== cell,
    });
  }

  /** The real kernel has ended: so has its cell. */
  childEnded(reason: string): void {
    const cell = this.#cell;
    if (!cell) return;
    const { front } = this.#parts;
    const error = { ename: "KernelDied", evalue: reason, traceback: [`KernelDied: ${reason}`] };
    front.emit("error", error, cell.request);
    front.reply("shell", cell.request, "execute_reply", this.#failure(error));
    front.emit("status", { execution_state: "idle" }, cell.request);
    this.#cell = undefined;
  }

  /** @returns whether the reply belongs to the running cell. */
  onReply(message: Message): boolean {
    const cell = this.#cell;
    if (!cell || message.parentId !== cell.request.id) return false;
    cell.replied(message);
    return true;
  }

  /** @returns whether the message belongs to the running cell. */
  onPublished(message: Message): boolean {
    const cell = this.#cell;
    if (!cell || message.parentId !== cell.request.id) return false;
    this.#show(cell, message);
    return true;
  }

  #show(cell: RunningCell, message: Message): void {
    const { adapter, front, history } = this.#parts;
    switch (message.type) {
      case "status":
        if (message.content["execution_state"] === "idle") cell.becameIdle();
        return;
      case "execute_input":
        return;
      case "svc_reply":
        return cell.ended(message);
      case "execute_result":
        if (cell.silent) return;
        return front.publish(message.withContent({ ...message.content, execution_count: history.count }));
      case "error":
        // Shown when the cell has ended: Deno sends it past what the cell has written and not yet published.
        return void cell.errors.push(
          message.withContent(this.#pointed(cell, adapter.cleanError(message.content))),
        );
      default:
        return front.publish(message);
    }
  }

  /** Runs a cell that has magics or uses the library. */
  async #executeWithService(cell: RunningCell, code: string): Promise<Content> {
    let program: string;
    try {
      program = await this.#program(cell, code);
    } catch (error) {
      return this.#refuse(cell, cell.abort.signal.aborted ? INTERRUPTED_CELL : errorContent(error));
    }
    const reply = await this.#execute(cell, program);
    void this.#learn(program);
    return reply;
  }

  /** After a cell that may have changed the service or the current database, for completion and tooltips. */
  async #learn(program: string): Promise<void> {
    const { catalogue, child, magics, state } = this.#parts;
    state.declare(magics.declaredNames(program));
    catalogue.invalidate();
    state.database = (await child.scope([])).database;
    await catalogue.warm(state.database);
  }

  /** A cell with its magics as the programs that they stand for, once there is a service that can answer them. */
  async #program(cell: RunningCell, code: string): Promise<string> {
    const { child, front, magics, beforeService } = this.#parts;
    const { signal } = cell.abort;
    // First, so that a magic typed wrongly fails at once.
    const program = magics.hasMagics(code)
      ? magics.translateCell(code, await child.scope(magics.candidateNames(code)))
      : code;
    await beforeService(signal, (text) => front.emit("stream", { name: "stdout", text }, cell.request));
    signal.throwIfAborted();
    return program;
  }

  /** Runs code in the real kernel. */
  async #execute(cell: RunningCell, code: string): Promise<Content> {
    const { adapter, child, front, history, link } = this.#parts;
    const { request } = cell;
    if (USES_LIBRARY.test(code)) {
      await child.load();
      if (cell.abort.signal.aborted) return this.#refuse(cell, INTERRUPTED_CELL);
    }
    const prepared = adapter.prepare(code);
    const isUnchanged = prepared === textField(request.content, "code");
    cell.sent = true;
    const drain = child.watch(cell.silent);
    link.send("shell", isUnchanged ? request : request.withContent({ ...request.content, code: prepared }));
    const { content: reply } = await cell.finished;
    await drain(reply);
    for (const error of cell.errors) front.publish(error);
    const result = { user_expressions: {}, payload: [], ...reply, execution_count: history.count };
    if (reply["status"] === "ok") return result;
    if (cell.errors.length > 0) return { ...result, ...this.#pointed(cell, adapter.cleanError(reply)) };
    const explained = cell.stopped ? INTERRUPTED_CELL : await child.explain(prepared);
    const error = this.#pointed(cell, explained ?? replyError(reply, `${adapter.name} refused the cell`));
    front.emit("error", error, request);
    return { ...result, ...error };
  }

  /** The error of a magic's query with the line of SQL below it, a caret under the place, and the name that was probably meant. */
  #pointed(cell: RunningCell, error: Content): Content {
    const { catalogue, magics, state } = this.#parts;
    const failure = { ename: textField(error, "ename"), evalue: textField(error, "evalue") };
    const lines = magics.explainError(textField(cell.request.content, "code"), failure, catalogue, state);
    const traceback: unknown = error["traceback"];
    return Array.isArray(traceback) && lines.length > 0
      ? { ...error, traceback: [...(traceback as string[]), ...lines] }
      : error;
  }

  /** The reply to a cell that the real kernel was not given. */
  #refuse(cell: RunningCell, error: Content): Content {
    this.#parts.front.emit("error", error, cell.request);
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
