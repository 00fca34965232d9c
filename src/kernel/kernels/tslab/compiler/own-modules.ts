import { existsSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { packageEntries } from "../../../package-entries.ts";
import { uninterrupted } from "../stop/stopper.ts";

/** A package that cells can import from any folder, with the paths of its code and types. */
export interface OwnModule {
  readonly specifier: string;
  readonly modulePath: string;
  /** A `.d.ts` file or a package folder. */
  readonly typesPath: string;
}

interface Installed {
  readonly modulePath: string;
  readonly folder: string;
  readonly major: string;
}

/** Arquero as resolved from a module; null if not installed. */
function findArquero(from: string): Installed | null {
  const requireFrom = createRequire(from);
  try {
    const modulePath = requireFrom.resolve("arquero");
    let folder = dirname(modulePath);
    while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
    const { version } = requireFrom(join(folder, "package.json")) as { version: string };
    return { modulePath, folder, major: version.split(".")[0] ?? "" };
  } catch {
    return null;
  }
}

/**
 * This package, so that magics and cells share one session, and Arquero: the folder's own if it has one. For the same major version its
 * types also serve this package's tables, because TypeScript treats two copies as different types.
 *
 * @param cwd - Folder of the notebook.
 */
export function ownModules(cwd: string): OwnModule[] {
  const modules: OwnModule[] = packageEntries();
  const ours = findArquero(import.meta.url);
  const theirs = findArquero(join(cwd, "cell.js"));
  const arquero = theirs ?? ours;
  if (arquero === null || arquero.major !== ours?.major) return modules;
  return [...modules, { specifier: "arquero", modulePath: arquero.modulePath, typesPath: arquero.folder }];
}

type Load<T> = (this: unknown, request: string, ...rest: unknown[]) => T;

/**
 * Makes `require`, and so the imports of cells, resolve these modules from any folder, and load packages whole: Node.js would keep one
 * that Stop cut off as it is, without the names that it still had to export.
 * @param onUse - Called before one of them is loaded.
 */
export function resolveOwnModules(modules: readonly OwnModule[], onUse: () => void): void {
  const paths = new Map(modules.map(({ specifier, modulePath }) => [specifier, modulePath]));
  const loader = Module as unknown as { _load: Load<unknown>; _resolveFilename: Load<string> };
  const { _load: load, _resolveFilename: resolveFilename } = loader;
  loader._load = function (request, ...rest) {
    const act = (): unknown => load.call(this, request, ...rest);
    return /^[./]/.test(request) ? act() : uninterrupted(act);
  };
  loader._resolveFilename = function (request, ...rest) {
    const path = paths.get(request);
    if (path === undefined) return resolveFilename.call(this, request, ...rest);
    onUse();
    return path;
  };
}
