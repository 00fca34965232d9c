import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { packageEntries, packageRoot } from "../../package-entries.ts";

/** Folder of bundled modules without external imports, which Deno resolves only inside a project. */
const BUNDLE = join(packageRoot, "dist", "deno");

const ARQUERO = /^(?:npm:)?arquero(?:@[~^]?8(?:\.[\d.]+)?)?$/;

/** Modules whose functions the boot module replaces, as `node:` or by their bare names. */
const NODE = /^(?:node:)?(child_process|fs)$/;

/** Whether the folder's project configures `arquero` itself. */
function projectHasArquero(cwd: string): boolean {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const files = ["deno.json", "deno.jsonc", "package.json"].map((name) => join(folder, name));
    const existing = files.filter((file) => existsSync(file));
    if (existing.length > 0) return existing.some((file) => readFileSync(file, "utf8").includes('"arquero"'));
    if (dirname(folder) === folder) return false;
  }
}

/** URL of a bundled module for Deno; `name` as in `svclib/pandas_td`. */
export const bundledUrl = (name: string): string => pathToFileURL(join(BUNDLE, `${name}.js`)).href;

/**
 * Returns a resolver for import specifiers that belong to this package, and for Arquero unless the notebook's project has its own.
 * @param cwd - Folder of the notebook.
 */
export function ownImports(cwd: string): (specifier: string) => string | null {
  const entries = new Set(packageEntries().map(({ specifier }) => specifier));
  // Its service is no part of a notebook, so it is not bundled.
  entries.delete("svclib/testing");
  const ownArquero = !projectHasArquero(cwd);
  return (specifier) => {
    if (entries.has(specifier)) return bundledUrl(specifier);
    const [, node] = NODE.exec(specifier) ?? [];
    if (node !== undefined) return bundledUrl(node);
    return ownArquero && ARQUERO.test(specifier) ? bundledUrl("arquero") : null;
  };
}
