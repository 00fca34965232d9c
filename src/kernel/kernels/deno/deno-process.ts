import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Readable } from "node:stream";
import type { Channels, Receive } from "../../wire/channels.ts";
import { ClientSockets } from "../../wire/client-sockets.ts";
import {
  createKernelFolder,
  writeConnectionFile,
  type ConnectionInfo,
  saysPortsTaken,
  START_ATTEMPTS,
} from "../../wire/connection-file.ts";
import { guardChild } from "../../child/guard-child.ts";
import { childEnded } from "../child-ended.ts";
import { findDeno } from "./find-deno.ts";

/** Time limit for the rest of an exited process's stderr. */
const LAST_WORDS_MS = 500;
const OUTPUT_LOST =
  "was stopped, because a part of its output was lost on the way; print less at a time, or write it to a file";

type OnOutput = (text: string, stream: "stdout" | "stderr") => void;

interface Launch {
  readonly process: ChildProcess;
  readonly connection: ConnectionInfo;
  readonly endGuard: () => Promise<void>;
  readonly removeFile: () => void;
  /** stderr from before the first reply; shown once the process is known to stay, or has exited for good. */
  readonly startOutput: string[];
}

/**
 * Deno's kernel process and the connection to it. A process that exits because a port was taken is restarted with other ports until the
 * first reply.
 */
export class DenoProcess implements Channels {
  readonly #newConnection: () => Promise<ConnectionInfo>;
  readonly #onOutput: OnOutput;
  #current!: Launch;
  #attempts = 0;
  /** Whether it has replied or is being ended: no restart from then on. */
  #settled = false;
  #hasLostOutput = false;
  #receive: Receive | undefined;
  #sockets: ClientSockets | undefined;
  #end!: (how: string) => void;
  /** Resolves with a description when the process has exited for good or could not be started. */
  readonly exit = new Promise<string>((resolve) => (this.#end = resolve));

  private constructor(newConnection: () => Promise<ConnectionInfo>, onOutput: OnOutput) {
    this.#newConnection = newConnection;
    this.#onOutput = onOutput;
  }

  /** @param onOutput - Receives what it and the processes that cells start write to their streams, once it has its ports. */
  static async start(newConnection: () => Promise<ConnectionInfo>, onOutput: OnOutput): Promise<DenoProcess> {
    const deno = new DenoProcess(newConnection, onOutput);
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

  /** Must be called after the first reply: the process has its ports. */
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

  /** Sends a line to the boot module. */
  sendLine(line: string): void {
    this.process.stdin?.write(`${line}\n`);
  }

  end(): void {
    this.#settle();
    this.sendLine("end");
    this.process.stdin?.end();
  }

  /** Stops the guard of the process; to be called after its exit. */
  async release(): Promise<void> {
    await this.#current.endGuard();
  }

  async #launch(): Promise<void> {
    this.#attempts += 1;
    const connection = await this.#newConnection();
    const folder = createKernelFolder();
    const file = writeConnectionFile(connection, folder.path);
    const child = spawn(findDeno(), ["jupyter", "--quiet", "--kernel", "--conn", file], {
      // As in svc-tslab, a cell may import "./file" without the ending.
      env: { ...process.env, NO_COLOR: "1", DENO_UNSTABLE_SLOPPY_IMPORTS: "1" },
      // The child follows stdin: it gets commands there and exits at its end.
      stdio: ["pipe", "pipe", "pipe"],
    });
    // At once, so that killing this process while the child loads leaves no orphan.
    const endGuard = guardChild(child);
    // The process may have exited; that is handled by its exit event.
    child.stdin.on("error", () => undefined);
    const lines: string[] = [];
    child.stdout.setEncoding("utf8").on("data", (text: string) => this.#onOutput(text, "stdout"));
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      if (this.#settled) this.#onOutput(text, "stderr");
      else lines.push(text);
    });
    this.#current = { process: child, connection, endGuard, removeFile: folder.remove, startOutput: lines };
    const how = childEnded(child);
    void how.then(folder.remove);
    void how.then((words) => this.#launchEnded(words, child.stderr));
  }

  async #launchEnded(how: string, stderr: Readable): Promise<void> {
    const { startOutput, endGuard } = this.#current;
    // A grandchild may hold the pipe open for longer.
    if (!stderr.closed) await Promise.race([once(stderr, "close"), sleep(LAST_WORDS_MS)]);
    const isTaken = saysPortsTaken(startOutput.join(""));
    if (this.#settled || !isTaken || this.#attempts >= START_ATTEMPTS) {
      this.#settle();
      return this.#end(this.#hasLostOutput ? OUTPUT_LOST : how);
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
    const { connection, process } = this.#current;
    // Deno loses bytes of large messages that are read slowly. What follows can't be read, so a cell would never end.
    const sockets = await ClientSockets.connect(connection, this.#receive, () => {
      this.#hasLostOutput = true;
      process.kill("SIGKILL");
    });
    // The process may have been restarted with another connection meanwhile.
    if (connection !== this.#current.connection) return sockets.close();
    this.#sockets?.close();
    this.#sockets = sockets;
  }

  #settle(): void {
    this.#settled = true;
    for (const text of this.#current.startOutput.splice(0)) process.stderr.write(text);
  }
}
