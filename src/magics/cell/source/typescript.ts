import type ts from "typescript";
import { statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { ConfigError } from "../../../core/errors.ts";
import { explainMissing, howToInstall, resolvePackage } from "../../../core/files/missing-package.ts";
import { requireCached, type CachedModule } from "./code-cache.ts";

/**
 * TypeScript with a cache of its compiled code.
 *
 * @param use - What it is used for: each has a cache of its own, of the functions that it calls.
 */
export function cachedTypeScript(use: "cells" | "compiler"): CachedModule {
  const require = createRequire(import.meta.url);
  const path = resolvePackage("typescript");
  const { version } = require(join(dirname(path), "..", "package.json")) as { version: string };
  // svclib-jupyter's is minified, and may be on one machine with another.
  return requireCached(require, path, `typescript-${use}-${version}-${statSync(path).size}`);
}

let loaded: CachedModule | undefined;

/**
 * TypeScript's compiler: a large module, loaded once, when a cell is read first. Kernels load it while they start.
 *
 * @throws ConfigError when the package is not installed, or is of a version without a parser that programs can call.
 */
export function typescript(): typeof ts {
  return (loaded ??= load()).exports as typeof ts;
}

/** Saves the code that was compiled of it so far, for the next process; nothing if that was done before. */
export const saveTypeScript = (): void => loaded?.save();

function load(): CachedModule {
  try {
    const cached = cachedTypeScript("cells");
    const compiler = cached.exports as typeof ts;
    // TypeScript 7 has only its command.
    if (typeof compiler.createSourceFile === "function") return cached;
    throw new ConfigError(
      `TypeScript ${compiler.version} can't read cells, version 6 can; ${howToInstall()}, which has it`,
    );
  } catch (error) {
    throw explainMissing(error);
  }
}
