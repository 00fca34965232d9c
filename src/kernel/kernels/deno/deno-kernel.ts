import { setTimeout as sleep } from "node:timers/promises";
import type { ConnectionInfo } from "../../connection.ts";
import type { Content, Message } from "../../message.ts";
import { textField } from "../../message.ts";
import { brandKernelInfo } from "../brand-kernel-info.ts";
import type { ChildKernel, HiddenRequests, KernelAdapter } from "../kernel-adapter.ts";
import { cleanError } from "./clean-error.ts";
import { DenoProcess } from "./deno-process.ts";
import { bundledUrl, ownImports } from "./own-imports.ts";
import { rewriteImports } from "./rewrite-imports.ts";
import { LOAD_CELL, scopeCell } from "./scope-cell.ts";
import { syntaxCell, syntaxError } from "./syntax-error.ts";

/** How long the process may take to say how many operations it stopped; a busy loop never says it. A short wait would take a slow machine's answer for a busy loop. */
const INTERRUPT_ANSWER_MS = 1_000;
const INTERRUPT_PATIENCE_MS = 1_500;
const INTERRUPT_ATTEMPTS = 2;

const CANNOT_STOP =
  "svclib: Deno cannot stop a cell that has waited for something of its own; restart the kernel to end it.\n";

let resolver: ((specifier: string) => string | null) | undefined;
const resolveOwn = (): ((specifier: string) => string | null) => (resolver ??= ownImports(process.cwd()));

async function start(
  hidden: HiddenRequests,
  newConnection: () => Promise<ConnectionInfo>,
): Promise<ChildKernel> {
  const deno = await DenoProcess.start(newConnection);
  // Read while Deno starts.
  resolveOwn();
  /** Whether the boot module has Deno say when everything that a cell published is out; only of cells that succeed. */
  let saysEnd = false;
  const flush = async (): Promise<void> => {
    // Deno sends a cell's output through a queue and its reply around it: what is put into the queue now comes behind the output.
    const flushed = hidden.next("svc_flush");
    void hidden.execute('Deno.jupyter.broadcast("svc_flush", {})');
    await flushed;
  };
  let loaded: Promise<void> | undefined;
  const load = async (): Promise<void> => {
    const reply = await hidden.execute(LOAD_CELL);
    if (reply["status"] === "ok") return;
    loaded = undefined;
    throw new Error(`Deno cannot load svclib: ${JSON.stringify(reply["evalue"])}`);
  };
  return {
    get process() {
      return deno.process;
    },
    ended: deno.ended,
    load: () => (loaded ??= load()),
    connect: (receive) => deno.connect(receive),
    boot: async () => {
      deno.answered();
      const booted = hidden.next("svc_booted");
      const reply = await hidden.execute(
        `await import(${JSON.stringify(bundledUrl("boot"))}).then((svc) => svc.boot());`,
      );
      if (reply["status"] !== "ok")
        throw new Error(`Deno cannot load svclib: ${JSON.stringify(reply["evalue"])}`);
      saysEnd = (await booted)["saysEnd"] === true;
    },
    scope: async (names) => {
      await (loaded ??= load());
      const answer = hidden.next("svc_scope");
      await hidden.execute(scopeCell(names));
      const { database, bound } = (await answer) as { database: string | null; bound: string[] };
      return { database, bound: new Set(bound) };
    },
    watch: (silent) => {
      if (silent || !saysEnd) return flush;
      const failed = new AbortController();
      const ended = hidden.next("svc_end", failed.signal);
      ended.catch(() => undefined);
      return async (reply) => {
        if (reply["status"] === "ok") return void (await ended);
        failed.abort();
        await flush();
      };
    },
    explain: async (code) => {
      const answer = hidden.next("svc_syntax");
      await hidden.execute(syntaxCell(code));
      return syntaxError(textField(await answer, "message"));
    },
    interrupt: async ({ complain, hasEnded }) => {
      const answer = hidden.next("svc_interrupted", AbortSignal.timeout(INTERRUPT_ANSWER_MS));
      deno.tell("interrupt");
      const stopped = await answer.then(
        ({ count }) => Number(count),
        () => null,
      );
      if (stopped === 0) return complain(CANNOT_STOP);
      if (stopped !== null) return;
      // No answer: a busy loop, which Deno's own interrupt ends, unless the cell has awaited something before.
      // Again, because it is lost on a machine so busy that Deno has not begun with the cell.
      for (let attempt = 0; attempt < INTERRUPT_ATTEMPTS; attempt++) {
        hidden.control("interrupt_request", {});
        await sleep(INTERRUPT_PATIENCE_MS);
        if (hasEnded()) return;
      }
      complain(CANNOT_STOP);
    },
    end: () => deno.end(),
    release: () => deno.release(),
  };
}

function kernelInfo(content: Content): Content {
  const language = content["language_info"] as Content;
  return brandKernelInfo(content, {
    realKernel: `Deno ${String(content["implementation_version"])}, TypeScript ${String(language["version"])}`,
    languageInfo: language,
  });
}

/** Deno: TypeScript without type checks, Deno's and the web's own functions. */
export const denoKernel: KernelAdapter = {
  name: "deno",
  cursorUnit: "codePoint",
  start,
  kernelInfo,
  cleanError,
  prepare: (code) => rewriteImports(code, resolveOwn()),
  isPrivate: (message: Message) => message.type.startsWith("svc_"),
};
