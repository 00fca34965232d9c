// Runs in the child process: tslab with the hooks that the proxy relies on, connected through pipes.
import { writeSync } from "node:fs";
import { createRequire } from "node:module";
import { inspect } from "node:util";
import { CellWork, lostRejection, lostThrow } from "../cell-work.ts";
import { replacedHint } from "../own-globals.ts";
import { displayContent, showValue } from "../show-value.ts";
import { LAST_VALUE, typeOfName } from "../../../magics/built-in-names.ts";
import type { NotebookHost } from "../../../magics/notebook-host.ts";
import type * as Library from "../child-library.ts";
import { withoutMachinery } from "./cell-error.ts";
import { CellServer } from "./cell-server.ts";
import type { FromChild, ToChild } from "./pipe/pipe-channel.ts";
import { NotebookNames } from "./notebook-names.ts";
import { addMissingFunctions } from "./compiler/missing-functions.ts";
import { ownModules, resolveOwnModules } from "./compiler/own-modules.ts";
import { tslabTypeScript } from "./compiler/tslab-typescript.ts";
import { servePipe } from "./pipe/serve-pipe.ts";
import { acknowledgeStop, startStopper } from "./stop/stopper.ts";
import { loadTslab } from "./tslab-internals.ts";

const END_AFTER_MS = 1_000;
const EXIT_UNUSABLE = 70;
const exit = process.exit.bind(process);

addMissingFunctions();
const modules = ownModules(process.cwd());
resolveOwnModules(modules, () => void load());
const compiler = tslabTypeScript(modules);
const tslab = loadTslab(compiler.typescript);

let library: Library.ChildLibrary | undefined;
let loadError: Error | undefined;
const ownRequire = createRequire(import.meta.url);

/** Synchronously: a cell must not `require` a module that is still being imported. */
function load(): Library.ChildLibrary {
  if (library) return library;
  // Node.js 20.17 names a cycle of imports when a failed module is loaded again.
  if (loadError) throw loadError;
  try {
    const { openLibrary } = ownRequire("../child-library.js") as typeof Library;
    library = openLibrary(host, (event) => notify({ type: "event", event }), replacedHint);
    // Loaded ahead, so that the first cell that imports them does not wait.
    ownRequire("../../../core/pandas-td.js");
    return library;
  } catch (error) {
    loadError = error as Error;
    throw error;
  }
}

const names = new NotebookNames(compiler.options);
const work = new CellWork();
const server = new CellServer({
  names,
  work,
  showValue: (value) => showValue(value, load),
  publish: (message) => pipe.send("iopub", message),
  reply: (message) => pipe.send("shell", message),
  together: (act) => pipe.together(act),
  interruptLibrary: () => library?.interruptAll() ?? 0,
});
/** The notebook as magics access it inside tslab. */
const host: NotebookHost = {
  display: (bundle, { displayId, update = false } = {}) =>
    server.display(displayContent(bundle, displayId), update),
  beforeEnd: work.start,
  print: (text, stream = "stdout") => void process[stream].write(text),
  bind: (name, value, type) => {
    server.bind(name, value);
    names.bind(name, type);
  },
  variable: (name) =>
    names.isDeclared(name) && name in server.locals ? { value: server.locals[name] } : null,
};
names.hook(tslab.converter);
server.hook(tslab);

const notify = (message: FromChild): void => pipe.notify(message);

async function answer(id: number, read: () => unknown): Promise<void> {
  try {
    notify({ type: "answer", id, answer: await read() });
  } catch (error) {
    notify({ type: "failed", id, message: (error as Error).message });
  }
}

/** A failure is reported by the first request that needs the library. */
function loadAhead(): void {
  try {
    load();
  } catch {
    return;
  }
  compiler.save();
  startStopper();
}

/** Binds a name that notebooks have without an import. */
function use(name: string): void {
  if (name === LAST_VALUE) return host.bind(name, server.lastValue, typeOfName(name));
  if (host.variable(name) === null) host.bind(name, load().names[name], typeOfName(name));
}

/** Leaves time to stop running jobs on the service. */
function end(): void {
  const stopped = library?.interruptAll() ?? 0;
  setTimeout(() => process.exit(0), stopped === 0 ? 0 : END_AFTER_MS);
}

function onNotice(message: ToChild): void {
  switch (message.type) {
    case "bound":
      return void answer(message.id, () => load().bound(message.names));
    case "tables":
      return void answer(message.id, () => load().tables(message.names));
    case "copy-grid":
      return void answer(message.id, () => load().copyGrid(message.grid));
    case "evaluate":
      return void answer(message.id, () => server.evaluate(message.code));
    case "interrupt":
      acknowledgeStop();
      return server.interrupt();
    case "use":
      return message.names.forEach(use);
    case "load":
      return loadAhead();
    case "expect-chart":
      return library?.expectChart();
    case "end":
      return end();
  }
}

const pipe = servePipe(tslab, {
  onCell: (request, handler) => {
    startStopper();
    // The cell can't be answered here: exit, and let the proxy answer it.
    server.run(request, handler).catch((error: unknown) => {
      const { message } = error as Error;
      writeSync(2, `svclib: tslab's process can't go on: ${message}\n`);
      try {
        notify({ type: "unusable", message });
      } finally {
        exit(EXIT_UNUSABLE);
      }
    });
  },
  onNotice: (notice) => onNotice(notice as ToChild),
  onEnd: end,
});

// No connection file is read: the pipe replaces it.
tslab.main.startKernel({ configPath: "", enableFindLocal: false });

// tslab's own listeners print errors of this library with its stack and the reply's body.
const stack = (error: unknown): string => withoutMachinery(inspect(error));
process.removeAllListeners("unhandledRejection");
process.removeAllListeners("uncaughtException");
process.on("unhandledRejection", (reason) => host.print(lostRejection(reason, stack), "stderr"));
process.on("uncaughtException", (error) => host.print(lostThrow(error, stack), "stderr"));
