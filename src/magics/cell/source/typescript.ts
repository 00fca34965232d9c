import type ts from "typescript";
import { createRequire } from "node:module";
import { ConfigError } from "../../../core/errors.ts";
import { explainMissing, howToInstall } from "../../../core/files/missing-package.ts";
import { resolvePackage } from "../../../core/files/resolve-package.ts";

let loaded: typeof ts | undefined;

/**
 * TypeScript's compiler: a large module, loaded once, when a cell is read first. Kernels load it while they start.
 *
 * @throws ConfigError when the package is not installed, or is of a version without a parser that programs can call.
 */
export function typescript(): typeof ts {
  return (loaded ??= load());
}

function load(): typeof ts {
  try {
    const compiler = createRequire(import.meta.url)(resolvePackage("typescript")) as typeof ts;
    // TypeScript 7 has only its command.
    if (typeof compiler.createSourceFile === "function") return compiler;
    throw new ConfigError(
      `TypeScript ${compiler.version} can't read cells, version 6 can; ${howToInstall()}, which has it`,
    );
  } catch (error) {
    throw explainMissing(error);
  }
}
