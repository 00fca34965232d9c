// This folder: tslab: its process, cells that run one after another, and its internals that are used.

import { spawn } from "node:child_process";
import type { Duplex } from "node:stream";
import { setImmediate as turn, setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { ChildEvent } from "../child-library.ts";
import type { Content } from "../../wire/message.ts";
import { UTF16 } from "../../wire/code-points.ts";
import type { ChildKernel, HiddenRequests, KernelAdapter } from "../kernel-adapter.ts";
import { guardChild } from "../../child/guard-child.ts";
import { brandKernelInfo } from "../brand-kernel-info.ts";
import { childEnded } from "../child-ended.ts";
import { IN_FD, OUT_FD, STOP_FD, type ToChild } from "./pipe/pipe-channel.ts";
import { ProxyPipe } from "./pipe/proxy-pipe.ts";
import { typescript } from "../../../magics/cell/source/typescript.ts";
import { tslabRequire } from "./tslab-internals.ts";

/** The library takes some seconds to cancel its operations; a cell that runs on is in a call that can't be terminated. */
const STOP_PATIENCE_MS = 10_000;

// tslab `require`s this package, which is ESM. Newer Node releases can do that without a flag.
const REQUIRE_ESM = "require_module" in process.features ? [] : ["--experimental-require-module"];

function start(
  _hidden: HiddenRequests,
  _newConnection: unknown,
  onEvent: (event: ChildEvent) => void,
  onOutput: (text: string, stream: "stdout" | "stderr") => void,
): Promise<ChildKernel> {
  const boot = fileURLToPath(new URL("./boot.js", import.meta.url));
  const child = spawn(
    process.execPath,
    // Without that check cells can be terminated inside timers too; it only helps to debug Node itself.
    [...REQUIRE_ESM, "--disable-warning=ExperimentalWarning", "--no-force-async-hooks-checks", boot],
    // The pipes also tie the child's life to ours, however we exit.
    { stdio: ["ignore", "pipe", "pipe", "pipe", "pipe", "pipe"] },
  );
  // tslab shows what a cell itself writes; these are what the processes that it starts write, and Node.js.
  for (const name of ["stdout", "stderr"] as const)
    child[name]?.setEncoding("utf8").on("data", (text: string) => onOutput(text, name));
  // At once, so that killing this process while the child loads leaves no orphan.
  const release = guardChild(child);
  const stdio = child.stdio as unknown as readonly Duplex[];
  const [input, output, stops] = [IN_FD, OUT_FD, STOP_FD].map((fd) => stdio[fd]) as [Duplex, Duplex, Duplex];
  const pipe = new ProxyPipe(input, output);
  // The child has exited; its exit event handles that.
  stops.on("error", () => undefined);
  let broken = "";
  const ask = asker(pipe, onEvent, (reason) => {
    broken = `: ${reason}`;
  });
  return Promise.resolve({
    process: child,
    exit: childEnded(child).then((how) => how + broken),
    connect: (receive, onFault) => {
      pipe.onMessage(receive, onFault);
      return Promise.resolve(pipe);
    },
    // Arrives before any cell sent after it.
    load: () => Promise.resolve(pipe.notify({ type: "load" })),
    expectChart: () => pipe.notify({ type: "expect-chart" }),
    use: (names) => Promise.resolve(pipe.notify({ type: "use", names })),
    bound: (names) => ask((id) => ({ type: "bound", id, names })),
    tables: (names) => ask((id) => ({ type: "tables", id, names })),
    copyGrid: (grid) => ask((id) => ({ type: "copy-grid", id, grid })),
    evaluate: (code) => ask((id) => ({ type: "evaluate", id, code })),
    // tslab's output arrives in order, followed by the reply.
    run: async (request, send) => {
      const reply = await send(request);
      // What the processes of the cell wrote is in the pipes.
      await turn();
      return reply;
    },
    interrupt: async (whenEnded) => {
      pipe.notify({ type: "interrupt" });
      // Read by the stopper thread, even while a cell blocks the process.
      stops.write("!");
      await Promise.race([whenEnded, sleep(STOP_PATIENCE_MS, undefined, { ref: false })]);
    },
    end: () => pipe.notify({ type: "end" }),
    release,
  });
}

/** Sends requests to the boot module without running a cell. Pending ones reject when the child exits. */
function asker(
  pipe: ProxyPipe,
  onEvent: (event: ChildEvent) => void,
  onBroken: (reason: string) => void,
): <T>(question: (id: number) => ToChild) => Promise<T> {
  let lastId = 0;
  const waiting = new Map<
    number,
    { readonly resolve: (answer: never) => void; readonly reject: (error: Error) => void }
  >();
  pipe.onNotice((message) => {
    if (message.type === "event") return onEvent(message.event);
    if (message.type === "unusable") return onBroken(message.message);
    const request = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.type === "failed") request?.reject(new Error(message.message));
    else request?.resolve(message.answer as never);
  });
  pipe.onClose(() => {
    for (const { reject } of waiting.values()) reject(new Error("tslab has exited"));
    waiting.clear();
  });
  return (question) =>
    new Promise((resolve, reject) => {
      const id = ++lastId;
      waiting.set(id, { resolve, reject });
      pipe.notify(question(id));
    });
}

function kernelInfo(content: Content): Content {
  const tslab = tslabRequire("tslab/package.json") as { version: string };
  const { version } = typescript();
  const language = content["language_info"] as Content;
  return brandKernelInfo(content, {
    realKernel: `tslab ${tslab.version}, TypeScript ${version}, Node.js ${process.versions.node}`,
    languageInfo: { ...language, version },
  });
}

/** tslab: TypeScript in Node.js, type-checked cell by cell. */
export const tslabKernel: KernelAdapter = {
  name: "tslab",
  cursorUnit: UTF16,
  start,
  kernelInfo,
};
