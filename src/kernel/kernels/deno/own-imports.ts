import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { packageEntries, packageRoot } from "../../package-entries.ts";

/** Folder of this package's modules in one piece, without imports of other packages: Deno finds those only in a project of its own. */
const BUNDLE = join(packageRoot, "dist", "deno");

const ARQUERO = /^(?:npm:)?arquero(?:@[~^]?8(?:\.[\d.]+)?)?$/;

/** Whether the project that a folder belongs to says itself what `arquero` is. */
function projectHasArquero(cwd: string): boolean {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const files = ["deno.json", "deno.jsonc", "package.json"].map((name) => join(folder, name));
    const found = files.filter((file) => existsSync(file));
    if (found.length > 0) return found.some((file) => readFileSync(file, "utf8").includes('"arquero"'));
    if (dirname(folder) === folder) return false;
  }
}

/** URL of one of our modules in the form that Deno can import; `name` as in `svclib/pandas_td`. */
export const bundledUrl = (name: string): string => pathToFileURL(join(BUNDLE, `${name}.js`)).href;

/**
 * Says for the import specifiers of a cell which ones are ours: this package's, and Arquero's unless the notebook's project has its own.
 * @param cwd - Folder of the notebook.
 */
export function ownImports(cwd: string): (specifier: string) => string | null {
  const entries = new Set(packageEntries().map(({ specifier }) => specifier));
  const ownArquero = !projectHasArquero(cwd);
  return (specifier) => {
    if (entries.has(specifier)) return bundledUrl(specifier);
    return ownArquero && ARQUERO.test(specifier) ? bundledUrl("arquero") : null;
  };
}
