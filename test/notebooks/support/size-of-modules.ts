import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

const BLOCK_BYTES = 4096;

/** Number of packages that npm says it added, and megabytes on a disk with blocks of 4 KiB. @param project - The folder with `node_modules`. */
export function sizeOfModules(project: string): { readonly packages: number; readonly megabytes: number } {
  const paths = readdirSync(join(project, "node_modules"), { recursive: true, encoding: "utf8" });
  const blocks = paths.map((path) => Math.ceil(lstatSync(join(project, "node_modules", path)).size / BLOCK_BYTES));
  const bytes = blocks.reduce((sum, count) => sum + count, 0) * BLOCK_BYTES;
  // Not those that come inside of svclib and svclib-jupyter.
  const isPackage = /^(?!(?:svclib|svclib-jupyter)\/node_modules\/)(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/@]+\/package\.json$/;
  return { packages: paths.filter((path) => isPackage.test(path)).length, megabytes: Math.round(bytes / 2 ** 20) };
}
