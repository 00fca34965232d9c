import { CatalogueCache } from "./catalogue-cache.ts";
import type { CatalogueClient } from "./catalogue-cache.ts";
import { CellQueue } from "./cell-queue.ts";
import type { CellRunnerParts } from "./cell-runner.ts";
import { CellRunner } from "./cell-runner.ts";
import type { ChildLink } from "./child-link.ts";
import type { DealerChannel } from "./channels.ts";
import type { ConnectionInfo } from "./connection.ts";
import { ExecutionHistory } from "./execution-history.ts";
import type { ChildKernel, KernelAdapter } from "./kernels/kernel-adapter.ts";
import type * as CellMagics from "./cell-magics.ts";
import { MagicAnswers } from "./magic-answers.ts";
import type { Content, Message } from "./message.ts";
import { NotebookState } from "./notebook-state.ts";
import { RequestRouter } from "./request-router.ts";
import { ServerSockets } from "./server-sockets.ts";

export interface ProxyOptions {
  readonly connection: ConnectionInfo;
  readonly adapter: KernelAdapter;
  /** The real kernel, which may still be starting, and what speaks to it. */
  readonly child: Promise<ChildKernel>;
  readonly link: ChildLink;
  readonly magics: () => Promise<typeof CellMagics>;
  readonly beforeService: CellRunnerParts["beforeService"];
  /** Connects to the service, for completion and tooltips. */
  readonly connect: () => Promise<CatalogueClient>;
  /** Called once when the proxy has ended. `code` is the exit code that its process should have. */
  readonly onEnd: (code: number) => void;
}

const END_BY_FORCE_MS = 1_500;
/** After so long without a cell the library is loaded, so that its first user need not wait for it. */
const LOAD_AFTER_MS = 200;

/**
 * The proxy kernel: to clients a Jupyter kernel, behind it the real one. It answers what the real kernel can't, passes the rest on,
 * and ends with it.
 */
export class Proxy {
  readonly #options: ProxyOptions;
  readonly #link: ChildLink;
  readonly #history = new ExecutionHistory();
  #front!: ServerSockets;
  #child!: ChildKernel;
  #runner: CellRunner | undefined;
  #router!: RequestRouter;
  #ending: Promise<void> | undefined;
  /** Messages that arrived before the real kernel was ready. */
  #early: [DealerChannel, Message][] | undefined = [];

  constructor(options: ProxyOptions) {
    this.#options = options;
    this.#link = options.link;
  }

  /** Resolves when cells can be run. */
  async start(): Promise<void> {
    const { adapter, child, connection } = this.#options;
    this.#child = await child;
    void this.#child.ended.then((how) => this.#childEnded(how));
    const magics = this.#options.magics();
    this.#front = await ServerSockets.bind(connection, (channel, message) =>
      this.#onRequest(channel, message),
    );
    this.#front.emit("status", { execution_state: "starting" });
    await this.#link.open((receive) => this.#child.connect(receive), {
      onReply: (channel, message) => this.#onReply(channel, message),
      onPublished: (message) => this.#onPublished(message),
    });
    const info = await this.#link.ready();
    await this.#child.boot();
    this.#open(await magics, adapter.kernelInfo(info));
  }

  /** Ends the real kernel, then the proxy. */
  end(code: number): Promise<void> {
    return (this.#ending ??= this.#end(code));
  }

  /** What Ctrl-C and Jupyter's Stop do. */
  async interrupt(): Promise<void> {
    await this.#runner?.interrupt();
  }

  #open(magics: typeof CellMagics, kernelInfo: Content): void {
    const { adapter, beforeService, connect } = this.#options;
    const shared = { front: this.#front, link: this.#link, adapter, history: this.#history };
    const state = new NotebookState();
    const catalogue = new CatalogueCache({ connect });
    const child = this.#child;
    const runner = new CellRunner({ ...shared, child, magics, state, catalogue, beforeService });
    const queue = new CellQueue(runner);
    const answers = new MagicAnswers({ magics, catalogue, scope: state });
    this.#runner = runner;
    this.#router = new RequestRouter({ ...shared, answers, kernelInfo, queue });
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const [channel, message] of early) this.#onRequest(channel, message);
    this.#loadWhenIdle(queue);
  }

  #loadWhenIdle(queue: CellQueue): void {
    setTimeout(() => {
      if (queue.isRunning) return this.#loadWhenIdle(queue);
      // A cell that needs it says why it cannot be loaded.
      this.#child.load().catch(() => undefined);
    }, LOAD_AFTER_MS).unref();
  }

  #onRequest(channel: DealerChannel, message: Message): void {
    if (message.type === "shutdown_request") return void this.#shutdown(channel, message);
    if (message.type === "interrupt_request") {
      void this.interrupt();
      return this.#front.reply(channel, message, "interrupt_reply", { status: "ok" });
    }
    if (this.#early) return void this.#early.push([channel, message]);
    this.#router.handle(channel, message);
  }

  async #shutdown(channel: DealerChannel, request: Message): Promise<void> {
    const restart = request.content["restart"] === true;
    this.#front.emit("status", { execution_state: "busy" }, request);
    const answer = (): void => {
      this.#front.reply(channel, request, "shutdown_reply", { status: "ok", restart });
      this.#front.emit("status", { execution_state: "idle" }, request);
    };
    this.#ending ??= this.#end(0, answer);
    await this.#ending;
  }

  #onReply(channel: DealerChannel, message: Message): void {
    if (channel === "shell" && this.#runner?.onReply(message)) return;
    this.#router.onReply(channel, message, this.#runner?.current);
  }

  #onPublished(message: Message): void {
    const runner = this.#runner;
    if (!runner) return;
    if (this.#link.isHidden(message)) {
      // Output of a cell that the real kernel stamped with a request of ours.
      const latest = runner.latest;
      if (!latest || message.type === "execute_input") return;
      const owned = message.withParent(latest);
      if (!runner.onPublished(owned)) this.#front.publish(owned);
      return;
    }
    if (runner.onPublished(message)) return;
    if (message.type !== "status" || this.#router.onStatus(message)) this.#front.publish(message);
  }

  async #childEnded(what: string): Promise<void> {
    if (this.#ending) return;
    const reason = `${this.#options.adapter.name} ${what}`;
    process.stderr.write(`svclib: ${reason}\n`);
    this.#runner?.childEnded(reason);
    await this.end(1);
  }

  async #end(code: number, answer: () => void = () => undefined): Promise<void> {
    const child = this.#child.process;
    if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
      const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
      this.#child.end();
      const timer = setTimeout(() => child.kill("SIGKILL"), END_BY_FORCE_MS);
      await exited;
      clearTimeout(timer);
    }
    await this.#child.release();
    answer();
    this.#link.close();
    await this.#front.close();
    this.#options.onEnd(code);
  }
}
