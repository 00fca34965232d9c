// This folder: Deno's kernel: its process, its first cell, and how a cell is written so that it behaves as typed.

import { setImmediate as turn, setTimeout as sleep } from "node:timers/promises";
import type { NotebookTables } from "../../../magics/known-catalogue.ts";
import type { ChildEvent } from "../child-library.ts";
import type { ConnectionInfo } from "../../wire/connection-file.ts";
import { errorContent, failedValue, namedContent } from "../../cells/error-content.ts";
import { textField, type Content } from "../../wire/message.ts";
import { CODE_POINTS } from "../../wire/code-points.ts";
import { brandKernelInfo } from "../brand-kernel-info.ts";
import type { ChildKernel, HiddenRequests, KernelAdapter, ValueDescription } from "../kernel-adapter.ts";
import { readSource } from "../../../magics/cell/source/source.ts";
import { CellDeclarations, checkGlobals, rewriteImports, passValue, hiddenCell } from "./deno-cell.ts";
import { cleanError, syntaxCell, syntaxError } from "./deno-error.ts";
import { edited } from "../../../magics/cell/source/edited.ts";
import { DenoProcess } from "./deno-process.ts";
import { bundledUrl, ownImports } from "./own-imports.ts";
import { newKey, unseal } from "./sealed.ts";

/** Time limit for the process to report how many operations it stopped. A busy loop never does, and a slow machine takes long. */
const INTERRUPT_ANSWER_MS = 1_000;
const INTERRUPT_PATIENCE_MS = 1_500;
const INTERRUPT_ATTEMPTS = 2;
/** The library takes some seconds to cancel its operations on the service. */
const LIBRARY_PATIENCE_MS = 10_000;
/** A cell whose library call was stopped ends at once; one that awaits anything else can't be stopped from outside. */
const WAITING_PATIENCE_MS = 200;
/** Everything a cell published has arrived by then, unless the cell changed how it is published. */
const END_PATIENCE_MS = 2_000;

/** Deno's error when it can't parse a cell's result. */
const NOT_PASSED_ON = /^Unterminated string literal$/;
const HALF_PAIR = namedContent(
  "ValueNotShown",
  "the cell ran, but its value, or what it threw, holds half of a surrogate pair, which Deno can't pass on; see value.toWellFormed()",
);

let resolver: ((specifier: string) => string | null) | undefined;
const resolveOwn = (): ((specifier: string) => string | null) => (resolver ??= ownImports(process.cwd()));

