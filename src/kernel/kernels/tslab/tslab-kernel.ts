import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import type { Duplex } from "node:stream";
import { fileURLToPath } from "node:url";
import type { Content } from "../../message.ts";
import type { ChildKernel, KernelAdapter, NotebookScope } from "../kernel-adapter.ts";
import { guardChild } from "../../guard-child.ts";
import { brandKernelInfo } from "../brand-kernel-info.ts";
import { childEnded } from "../child-ended.ts";
import { PIPE_FD } from "./channel.ts";
import { ProxyPipe } from "./proxy-pipe.ts";

// tslab loads this package, which is ESM, by `require`. Node releases that can do so without a flag say so here.
const REQUIRE_ESM = "require_module" in process.features ? [] : ["--experimental-require-module"];

function start(): Promise<ChildKernel> {
  const boot = fileURLToPath(new URL("./boot.js", import.meta.url));
  const child = spawn(
    process.execPath,
    [...REQUIRE_ESM, "--disable-warning=ExperimentalWarning", boot],
    // The pipe also ties the child's life to ours, however we end.
    { stdio: ["ignore", "inherit", "inherit", "pipe"] },
  );
  // At once: a process that is killed while it still loads must not leave this one behind.
  const release = guardChild(child);
  const pipe = new ProxyPipe(child.stdio[PIPE_FD] as Duplex);
  return Promise.resolve({
    process: child,
    ended: childEnded(child),
    connect: (receive) => {
      pipe.onMessage(receive);
      return Promise.resolve(pipe);
    },
    boot: () => Promise.resolve(),
    // Before any cell that is sent behind it.
    load: () => Promise.resolve(pipe.tell({ type: "load" })),
    scope: scopeAsker(pipe),
    // What tslab publishes comes in order, and its reply behind it.
    watch: () => () => Promise.resolve(),
    // The boot module shows an error for every cell that fails.
    explain: () => Promise.resolve(null),
    interrupt: () => {
      child.kill("SIGINT");
      return Promise.resolve();
    },
    end: () => pipe.tell({ type: "end" }),
    release,
  });
}

/** Asks the boot module, so that no cell is run for it. */
function scopeAsker(pipe: ProxyPipe): ChildKernel["scope"] {
  let lastId = 0;
  const waiting = new Map<number, { resolve(scope: NotebookScope): void; reject(error: Error): void }>();
  pipe.onTold((message) => {
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.type === "scope-failed") asked?.reject(new Error(message.message));
    else asked?.resolve({ database: message.database, bound: new Set(message.bound) });
  });
  return (names) =>
    new Promise((resolve, reject) => {
      const id = ++lastId;
      waiting.set(id, { resolve, reject });
      pipe.tell({ type: "scope", id, names });
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
  start,
  kernelInfo,
  prepare: (code) => code,
  cleanError: (content) => content,
  isPrivate: () => false,
};
