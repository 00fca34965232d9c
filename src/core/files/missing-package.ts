import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { createRequire } from "node:module";
import { ConfigError } from "../errors.ts";

const NOT_FOUND = /^Cannot find (?:package|module) '((?:@[^/']+\/)?[^./'@\\:][^/'\\:]*)/;

/**
 * Explains a failed import of a package that svclib needs only for notebooks, charts, the local service or clusters.
 *
 * @returns an error that says what to install; any other error unchanged.
 */
export function explainMissing(error: unknown): unknown {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  const name = NOT_FOUND.exec(String(message))?.[1];
  if (name === undefined || (code !== "ERR_MODULE_NOT_FOUND" && code !== "MODULE_NOT_FOUND")) return error;
  return new ConfigError(`the package ${name} is not installed; ${howToInstall()}`, { cause: error });
}

/**
 * How to install svclib-jupyter. npm refuses it beside a global svclib, whose command has the same name.
 *
 * @param own - Path of a file of svclib.
 */
export function howToInstall(own = fileURLToPath(import.meta.url)): string {
  const folder = dirname(/^.*?[/\\]node_modules(?=[/\\])/.exec(own)?.[0] ?? "node_modules");
  const isGlobal = existsSync(`${folder}/../bin/svclib`) || existsSync(`${folder}/svclib.cmd`);
  return isGlobal
    ? "run npm uninstall -g svclib, then npm install -g svclib-jupyter"
    : "run npm install svclib-jupyter";
}

/** For an import's `catch`. @throws the result of {@link explainMissing}. */
export function throwExplained(error: unknown): never {
  throw explainMissing(error);
}

const { resolve } = createRequire(import.meta.url);

/**
 * Path of a module of a package that svclib needs only for notebooks, the local service or clusters. svclib-jupyter contains some of them,
 * which only it sees.
 *
 * @throws Error with code MODULE_NOT_FOUND when the package is not installed.
 */
export function resolvePackage(name: string): string {
  try {
    const jupyter = createRequire(resolve("svclib-jupyter/package.json"));
    const { bundleDependencies } = jupyter("./package.json") as { bundleDependencies: readonly string[] };
    // First, as a project may have another version.
    if (bundleDependencies.includes(name)) return jupyter.resolve(name);
  } catch {
    // svclib-jupyter is not installed.
  }
  return resolve(name);
}
