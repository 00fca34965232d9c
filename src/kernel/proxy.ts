// This folder: the Jupyter side: a proxy that a frontend starts, and that has the real kernel as its child. It may use magics, core and the system.
// Begin with request-router.ts for what becomes of a message.

import type { Client } from "../core/client.ts";
import { Comms } from "./comms/comms.ts";
import { Grids } from "./comms/grids.ts";
import { labMethods } from "./comms/lab-methods.ts";
import { explainMissing } from "../core/files/missing-package.ts";
import { visibleText } from "../core/text/visible-text.ts";
import { CatalogueCache } from "./completion/catalogue-cache.ts";
import { CellQueue } from "./cells/cell-queue.ts";
import { CellRunner, type CellRunnerParts } from "./cells/cell-runner.ts";
import type { KernelConnection } from "./child/kernel-connection.ts";
import type { ChildWork } from "./child/child-work.ts";
import type { DealerChannel } from "./wire/channels.ts";
import type { ConnectionInfo } from "./wire/connection-file.ts";
import { errorContent, namedError } from "./cells/error-content.ts";
import { ExecutionHistory } from "./cells/execution-history.ts";
import type { OffsetUnit } from "./wire/code-points.ts";
import type { ChildKernel, KernelAdapter } from "./kernels/kernel-adapter.ts";
import type * as CellMagics from "./cells/cell-magics.ts";
import { logFault } from "./log-fault.ts";
import { MagicAnswers } from "./completion/magic-answers.ts";
import type { Content, Message } from "./wire/message.ts";
import type { NotebookState } from "./cells/notebook-state.ts";
import { RunningDisplays } from "./cells/running-displays.ts";
import { RequestRouter } from "./request-router.ts";
import { ServerSockets } from "./wire/server-sockets.ts";
import { UnavailableKernel } from "./unavailable-kernel.ts";

export interface ProxyOptions {
  readonly connection: ConnectionInfo;
  readonly adapter: KernelAdapter;
  readonly clientUnit: OffsetUnit;
  /** The real kernel, which may still be starting. */
  readonly child: Promise<ChildKernel>;
  readonly startChild: () => Promise<ChildKernel>;
  /** Jobs and statements that it waits for. */
  readonly work: Pick<ChildWork, "endAll">;
  readonly state: NotebookState;
  readonly link: KernelConnection;
  readonly magics: () => Promise<typeof CellMagics>;
  readonly beforeService: CellRunnerParts["beforeService"];
  /** Connects to the service, for completion and tooltips. */
  readonly connect: () => Promise<Client>;
  readonly onEnd: (code: number) => void;
}

/** Replies to clients' requests, or forwards them. */
interface RequestHandler {
  handle(channel: DealerChannel, message: Message): void | Promise<void>;
}

const END_BY_FORCE_MS = 1_500;
/** Idle time after which the library is loaded, so that its first use need not wait. */
const LOAD_AFTER_MS = 200;

/**
 * The proxy kernel: a Jupyter kernel to clients, with the real kernel as its child. Replies to what the real kernel can't handle,
 * forwards the rest, and ends with it.
 */
export class Proxy {
  readonly #options: ProxyOptions;
  readonly #link: KernelConnection;
  readonly #history = new ExecutionHistory();
  readonly #grids = new Grids(async (grid) => this.#child?.copyGrid(grid));
  readonly #displays = new RunningDisplays();
  #frontend!: ServerSockets;
  #child: ChildKernel | undefined;
  #runner: CellRunner | undefined;
  #queue: CellQueue | undefined;
  #router: RequestRouter | undefined;
  #ending: Promise<void> | undefined;
  /** The child that was ended on purpose: it failed to start, or is being replaced. */
  #replaced: ChildKernel | undefined;
  /** Handles requests once it is known whether the real kernel runs. */
  #handler: RequestHandler | undefined;
  /** Requests that arrived before then. */
  readonly #early: [DealerChannel, Message][] = [];

  constructor(options: ProxyOptions) {
    this.#options = options;
    this.#link = options.link;
  }

