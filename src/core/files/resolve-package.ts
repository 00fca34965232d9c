import { createRequire } from "node:module";

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