async function start(
  hidden: HiddenRequests,
  newConnection: () => Promise<ConnectionInfo>,
  onEvent: (event: ChildEvent) => void,
  onOutput: (text: string, stream: "stdout" | "stderr") => void,
): Promise<ChildKernel> {
  const deno = await DenoProcess.start(newConnection, onOutput);
  const key = newKey();
  hidden.on("svc_event", (content) => onEvent(unseal(key, textField(content, "sealed")) as ChildEvent));
  /** Copies of tables that Deno's process makes, each with the function that ends the wait for it. */
  const copies = new Map<string, (message: string | null) => void>();
  hidden.on("svc_grid", (content) =>
    copies.get(textField(content, "grid"))?.(content["message"] as string | null),
  );
  void deno.exit.then((how) => copies.forEach((end) => end(`Deno ${how}`)));
  // Read while Deno starts.
  resolveOwn();
  /** Whether Deno signals the end of a successful cell's output. */
  let saysEnd = false;
  /** Runs a hidden cell and returns the private message that it publishes. @throws Error if the cell fails */
  const ask = async (type: string, code: string): Promise<Content> => {
    const failed = new AbortController();
    const answer = hidden.next(type, failed.signal);
    answer.catch(() => undefined);
    const reply = await hidden.execute(code);
    if (reply["status"] !== "ok") failed.abort(new Error(textField(reply, "evalue") || "Deno rejected it"));
    return answer;
  };
  // Deno sends output through a queue, but replies directly: a message that is queued now arrives after all output.
  const flush = async (): Promise<void> => void (await ask("svc_flush", hiddenCell("flush")));
  /**
   * Resolves when everything that the cell published has arrived. Must be called before the cell is sent.
   * @returns whether its value could not be had or shown, which Deno does not know
   */
  const watch = (silent: boolean): ((reply: Content) => Promise<boolean>) => {
    if (silent || !saysEnd) return () => flush().then(() => false);
    const over = new AbortController();
    const endCell = hidden.next("svc_end", over.signal);
    endCell.catch(() => undefined);
    return async (reply) => {
      const isOk = reply["status"] === "ok";
      const late = sleep(END_PATIENCE_MS, "late" as const, { ref: false, signal: over.signal });
      late.catch(() => undefined);
      const end = isOk ? await Promise.race([endCell, late]) : "late";
      over.abort();
      if (end === "late") await flush();
      return end !== "late" && end["failed"] === true;
    };
  };
  const declarations = new CellDeclarations();
  /** State of the running or latest cell: whether it published its error, and whether Stop was pressed. */
  let hasError = false;
  let wasStopped = false;
  let loaded: Promise<void> | undefined;
  const load = async (): Promise<void> => {
    const reply = await hidden.execute(hiddenCell("load"));
    if (reply["status"] === "ok") return;
    loaded = undefined;
    throw new Error(`Deno cannot load svclib: ${textField(reply, "evalue")}`);
  };
  return {
    get process() {
      return deno.process;
    },
    exit: deno.exit,
    load: () => (loaded ??= load()),
    expectChart: () => deno.sendLine("expect-chart"),
    connect: (receive) =>
      deno.connect((channel, message) => {
        if (message.type !== "error") return receive(channel, message);
        // One without a traceback is treated as missing once the cell has ended.
        if ((message.content["traceback"] as unknown[] | undefined)?.length === 0) return;
        hasError = true;
        receive(channel, message.withContent(cleanError(message.content)));
      }),
    boot: async () => {
      deno.answered();
      deno.sendLine(`key ${key}`);
      const code = `await import(${JSON.stringify(bundledUrl("boot"))}).then((svc) => svc.boot());`;
      saysEnd = (await ask("svc_booted", code))["saysEnd"] === true;
    },
    bound: async (names) => {
      await (loaded ??= load());
      return (await ask("svc_bound", hiddenCell("bound", JSON.stringify(names))))["bound"] as string[];
    },
    tables: async (names) => {
      await (loaded ??= load());
      const answer = await ask("svc_tables", hiddenCell("tables", JSON.stringify(names)));
      return answer["tables"] as NotebookTables;
    },
    copyGrid: (grid) =>
      new Promise((resolve, reject) => {
        copies.set(grid, (message) => {
          copies.delete(grid);
          if (message === null) resolve();
          else reject(new Error(message));
        });
        deno.sendLine(`copy-grid ${grid}`);
      }),
    use: async () => void (await (loaded ??= load())),
    columns: async (name, fields) =>
      (await ask("svc_columns", hiddenCell("columns", JSON.stringify([name, ...fields]))))[
        "columns"
      ] as string[],
    describe: async (path) => {
      await (loaded ??= load());
      const content = await ask("svc_description", hiddenCell("describe", JSON.stringify(path)));
      return content["description"] as ValueDescription | null;
    },
    run: async (request, send) => {
      const source = readSource(textField(request.content, "code"));
      checkGlobals(source);
      const edits = [...rewriteImports(source, resolveOwn()), ...declarations.rewrite(source)];
      const code = edited(source.code, edits);
      hasError = wasStopped = false;
      const drain = watch(request.content["silent"] === true);
      const reply = await send(request.withCode(edited(source.code, [...edits, ...passValue(source)])));
      const hasFailed = await drain(reply);
      // What the processes of the cell wrote is in the pipes.
      await turn();
      if (hasFailed) return { ...reply, status: "error" };
      if (reply["status"] === "ok") declarations.note(source);
      if (reply["status"] === "ok" || hasError || wasStopped) return reply;
      const refused = syntaxError(textField(await ask("svc_syntax", syntaxCell(code)), "message"));
      if (refused) return { ...reply, ...refused };
      return NOT_PASSED_ON.test(textField(reply, "evalue")) ? { ...reply, ...HALF_PAIR } : reply;
    },
    evaluate: async (code) => {
      const refused = (reason: unknown): Content => failedValue(errorContent(reason));
      return ask("svc_value", hiddenCell("value", `async () => (\n${code}\n)`)).catch(refused);
    },
    interrupt: async (whenEnded) => {
      const within = async (ms: number): Promise<void> =>
        void (await Promise.race([whenEnded, sleep(ms, undefined, { ref: false })]));
      let hasEnded = false;
      wasStopped = true;
      void whenEnded.then(() => (hasEnded = true));
      const answer = hidden.next("svc_interrupted", AbortSignal.timeout(INTERRUPT_ANSWER_MS));
      deno.sendLine("interrupt");
      const stopped = await answer.then(
        ({ count }) => Number(count),
        () => null,
      );
      if (stopped !== null) return within(stopped === 0 ? WAITING_PATIENCE_MS : LIBRARY_PATIENCE_MS);
      // No reply means a busy loop, which Deno's own interrupt ends unless the cell has awaited something before.
      // Repeated, because it is lost while a busy machine has not started the cell yet.
      for (let attempt = 0; attempt < INTERRUPT_ATTEMPTS && !hasEnded; attempt++) {
        hidden.control("interrupt_request", {});
        await within(INTERRUPT_PATIENCE_MS);
      }
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

/** Deno: TypeScript without type checks, with Deno's and the web's APIs. */
export const denoKernel: KernelAdapter = {
  name: "deno",
  cursorUnit: CODE_POINTS,
  start,
  kernelInfo,
};
