// Runs in the child process: tslab with the hooks that the proxy relies on, reached through a pipe.
import { showValue } from "../../show-value.ts";
import type { ChildLibrary } from "../child-library.ts";
import { loadChildLibrary } from "../child-library.ts";
import { CellServer } from "./cell-server.ts";
import type { FromChild, ToChild } from "./channel.ts";
import { NotebookNames } from "./notebook-names.ts";
import { ownModules, resolveOwnModules } from "./own-modules.ts";
import { patchTypeScript } from "./patch-typescript.ts";
import { servePipe } from "./serve-pipe.ts";
import { tslabHost } from "./tslab-host.ts";
import { loadTslab } from "./tslab-internals.ts";

const END_AFTER_MS = 1_000;

const modules = ownModules(process.cwd());
resolveOwnModules(modules);
patchTypeScript(modules);
const tslab = loadTslab();

let library: ChildLibrary | undefined;
let loading: Promise<ChildLibrary> | undefined;
/** Cells wait for it: a cell must not `require` a module that is being imported. */
const load = async (): Promise<ChildLibrary> => (library = await (loading ??= loadChildLibrary(host)));

const names = new NotebookNames();
const server = new CellServer({
  names,
  showValue: async (value) => (await showValue(value)) ?? library?.bundle(value) ?? null,
  ready: async () => void (await load()),
  interruptLibrary: () => library?.interruptAll() ?? 0,
});
const host = tslabHost(server, names);
names.hook(tslab.converter);
server.hook(tslab);

async function answerScope(id: number, wanted: readonly string[]): Promise<void> {
  try {
    const { database, bound } = (await load()).scope(wanted);
    tell({ type: "scope", id, database, bound: [...bound] });
  } catch (error) {
    tell({ type: "scope-failed", id, message: (error as Error).message });
  }
}

/** Running jobs are stopped on the service before the process goes. */
function end(): void {
  const stopped = library?.interruptAll() ?? 0;
  setTimeout(() => process.exit(0), stopped === 0 ? 0 : END_AFTER_MS);
}

const tell: (message: FromChild) => void = servePipe(tslab, {
  onTold: (told) => {
    const message = told as ToChild;
    if (message.type === "scope") void answerScope(message.id, message.names);
    else end();
  },
  onEnd: end,
});

// What it would read from a connection file the pipe has made needless.
tslab.main.startKernel({ configPath: "", enableFindLocal: false });
setImmediate(() => void load());