  /**
   * Resolves when requests are served: with the real kernel, or, if that fails to start, with the reason as error.
   *
   * @throws Error when the sockets can't be opened.
   */
  async start(): Promise<void> {
    const { adapter, child, connection } = this.#options;
    const magics = this.#options.magics();
    magics.catch(() => undefined);
    this.#frontend = await ServerSockets.bind(connection, (channel, message) => {
      void this.#onRequest(channel, message);
    });
    this.#frontend.emit("status", { execution_state: "starting" });
    try {
      const info = await this.#openChild(await child);
      this.#open(await magics, adapter.kernelInfo(info));
    } catch (error) {
      if (this.#ending) return;
      const { message } = explainMissing(error) as Error;
      logFault(`${adapter.name} cannot run`, message);
      this.#replaced = this.#child;
      if (this.#child) void this.#endChild(this.#child);
      this.#handle(new UnavailableKernel(this.#frontend, adapter.name, message));
    }
  }

  /** Shows what the real kernel's process, or one that a cell started, wrote to its streams. */
  print(text: string, stream: "stdout" | "stderr"): void {
    const latest = this.#runner?.latest;
    if (latest === undefined) process[stream].write(text);
    else this.#frontend.emit("stream", { name: stream, text }, latest);
  }

  get clients(): number {
    return this.#frontend?.clients ?? 0;
  }

  /** Whether a client was ever connected. */
  get wasServed(): boolean {
    return this.#frontend?.wasServed ?? false;
  }

  end(code: number): Promise<void> {
    return (this.#ending ??= this.#end(code));
  }

  /** Handles Ctrl-C and Jupyter's Stop: stops the running cell and aborts the waiting ones. Never rejects. */
  async interrupt(): Promise<void> {
    try {
      await Promise.all([this.#runner?.interrupt(), this.#queue?.abortWaiting()]);
    } catch (error) {
      logFault("the cell could not be stopped", error);
    }
  }

  /** Waits until the real kernel can run cells. @returns the content of its first `kernel_info_reply` */
  async #openChild(child: ChildKernel): Promise<Content> {
    this.#child = child;
    const end = child.exit.then((how) => this.#childEnded(child, how));
    end.catch(() => undefined);
    const opening = async (): Promise<Content> => {
      await this.#link.open(child, {
        onReply: (channel, message) => this.#onReply(channel, message),
        onPublished: (message) => this.#onPublished(message),
        onFault: (error) => this.#onFault(error),
      });
      const info = await this.#link.ready();
      await child.boot?.();
      return info;
    };
    return await Promise.race([opening(), end]);
  }

  #open(magics: typeof CellMagics, kernelInfo: Content): void {
    const { adapter, beforeService, clientUnit, connect, state } = this.#options;
    const shared = { frontend: this.#frontend, link: this.#link, adapter, history: this.#history };
    const catalogue = new CatalogueCache({ connect });
    const child = (): ChildKernel => this.#child as ChildKernel;
    const restart = async (): Promise<void> => {
      await this.#restartChild();
      state.clear();
    };
    const runner = new CellRunner({ ...shared, child, restart, magics, state, catalogue, beforeService });
    const queue = new CellQueue(runner);
    const answers = new MagicAnswers({
      magics,
      catalogue,
      scope: state,
      clientUnit,
      // A question that the running cell delays would be answered too late.
      columnsOf: async (table, fields) =>
        queue.isRunning ? [] : ((await child().columns?.(table, fields)) ?? []),
      tablesOf: async (names) => (queue.isRunning ? undefined : child().tables(names)),
      describe: async (path) => (queue.isRunning ? null : ((await child().describe?.(path)) ?? null)),
    });
    this.#runner = runner;
    this.#queue = queue;
    const lab = { magics, answers, catalogue, state, grids: this.#grids, connect };
    const comms = new Comms(this.#frontend, labMethods(lab));
    this.#router = new RequestRouter({ ...shared, answers, clientUnit, comms, kernelInfo, queue });
    this.#frontend.running = () => runner.current;
    this.#handle(this.#router);
    this.#loadWhenIdle(queue);
  }

  #handle(handler: RequestHandler): void {
    this.#handler = handler;
    for (const [channel, message] of this.#early.splice(0)) void this.#onRequest(channel, message);
  }

  #loadWhenIdle(queue: CellQueue): void {
    setTimeout(() => {
      if (queue.isRunning) return this.#loadWhenIdle(queue);
      // A failure is reported by the first cell that needs the library.
      void (async () => this.#child?.load())().catch(() => undefined);
    }, LOAD_AFTER_MS).unref();
  }

  /** Makes sure that every request gets a reply. */
  async #onRequest(channel: DealerChannel, message: Message): Promise<void> {
    try {
      await this.#take(channel, message);
    } catch (error) {
      logFault(`${message.type} failed`, error);
      this.#frontend.answer(channel, message, { status: "error", ...errorContent(error) });
    }
  }

  #take(channel: DealerChannel, message: Message): void | Promise<void> {
    if (message.type === "shutdown_request") return this.#shutdown(channel, message);
    if (message.type === "interrupt_request") {
      void this.interrupt();
      return this.#frontend.answer(channel, message, { status: "ok" });
    }
    if (this.#handler) return this.#handler.handle(channel, message);
    this.#early.push([channel, message]);
  }

  #shutdown(channel: DealerChannel, request: Message): void {
    const restart = request.content["restart"] === true;
    this.#ending ??= this.#end(0, () => this.#frontend.answer(channel, request, { status: "ok", restart }));
  }

  #onReply(channel: DealerChannel, message: Message): void {
    if (channel === "shell" && this.#runner?.onReply(message)) return;
    this.#router?.onReply(channel, message, this.#runner?.current);
  }

  #onPublished(message: Message): void {
    const runner = this.#runner;
    if (!runner) return;
    this.#displays.note(message);
    if (this.#link.isHidden(message)) {
      // Output of a cell that the real kernel attributed to one of our requests.
      const latest = runner.latest;
      if (!latest || message.type === "execute_input") return;
      const owned = message.withParent(latest);
      if (!runner.onPublished(owned)) this.#frontend.publish(owned);
      return;
    }
    if (runner.onPublished(message)) return;
    if (message.type !== "status" || this.#router?.onStatus(message)) this.#frontend.publish(message);
  }

  /** The unreadable message may have been the end of the cell, so the cell is given up. */
  #onFault(error: unknown): void {
    const { name } = this.#options.adapter;
    logFault(`a message of ${name} could not be handled`, error);
    const reason = `${name} sent a message that can't be read: ${(error as Error).message}`;
    void this.#runner?.giveUp(namedError("KernelFault", reason));
  }

  /** @throws Error with how it ended, for callers that wait for its start. */
  async #childEnded(child: ChildKernel, how: string): Promise<never> {
    const reason = namedError("KernelDied", `${this.#options.adapter.name} ${how}`);
    if (this.#ending || child === this.#replaced) throw reason;
    this.#link.close(reason);
    if (this.#handler) {
      process.stderr.write(visibleText(`svclib: ${reason.message}\n`));
      this.#endDisplays();
      await this.#runner?.giveUp(reason);
      await this.end(1);
    }
    throw reason;
  }

  /** Variables and pending requests are lost. */
  async #restartChild(): Promise<void> {
    const former = this.#child as ChildKernel;
    this.#replaced = former;
    try {
      former.process.kill("SIGKILL");
      await former.exit;
      await former.release();
      this.#endDisplays();
      await this.#options.work.endAll();
      this.#link.close(namedError("KernelDied", `${this.#options.adapter.name} is being restarted`));
      await this.#openChild(await this.#options.startChild());
    } catch (error) {
      logFault(`${this.#options.adapter.name} could not be restarted`, error);
      await this.#runner?.giveUp(error);
      await this.end(1);
    }
  }

  #endDisplays(): void {
    for (const content of this.#displays.end())
      this.#frontend.emit("update_display_data", content, this.#runner?.latest);
  }

  async #end(code: number, answer: () => void = () => undefined): Promise<void> {
    try {
      if (this.#child) await this.#endChild(this.#child);
      this.#endDisplays();
      answer();
      await this.#grids.close();
      this.#link.close();
      await this.#frontend.close();
    } catch (error) {
      logFault("shutting the kernel down failed", error);
    }
    this.#options.onEnd(code);
  }

  async #endChild(child: ChildKernel): Promise<void> {
    const { process } = child;
    if (process.exitCode === null && process.signalCode === null && process.pid !== undefined) {
      const exited = new Promise<void>((resolve) => process.once("exit", () => resolve()));
      child.end();
      const timer = setTimeout(() => process.kill("SIGKILL"), END_BY_FORCE_MS);
      await exited;
      clearTimeout(timer);
    }
    await child.release();
    // Work that it could not stop itself.
    await this.#options.work.endAll();
  }
}
