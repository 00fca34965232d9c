import { spawn, type ChildProcess, type StdioOptions } from "node:child_process";
import { KernelClient } from "./kernel-client.ts";
import {
  createConnection,
  createKernelFolder,
  writeConnectionFile,
  type ConnectionInfo,
  PORTS_TAKEN_CODE,
  START_ATTEMPTS,
} from "../wire/connection-file.ts";
import type { Content } from "../wire/message.ts";

export interface KernelProcessOptions {
  /** As in a kernelspec: `{connection_file}` is replaced. */
  readonly argv: readonly string[];
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly stdio?: StdioOptions;
  readonly readyTimeoutMs?: number;
  /** Returns ports to listen on; called again if one was taken before the kernel could bind it. @default any free ports */
  readonly connection?: () => Promise<ConnectionInfo>;
}

export interface KernelProcess {
  readonly client: KernelClient;
  /** Content of its first `kernel_info_reply`. */
  readonly info: Content;
  readonly process: ChildProcess;
  /** Rejects when the kernel exits without having been stopped. */
  readonly died: Promise<never>;
  /** Asks the kernel to exit, and kills it if it does not within some seconds. */
  stop(): Promise<void>;
}

/** Longer than a kernel takes to stop its own children. */
const SHUTDOWN_MS = 15_000;
const LAST_WORDS_MS = 300;

class PortsTaken extends Error {}

/** Starts a kernel the way Jupyter does: a connection file, the kernelspec's command, ZeroMQ. */
export async function startKernelProcess(options: KernelProcessOptions): Promise<KernelProcess> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startOnce(options);
    } catch (error) {
      if (!(error instanceof PortsTaken) || attempt >= START_ATTEMPTS) throw error;
    }
  }
}

async function startOnce(options: KernelProcessOptions): Promise<KernelProcess> {
  const { connection: newConnection = () => createConnection("svclib") } = options;
  const connection = await newConnection();
  const folder = createKernelFolder();
  const file = writeConnectionFile(connection, folder.path);
  const [command = "", ...args] = options.argv.map((part) => part.replaceAll("{connection_file}", file));
  const child = spawn(command, args, {
    cwd: options.cwd,
    // As a Jupyter server does: the kernel then exits with this process, however that ends.
    env: { JPY_PARENT_PID: String(process.pid), ...(options.env ?? process.env) },
    stdio: options.stdio ?? ["ignore", "inherit", "inherit"],
  });
  let stopping = false;
  const exited = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", () => resolve());
  });
  const died = new Promise<never>((_, reject) => {
    child.once("error", (cause) => reject(new Error(`Cannot start ${command}: ${cause.message}`, { cause })));
    child.once("exit", (code, signal) => {
      const message = `The kernel ended (${signal ?? `exit code ${code}`})`;
      const error =
        code === PORTS_TAKEN_CODE
          ? new PortsTaken(`${message}: other processes listen on its ports`)
          : new Error(message);
      // Its last messages may still be in the sockets.
      setTimeout(() => void (stopping || reject(error)), LAST_WORDS_MS);
    });
  });
  died.catch(() => undefined);
  const client = await KernelClient.connect(connection);
  const stop = async (): Promise<void> => {
    if (!stopping && child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
      stopping = true;
      client.shutdown().catch(() => undefined);
      const timer = setTimeout(() => child.kill("SIGKILL"), SHUTDOWN_MS);
      await exited;
      clearTimeout(timer);
    }
    stopping = true;
    client.close();
    folder.remove();
  };
  try {
    const { content } = await Promise.race([client.ready(options.readyTimeoutMs), died]);
    return { client, info: content, process: child, died, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
