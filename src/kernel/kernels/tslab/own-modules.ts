import Module, { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { packageEntries } from "../../package-entries.ts";

/** A package that cells can import although their folder has none: where its code is and where its types are. */
export interface OwnModule {
  readonly specifier: string;
  readonly modulePath: string;
  /** A `.d.ts` file or a package folder. */
  readonly typesPath: string;
}

const resolves = (specifier: string, folder: string): boolean => {
  try {
    createRequire(join(folder, "cell.js")).resolve(specifier);
    return true;
  } catch {
    return false;
  }
};

/**
 * This package always, so that magics and cells share one session; Arquero when the folder has none of its own.
 * @param cwd - Folder of the notebook.
 */
export function ownModules(cwd: string): OwnModule[] {
  const modules: OwnModule[] = packageEntries();
  if (resolves("arquero", cwd)) return modules;
  const ownRequire = createRequire(import.meta.url);
  const modulePath = ownRequire.resolve("arquero");
  const typesPath = dirname(ownRequire.resolve("arquero/package.json"));
  return [...modules, { specifier: "arquero", modulePath, typesPath }];
}

type ResolveFilename = (this: unknown, request: string, ...rest: unknown[]) => string;

/**
 * Makes `require`, and with it every import of a cell, find them from any folder.
 * @param onUse - Called before one of them is loaded.
 */
export function resolveOwnModules(modules: readonly OwnModule[], onUse: () => void): void {
  const paths = new Map(modules.map(({ specifier, modulePath }) => [specifier, modulePath]));
  const loader = Module as unknown as { _resolveFilename: ResolveFilename };
  const resolveFilename = loader._resolveFilename;
  loader._resolveFilename = function (request, ...rest) {
    const path = paths.get(request);
    if (path === undefined) return resolveFilename.call(this, request, ...rest);
    onUse();
    return path;
  };
}
