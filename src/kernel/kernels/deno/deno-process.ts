import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Readable } from "node:stream";
import type { Channels, Receive } from "../../wire/channels.ts";
import { ClientSockets } from "../../wire/client-sockets.ts";
import { createKernelFolder, writeConnectionFile, type ConnectionInfo } from "../../wire/connection.ts";
import { guardChild } from "../../child/guard-child.ts";
import { saysPortsTaken, START_ATTEMPTS } from "../../wire/ports-taken.ts";
import { childEnded } from "../child-ended.ts";
import { findDeno } from "./find-deno.ts";

/** Longest wait for the last words of a process that has ended. */
const LAST_WORDS_MS = 500;

interface Launch {
  readonly process: ChildProcess;
  readonly connection: ConnectionInfo;
  readonly endGuard: () => Promise<void>;
  /** Deletes the connection file. */
  readonly removeFile: () => void;
  /** What it said before it answered; shown when it is known that it stays, or ends for good. */
  readonly said: Buffer[];
}

/**
 * Deno's kernel process and the connection to it. A process that ends because somebody took one of its ports is followed by one with others,
 * until the first has answered.
 */
export class DenoProcess implements Channels {
  readonly #newConnection: () => Promise<ConnectionInfo>;
  #current!: Launch;
  #attempts = 0;
  /** True when it has answered, or is to end: it is not started again. */
  #settled = false;
  #receive: Receive | undefined;
  #sockets: ClientSockets | undefined;
  #end!: (how: string) => void;
  /** Resolves when the process has ended for good, or could not be started, with words for it. */
  readonly ended = new Promise<string>((resolve) => (this.#end = resolve));

  private constructor(newConnection: () => Promise<ConnectionInfo>) {
    this.#newConnection = newConnection;
  }

  static async start(newConnection: () => Promise<ConnectionInfo>): Promise<DenoProcess> {
    const deno = new DenoProcess(newConnection);
    await deno.#launch();
    return deno;
  }

  get process(): ChildProcess {
    return this.#current.process;
  }

  async connect(receive: Receive): Promise<Channels> {
    this.#receive = receive;
    await this.#connectAgain();
    return this;
  }

  /** Called when it has answered: it has its ports. */
  answered(): void {
    this.#settle();
    this.#current.removeFile();
  }

  send(...args: Parameters<Channels["send"]>): void | Promise<void> {
    return this.#sockets?.send(...args);
  }

  close(): void {
    this.#sockets?.close();
  }

  /** A line for its boot module. */
  sendLine(line: string): void {
    this.process.stdin?.write(`${line}\n`);
  }

  end(): void {
    this.#settle();
    this.sendLine("end");
    this.process.stdin?.end();
  }

  /** Ends what watches over the process; call it when that has ended. */
  async release(): Promise<void> {
    await this.#current.endGuard();
  }

  async #launch(): Promise<void> {
    this.#attempts += 1;
    const connection = await this.#newConnection();
    const folder = createKernelFolder();
    const file = writeConnectionFile(connection, folder.path);
    const child = spawn(findDeno(), ["jupyter", "--quiet", "--kernel", "--conn", file], {
      env: { ...process.env, NO_COLOR: "1" },
      // Its stdin is how it is stopped, and tied to this process: it ends when stdin does.
      stdio: ["pipe", "inherit", "pipe"],
    });
    // At once: a process that is killed while it still loads must not leave this one behind.
    const endGuard = guardChild(child);
    // The process may be gone already; that it ended is noticed elsewhere.
    child.stdin.on("error", () => undefined);
    const said: Buffer[] = [];
    child.stderr.on("data", (text: Buffer) => {
      if (this.#settled) process.stderr.write(text);
      else said.push(text);
    });
    this.#current = { process: child, connection, endGuard, removeFile: folder.remove, said };
    const how = childEnded(child);
    void how.then(folder.remove);
    void how.then((words) => this.#launchEnded(words, child.stderr));
  }

  async #launchEnded(how: string, stderr: Readable): Promise<void> {
    const { said, endGuard } = this.#current;
    // A process of its own may hold the other end for longer.
    if (!stderr.closed) await Promise.race([once(stderr, "close"), sleep(LAST_WORDS_MS)]);
    const taken = saysPortsTaken(Buffer.concat(said).toString("utf8"));
    if (this.#settled || !taken || this.#attempts >= START_ATTEMPTS) {
      this.#settle();
      return this.#end(how);
    }
    await endGuard();
    try {
      await this.#launch();
      await this.#connectAgain();
    } catch (error) {
      this.#end(`cannot be started: ${(error as Error).message}`);
    }
  }

  async #connectAgain(): Promise<void> {
    if (!this.#receive) return;
    const { connection } = this.#current;
    const sockets = await ClientSockets.connect(connection, this.#receive);
    // Meanwhile it may have been started with others.
    if (connection !== this.#current.connection) return sockets.close();
    this.#sockets?.close();
    this.#sockets = sockets;
  }

  #settle(): void {
    this.#settled = true;
    for (const text of this.#current.said.splice(0)) process.stderr.write(text);
  }
}
