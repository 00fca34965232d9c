import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import type ts from "typescript";
import { resolvePackage } from "../../core/files/resolve-package.ts";
import { CommandError } from "../report-error.ts";

export type Compiler = typeof ts;

/** Version 6 under another name, for projects whose `typescript` is 7: both can be installed. */
const SIX = "@typescript/typescript6";

/**
 * The TypeScript that reads a project: its own, else version 6 beside it, else svclib's. TypeScript 7 has a command, and no parser that programs can
 * call.
 *
 * @throws CommandError that says what to install.
 */
export function loadCompiler(folder: string): Compiler {
  const project = createRequire(join(resolve(folder), "package.json"));
  const ways = [
    () => project.resolve("typescript"),
    () => project.resolve(SIX),
    () => resolvePackage("typescript"),
  ];
  let version: string | null = null;
  for (const way of ways) {
    const compiler = tryLoad(project, way);
    if (typeof compiler?.createProgram === "function") return compiler as Compiler;
    version ??= compiler?.version ?? null;
  }
  throw new CommandError(
    version === null
      ? "TypeScript is not installed here; run npm install --save-dev typescript"
      : `TypeScript ${version} can't be called by programs, version 6 can; install it beside: npm install --save-dev ${SIX}`,
  );
}

function tryLoad(load: NodeJS.Require, way: () => string): Partial<Compiler> | null {
  try {
    return load(way()) as Partial<Compiler>;
  } catch {
    return null;
  }
}
