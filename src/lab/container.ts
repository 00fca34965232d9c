// Entry point for JupyterLab: a container in the format of webpack's module federation.

/** Packages shared by JupyterLab, and the extension's own code; filled in by the build. */
declare const SHARED: readonly string[];
declare const RUN: (
  require: (name: string) => unknown,
  module: { exports: unknown },
  exports: unknown,
) => void;

interface SharedModule {
  readonly get: () => Promise<() => unknown> | (() => unknown);
  readonly loaded?: unknown;
}

type ShareScope = Readonly<Record<string, Readonly<Record<string, SharedModule>>>>;

let scope: ShareScope = {};
let extension: Promise<unknown> | undefined;

/** The version already loaded in the page, otherwise the newest. */
async function sharedModule(name: string): Promise<unknown> {
  const versions = Object.entries(scope[name] ?? {});
  const [, chosen] =
    versions.find(([, { loaded }]) => Boolean(loaded)) ??
    versions.sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true })).at(-1) ??
    [];
  if (chosen === undefined)
    throw new Error(`svclib's extension needs ${name}, which this JupyterLab does not share`);
  return (await chosen.get())();
}

async function start(): Promise<unknown> {
  const modules = new Map(
    await Promise.all(SHARED.map(async (name) => [name, await sharedModule(name)] as const)),
  );
  const module = { exports: {} };
  RUN((name) => modules.get(name), module, module.exports);
  return module.exports;
}

const page = globalThis as { _JUPYTERLAB?: Record<string, unknown> };
page._JUPYTERLAB ??= {};
page._JUPYTERLAB["svclib"] = {
  init(shared: ShareScope) {
    scope = shared;
  },
  async get(name: string) {
    if (name !== "./extension") throw new Error(`svclib's extension has no module ${name}`);
    const exports = await (extension ??= start());
    return () => exports;
  },
};
