import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Dealer, Subscriber } from "zeromq";
import { channelAddress, createConnection } from "../../../src/kernel/wire/connection-file.ts";
import {
  type Content,
  createMessage,
  decodeMessage,
  encodeMessage,
} from "../../../src/kernel/wire/message.ts";
import type { Message } from "../../../src/kernel/wire/message.ts";
import { Signer } from "../../../src/kernel/wire/signer.ts";
import { until } from "../support/start-kernel.ts";

const ON_CONTROL = new Set(["interrupt_request", "shutdown_request"]);

interface Sockets {
  readonly iopub: Subscriber;
  readonly shell: Dealer;
  readonly control: Dealer;
}

/** Starts, uses and ends a kernel as Zed does: see native_kernel.rs and session.rs in crates/repl/src of its sources. */
export class ZedKernel {
  readonly process: ChildProcess;
  readonly received: (readonly [channel: string, message: Message])[] = [];
  readonly #folder: string;
  readonly #session = randomUUID();
  readonly #signer: Signer;
  readonly #sockets: Sockets;
  /** What the kernel wrote to stderr: the reason where it ends. */
  #complaints = "";

  private constructor(process: ChildProcess, folder: string, key: string, sockets: Sockets) {
    this.process = process;
    this.#folder = folder;
    this.#signer = new Signer(key);
    this.#sockets = sockets;
    process.stderr?.on("data", (data: Buffer) => (this.#complaints += data.toString()));
  }

  /** Sets no JPY_PARENT_PID, repeats no request, and connects before the kernel listens. */
  static async start(argv: readonly string[], env: Readonly<Record<string, string>>): Promise<ZedKernel> {
    const connection = await createConnection("zed-svclib");
    const folder = mkdtempSync(join(tmpdir(), "svc-zed-"));
    const file = join(folder, "kernel-zed-1.json");
    writeFileSync(file, JSON.stringify(connection));
    // Only a whole argument is replaced.
    const [command = "", ...args] = argv.map((part) => (part === "{connection_file}" ? file : part));
    const { JPY_PARENT_PID: _, ...own } = process.env;
    const child = spawn(command, args, { cwd: folder, env: { ...own, ...env }, stdio: "pipe" });
    child.stdout.resume();
    const routingId = randomUUID();
    const sockets = {
      iopub: new Subscriber({ receiveHighWaterMark: 0 }),
      shell: new Dealer({ routingId, linger: 0 }),
      control: new Dealer({ routingId, linger: 0 }),
    };
    const kernel = new ZedKernel(child, folder, connection.key, sockets);
    for (const [channel, socket] of Object.entries(sockets)) {
      socket.connect(channelAddress(connection, channel as keyof typeof sockets));
      void kernel.#receive(channel, socket);
    }
    sockets.iopub.subscribe();
    return kernel;
  }

  /** Sends a request. @returns the content of its reply. */
  async ask(type: string, content: Content): Promise<Content> {
    const request = await this.send(type, content);
    const reply = type.replace("_request", "_reply");
    await this.#until(() => this.#find(request, reply) !== undefined);
    return this.#find(request, reply)?.content ?? {};
  }

  /** Runs a cell. @returns its reply and its published messages except status */
  async run(code: string): Promise<{ readonly reply: Content; readonly outputs: [string, Content][] }> {
    const request = await this.begin(code);
    const published = (): Message[] =>
      this.received.flatMap(([channel, message]) =>
        channel === "iopub" && message.parentId === request ? [message] : [],
      );
    const isIdle = (): boolean =>
      published().some(({ type, content }) => type === "status" && content["execution_state"] === "idle");
    await this.#until(() => isIdle() && this.#find(request, "execute_reply") !== undefined);
    const outputs = published()
      .filter(({ type }) => type !== "status" && type !== "execute_input")
      .map(({ type, content }): [string, Content] => [type, content]);
    return { reply: this.#find(request, "execute_reply")?.content ?? {}, outputs };
  }

  /** Sends a cell as Zed does. @returns the request's id */
  begin(code: string): Promise<string> {
    return this.send("execute_request", {
      code,
      silent: false,
      store_history: true,
      user_expressions: null,
      allow_stdin: true,
      stop_on_error: true,
    });
  }

  async send(type: string, content: Content): Promise<string> {
    const message = createMessage(type, content, this.#session);
    const socket = ON_CONTROL.has(type) ? this.#sockets.control : this.#sockets.shell;
    await socket.send(encodeMessage(message, this.#signer));
    return message.id;
  }

  /** What Zed does for Shut down, Restart and a closed editor: SIGKILL, and removal of the connection file. */
  end(): void {
    this.process.kill("SIGKILL");
    const { iopub, shell, control } = this.#sockets;
    for (const socket of [iopub, shell, control]) socket.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Fails at once, with the kernel's own words, when the kernel ends before the answer. */
  async #until(answered: () => boolean): Promise<void> {
    const { process } = this;
    await until(() => answered() || process.exitCode !== null || process.signalCode !== null, 60_000);
    const how = process.exitCode ?? process.signalCode;
    if (!answered()) throw new Error(`The kernel ended (${how}): ${this.#complaints}`);
  }

  #find(request: string, type: string): Message | undefined {
    return this.received.find(([, message]) => message.parentId === request && message.type === type)?.[1];
  }

  async #receive(channel: string, socket: AsyncIterable<Buffer[]>): Promise<void> {
    for await (const frames of socket) this.received.push([channel, decodeMessage(frames, this.#signer)]);
  }
}
