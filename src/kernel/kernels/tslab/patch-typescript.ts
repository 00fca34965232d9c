import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { requireCached } from "./code-cache.ts";
import type { OwnModule } from "./own-modules.ts";
import { transpileModule, type Transpiler } from "./transpile-module.ts";
import { tslabRequire } from "./tslab-internals.ts";

interface TypeScript extends Transpiler {
  createWatchCompilerHost(rootFiles: string[], options: Record<string, unknown>, ...rest: unknown[]): unknown;
  getDefaultTypeRoots(cwd: string, host: object): string[] | undefined;
  transpileModule: ReturnType<typeof transpileModule>;
}

/**
 * Teaches tslab's TypeScript where the types of our modules are, and where Node's are when the notebook's folder has none.
 * Must run before tslab is loaded. TypeScript's exports are read-only getters, so tslab is given a copy.
 *
 * @returns keeps what was compiled of TypeScript for the next start; call it when there is time.
 */
export function patchTypeScript(modules: readonly OwnModule[]): () => void {
  const path = tslabRequire.resolve("@tslab/typescript-for-tslab");
  const { version } = tslabRequire("@tslab/typescript-for-tslab/package.json") as { version: string };
  const { exports, save } = requireCached(tslabRequire, path, `typescript-${version}`);
  const typescript = exports as TypeScript;
  const loaded = tslabRequire.cache[path];
  if (!loaded) throw new Error(`${path} is not in the module cache`);
  const paths = Object.fromEntries(modules.map(({ specifier, typesPath }) => [specifier, [typesPath]]));
  const nodeTypes = dirname(dirname(tslabRequire.resolve("@types/node/package.json")));
  let types: { types?: string[] } = {};

  const patched: TypeScript = {
    ...typescript,
    transpileModule: transpileModule(typescript),
    createWatchCompilerHost: (rootFiles, options, ...rest) => {
      return typescript.createWatchCompilerHost(rootFiles, { ...options, paths, ...types }, ...rest);
    },
    getDefaultTypeRoots: (cwd, host) => {
      const roots = typescript.getDefaultTypeRoots(cwd, host) ?? [];
      if (roots.some((root) => existsSync(join(root, "node", "package.json")))) return roots;
      // Only Node's types from our own folder: whatever else is installed there is not the notebook's.
      types = {
        types: ["node", ...roots.filter((root) => existsSync(root)).flatMap((root) => readdirSync(root))],
      };
      return [...roots, nodeTypes];
    },
  };
  loaded.exports = patched;
  return save;
}
