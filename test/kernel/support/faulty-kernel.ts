import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Receive } from "../../../src/kernel/wire/channels.ts";
import * as cellMagics from "../../../src/kernel/cells/cell-magics.ts";
import { KernelConnection } from "../../../src/kernel/child/kernel-connection.ts";
import { KernelClient } from "../../../src/kernel/notebook/kernel-client.ts";
import { createConnection } from "../../../src/kernel/wire/connection-file.ts";
import { CODE_POINTS, UTF16 } from "../../../src/kernel/wire/code-points.ts";
import { childEnded } from "../../../src/kernel/kernels/child-ended.ts";
import type { ChildKernel, KernelAdapter } from "../../../src/kernel/kernels/kernel-adapter.ts";
import type { Content, Message } from "../../../src/kernel/wire/message.ts";
import { createMessage, Message as MessageClass, textField } from "../../../src/kernel/wire/message.ts";
import type { CellPlan } from "../../../src/magics/cell/cell-plan.ts";
import { endedBundle, runningBundle } from "../../../src/magics/progress/progress-text.ts";
import { Proxy as KernelProxy } from "../../../src/kernel/proxy.ts";
import { NotebookState } from "../../../src/kernel/cells/notebook-state.ts";

export interface FaultyKernel {
  readonly client: KernelClient;
  /** Names of the parts that throw from now on. */
  readonly faults: Set<string>;
  stop(): Promise<void>;
}

/**
 * The proxy, over real sockets, in front of a kernel that prints each cell's code and fails the cell `fail`. Each part throws when
 * its name is among the faults.
 */
export async function startFaultyKernel(...atStart: string[]): Promise<FaultyKernel> {
  const faults = new Set(atStart);
  const check = (name: string): void => {
    if (faults.has(name)) throw new Error(`fault in ${name}`);
  };
  /** A copy whose functions call `check` first. */
  const faulty = <T extends object>(parts: T): T =>
    Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [
        name,
        typeof part !== "function"
          ? part
          : (...args: unknown[]): unknown => {
              check(name);
              return (part as (...args: unknown[]) => unknown)(...args);
            },
      ]),
    ) as T;
  const planCell = (code: string): CellPlan =>
    Object.defineProperty(cellMagics.planCell(code), "ownNames", {
      get: () => (check("ownNames"), new Set<string>()),
    });

  const start = async (): Promise<ChildKernel> => {
    await Promise.resolve();
    check("start");
    const process = spawn("sleep", ["1000"], { stdio: "ignore" });
    const parts: Omit<ChildKernel, "process" | "exit"> = {
      connect: (receive) => Promise.resolve(echo(receive, check)),
      boot: () => Promise.resolve(),
      load: () => Promise.resolve(),
      use: () => Promise.resolve(),
      expectChart: () => undefined,
      bound: () => Promise.resolve([]),
      tables: () => Promise.resolve({}),
      copyGrid: () => Promise.resolve(),
      run: async (request, send) => {
        const reply = await send(request);
        check("drain");
        return reply;
      },
      evaluate: (code) => Promise.resolve({ status: "ok", data: { "text/plain": code }, metadata: {} }),
      interrupt: () => Promise.resolve(),
      end: () => void process.kill(),
      release: () => Promise.resolve(),
    };
    // Some throw at once, others reject; the callers must handle both.
    return { ...faulty(parts), process, exit: childEnded(process) };
  };
  const adapter: KernelAdapter = {
    name: "tslab",
    cursorUnit: UTF16,
    start,
    ...faulty({ kernelInfo: (content: Content) => content }),
  };
  const connection = await createConnection("faulty");
  const client = await KernelClient.connect(connection);
  const ended = new Promise<void>((resolve) => {
    const link = new KernelConnection();
    const child = adapter.start(
      link,
      () => createConnection("child"),
      () => undefined,
      () => undefined,
    );
    child.catch(() => undefined);
    const proxy = new KernelProxy({
      connection,
      adapter,
      clientUnit: CODE_POINTS,
      child,
      startChild: start,
      state: new NotebookState(),
      work: { endAll: () => (check("endAll"), Promise.resolve()) },
      link,
      magics: () => Promise.resolve(faulty({ ...cellMagics, planCell })),
      beforeService: async (signal) => {
        check("beforeService");
        if (faults.has("slow service")) await once(signal, "abort");
      },
      connect: () => Promise.reject(new Error("no service")),
      onEnd: () => resolve(),
    });
    void proxy.start();
  });
  await client.ready();
  const stop = async (): Promise<void> => {
    faults.clear();
    client.shutdown().catch(() => undefined);
    await ended;
    client.close();
  };
  return { client, faults, stop };
}

const LINE = { name: "presto job 4", state: "0 %", percent: 0 };

/** A minimal kernel. */
function echo(receive: Receive, check: (name: string) => void) {
  const publish = (request: Message, type: string, content: Content): void =>
    receive("iopub", createMessage(type, content, "echo", request));
  const answer = (request: Message): void => {
    const code = textField(request.content, "code");
    publish(request, "status", { execution_state: "busy" });
    if (request.type === "execute_request") publish(request, "stream", { name: "stdout", text: code });
    const failed = code === "fail";
    if (failed) publish(request, "error", { ename: "Error", evalue: "failed", traceback: ["Error: failed"] });
    const reply = createMessage(
      request.type.replace("_request", "_reply"),
      { status: failed || code === "refused" ? "error" : "ok" },
      "echo",
      request,
    );
    const unreadable = new MessageClass([], { ...reply.frames, content: Buffer.from("{") }, [], reply.header);
    receive("shell", code === "unreadable" ? unreadable : reply);
    publish(request, "status", { execution_state: "idle" });
  };
  return {
    send: (_channel: string, message: Message): Promise<void> => {
      const code = textField(message.content, "code");
      // Cells that never end; one shows that a query runs, another one that it has ended.
      if (/^wait/.test(code)) {
        for (const state of code.split(" ").slice(1))
          publish(message, state === "running" ? "display_data" : "update_display_data", {
            data: state === "running" ? runningBundle(LINE) : endedBundle(LINE),
            metadata: {},
            transient: { display_id: "1" },
          });
      } else setImmediate(() => answer(message));
      return new Promise((resolve) => resolve(check("send")));
    },
    close: () => undefined,
  };
}
