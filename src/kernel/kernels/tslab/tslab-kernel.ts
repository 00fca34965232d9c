import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { Content } from "../../message.ts";
import type { ChildKernel, KernelAdapter, NotebookScope } from "../kernel-adapter.ts";
import { brandKernelInfo } from "../brand-kernel-info.ts";
import type { FromChild, ToChild } from "./channel.ts";

// tslab loads this package, which is ESM, by `require`. Node releases that can do so without a flag say so here.
const REQUIRE_ESM = "require_module" in process.features ? [] : ["--experimental-require-module"];

function start(connectionFile: string): ChildKernel {
  const boot = fileURLToPath(new URL("./boot.js", import.meta.url));
  const child = spawn(
    process.execPath,
    [...REQUIRE_ESM, "--disable-warning=ExperimentalWarning", boot, connectionFile],
    // The ipc channel also ties the child's life to ours, however we end.
    { stdio: ["ignore", "inherit", "inherit", "ipc"] },
  );
  const ask = scopeAsker(child);
  const send = (message: ToChild): void => void (child.connected && child.send(message));
  return {
    process: child,
    boot: () => Promise.resolve(),
    scope: ask,
    // What tslab publishes comes in order and before its idle status.
    drain: () => Promise.resolve(),
    // The boot module shows an error for every cell that fails.
    explain: () => Promise.resolve(null),
    interrupt: () => {
      child.kill("SIGINT");
      return Promise.resolve();
    },
    end: () => send({ type: "end" }),
  };
}

/** Asks the child over ipc, so that no cell is run for it and its execution queue is not touched. */
function scopeAsker(child: ChildProcess): (names: readonly string[]) => Promise<NotebookScope> {
  let lastId = 0;
  const waiting = new Map<number, { resolve(scope: NotebookScope): void; reject(error: Error): void }>();
  child.on("message", (message: FromChild) => {
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.type === "scope")
      asked?.resolve({ database: message.database, bound: new Set(message.bound) });
    else asked?.reject(new Error(message.message));
  });
  return (names) =>
    new Promise((resolve, reject) => {
      const id = ++lastId;
      waiting.set(id, { resolve, reject });
      const message: ToChild = { type: "scope", id, names };
      child.send(message, (error) => error && reject(error));
    });
}

function kernelInfo(content: Content): Content {
  const { version } = createRequire(import.meta.url)("tslab/package.json") as { version: string };
  const typescript = createRequire(createRequire(import.meta.url).resolve("tslab"))(
    "@tslab/typescript-for-tslab/package.json",
  ) as { version: string };
  const language = content["language_info"] as Content;
  return brandKernelInfo(content, {
    realKernel: `tslab ${version}, TypeScript ${typescript.version}, Node.js ${process.versions.node}`,
    languageInfo: { ...language, version: typescript.version },
  });
}

/** tslab: TypeScript in Node.js, type-checked cell by cell. */
export const tslabKernel: KernelAdapter = {
  name: "tslab",
  cursorUnit: "utf16",
  speaksIpc: process.platform !== "win32",
  start,
  kernelInfo,
  prepare: (code) => code,
  cleanError: (content) => content,
  isPrivate: () => false,
};
