import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import services, { type Kernel, type KernelMessage } from "@jupyterlab/services";
import { createConnection, createKernelFolder } from "../../../src/kernel/wire/connection-file.ts";
import { childProcesses } from "../support/child-processes.ts";
import { RawSocket } from "./raw-socket.ts";

type Content = Record<string, unknown>;

/** Outcome of a cell. */
export interface Cell {
  readonly reply: Content;
  /** Type and content of every message but status. */
  readonly outputs: readonly (readonly [string, Content])[];
}

/** Starts, uses and ends a kernel as VS Code's Jupyter extension does. */
export interface VsCodeKernel {
  readonly connection: Kernel.IKernelConnection;
  readonly process: ChildProcess;
  /** The kernel's process and its descendants. */
  readonly pids: readonly number[];
  readonly run: (code: string) => Promise<Cell>;
  /** The Stop button: resolves after its reply and the next idle status. */
  readonly stop: () => Promise<void>;
  /** A shutdown request with `restart`. @returns the reply's content, and the exit code and signal */
  readonly shutdown: () => Promise<readonly unknown[]>;
  /** Ends the process as Restart and closing the notebook do: SIGTERM to its descendants, then to itself. */
  readonly dispose: () => Promise<void>;
  /** Closes and reopens the sockets. */
  readonly reconnect: () => Promise<void>;
}

const PORT_EVERY_MS = 50;

// KernelConnection logs the address that it connects to.
console.debug = () => undefined;

/** Waits until a port is open, as the extension does: by connecting and disconnecting. */
async function untilUsed(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, "127.0.0.1");
    const isUsed = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isUsed) return;
    await sleep(PORT_EVERY_MS);
  }
}

export const processTree = (pid: number): number[] => [pid, ...childProcesses(pid).flatMap(processTree)];

/** @param argv as in a kernelspec */
export async function startVsCodeKernel(
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<VsCodeKernel> {
  const info = await createConnection("vscode");
  const folder = createKernelFolder();
  const file = join(folder.path, `kernel-v2-${process.pid}${randomUUID()}.json`);
  writeFileSync(file, JSON.stringify(info));
  const [command = "", ...args] = argv.map((part) => part.replace("{connection_file}", file));
  // The extension sets no JPY_PARENT_PID and reads both outputs.
  const { JPY_PARENT_PID: _, ...own } = process.env;
  const child = spawn(command, args, { cwd: folder.path, env: { ...own, ...env }, stdio: "pipe" });
  child.stdout.resume();
  child.stderr.resume();
  const exited = once(child, "exit");
  await Promise.all([untilUsed(info.shell_port), untilUsed(info.iopub_port)]);

  let socket: RawSocket;
  let connection: Kernel.IKernelConnection;
  const open = async (): Promise<void> => {
    socket = new RawSocket(info);
    const serverSettings = services.ServerConnection.makeSettings({
      wsUrl: "RAW",
      WebSocket: class {
        constructor() {
          return socket;
        }
      } as never,
      serializer: { serialize: (message) => message as never, deserialize: (data) => data as never },
    });
    const model = { id: randomUUID(), name: "svclib" };
    connection = new services.KernelConnection({
      serverSettings,
      model,
      username: randomUUID(),
      handleComms: true,
    });
    // As the extension does: asks until the kernel's status arrives on iopub. KernelConnection would wait for ever for a lost one.
    while (!socket.isSubscribed) {
      socket.send(newMessage("kernel_info_request", "shell", {}) as KernelMessage.IMessage);
      await sleep(PORT_EVERY_MS);
    }
    socket.onopen({});
    await connection.info;
  };
  const newMessage = (type: string, channel: string, content: Content): unknown =>
    services.KernelMessage.createMessage({
      msgType: type,
      channel,
      username: connection.username,
      session: connection.clientId,
      content,
    } as never);
  await open();
  const pids = processTree(child.pid ?? 0);

  return {
    get connection() {
      return connection;
    },
    process: child,
    pids,
    run: async (code) => {
      const future = connection.requestExecute({ code, stop_on_error: false, allow_stdin: true }, true);
      const outputs: [string, Content][] = [];
      future.onIOPub = ({ header, content }) => {
        if (header.msg_type !== "status" && header.msg_type !== "execute_input")
          outputs.push([header.msg_type, content as unknown as Content]);
      };
      return { reply: (await future.done).content as unknown as Content, outputs };
    },
    stop: async () => {
      // Sent on the shell channel, which JupyterLab's types do not allow.
      const message = newMessage("interrupt_request", "shell", {});
      await connection.sendShellMessage(message as KernelMessage.IShellMessage, true, true).done;
    },
    shutdown: async () => {
      const message = newMessage("shutdown_request", "control", { restart: true });
      // Not until idle, as `done` waits for: the kernel may be gone before its last message on iopub has arrived.
      const future = connection.sendControlMessage(message as KernelMessage.IControlMessage, true);
      const reply = new Promise<KernelMessage.IControlMessage>((resolve) => (future.onReply = resolve));
      const [{ content }, ended] = await Promise.all([reply, exited]);
      future.dispose();
      return [content, ended];
    },
    dispose: async () => {
      for (const pid of processTree(child.pid ?? 0).slice(1)) process.kill(pid, "SIGTERM");
      child.kill("SIGTERM");
      connection.dispose();
      socket.close();
      if (child.exitCode === null && child.signalCode === null) await exited;
      folder.remove();
    },
    reconnect: async () => {
      connection.dispose();
      socket.close();
      await open();
    },
  };
}
