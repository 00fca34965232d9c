// This folder: a service for tests of programs that use svclib: tables from rows or files, failures on purpose. It may use service, engine and core.

import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Client } from "../core/client.ts";
import { connect } from "../core/connect.ts";
import { ConfigError } from "../core/errors.ts";
import { explainMissing } from "../core/files/missing-package.ts";
import type { ConnectOptions } from "../core/options/client-options.ts";
import { CallPort } from "../engine/process/call-port.ts";
import type { EngineMessage } from "../engine/process/messages.ts";
import type { TestCalls } from "./main.ts";
import type { TestData, TestFailure, TestServiceOptions } from "./test-options.ts";

export type { TestData, TestFailure, TestRows, TestServiceOptions } from "./test-options.ts";
export type { Client, ConnectOptions };

/** A service of its own for tests, which ends with them. */
export interface TestService extends AsyncDisposable {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** An administrator key. */
  readonly apikey: string;
  /** Opens a connection, which closes with the service. */
  connect(options?: ConnectOptions): Client;
  /** Loads tables. One that is there keeps its columns, and gets the rows in the place of its own. */
  load(data: TestData): Promise<void>;
  /** Injects failures in the place of all earlier ones; without arguments the service works again. */
  fail(...failures: readonly TestFailure[]): Promise<void>;
  /** Ends the service, and removes its data. `await using` does it at the end of a block. */
  close(): Promise<void>;
}

/** The compiled script of the service's process. */
const SCRIPT = new URL("./main.js", import.meta.url);

/**
 * Start a service for tests: the protocol of the hosted one, on an engine in a process of its own, with the tables that the test names. It
 * ends with the test's process, also if that is killed. Needs `svclib-jupyter`.
 *
 * @example await using service = await startService({ data: { shop: "fixtures/*.parquet" } });
 */
export async function startService(options: TestServiceOptions = {}): Promise<TestService> {
  const child = fork(SCRIPT, {
    serialization: "advanced",
    execArgv: [],
    env: childEnvironment(),
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const calls = callsOf(child);
  const clients: Client[] = [];
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> =>
    (closing ??= (async () => {
      for (const client of clients) client.close();
      if (child.exitCode === null && child.signalCode === null) {
        const exit = once(child, "exit");
        await calls.close();
        // This process waits for the end.
        child.ref();
        child.disconnect();
        await exit;
      }
    })());
  try {
    const { url, apikey } = await calls.open(options, process.cwd());
    return {
      url,
      apikey,
      connect(more) {
        const client = connect(apikey, url, more);
        clients.push(client);
        return client;
      },
      load: (data) => calls.load(data, process.cwd()),
      fail: (...failures) => calls.fail(failures),
      close,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Without the test's own settings of svclib, and of Node.js for itself. */
function childEnvironment(): NodeJS.ProcessEnv {
  const env = Object.entries(process.env).filter(
    ([name]) => !/^(?:SVC_|NODE_OPTIONS$|NODE_TEST_)/.test(name),
  );
  return Object.fromEntries(env);
}

/** Calls of the process, which keep this one alive only while they run. */
function callsOf(child: ChildProcess): TestCalls {
  let running = 0;
  const port = new CallPort(
    (request) => void child.send(request, () => undefined),
    () => undefined,
  );
  child.on("message", (answers: readonly EngineMessage[]) => {
    for (const answer of answers) if (answer.kind !== "log" && answer.kind !== "fatal") port.receive(answer);
  });
  child.once("exit", (code, signal) =>
    port.fail(new ConfigError(`the test's service has ended (${signal ?? `exit code ${code}`})`)),
  );
  child.once("error", (error) => port.fail(error));
  const keepAlive = (change: number): void => {
    running += change;
    const handles = [child, child.channel];
    for (const one of handles)
      if (running > 0) one?.ref();
      else one?.unref();
  };
  const call = async (name: keyof TestCalls, args: readonly unknown[]): Promise<unknown> => {
    keepAlive(1);
    try {
      const { value } = await port.call({ name: `test.${name}`, args, signal: undefined, callbacks: {} });
      return value;
    } catch (error) {
      const { name, message } = error as Error;
      if (message.endsWith("could not be cloned."))
        throw new ConfigError(`${pathOf(args[0])} can't be sent to the service: ${message}`, {
          cause: error,
        });
      throw /^(?:ConfigError|Fault)$/.test(name)
        ? new ConfigError(message, { cause: error })
        : explainMissing(error);
    } finally {
      keepAlive(-1);
    }
  };
  return {
    open: (...args) => call("open", args) as ReturnType<TestCalls["open"]>,
    load: async (...args) => void (await call("load", args)),
    fail: async (...args) => void (await call("fail", args)),
    close: async () => void (await call("close", [])),
  };
}

/** The path to the first value that another process can't get, such as a function: `shop.orders[0].price`. */
function pathOf(value: unknown, path = ""): string {
  const entries = Object.entries(Object(value) as object);
  const [name, item] = entries.find(([, one]) => !isSendable(one)) ?? [];
  if (name === undefined) return path;
  const step = Array.isArray(value) ? `[${name}]` : `${path === "" ? "" : "."}${name}`;
  return pathOf(item, path + step);
}

function isSendable(value: unknown): boolean {
  try {
    structuredClone(value);
    return true;
  } catch {
    return false;
  }
}
