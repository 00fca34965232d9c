import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { packageRoot } from "../../kernel/package-entries.ts";
import { print } from "../print.ts";

/**
 * Copies the example of that name to a path where no notebook is: after an install, the examples are in the package's folder, where a
 * notebook should not be edited.
 */
export function bringExample(path: string): void {
  const example = join(packageRoot, "notebooks", basename(path));
  if (existsSync(path) || !path.endsWith(".ipynb") || !existsSync(example)) return;
  mkdirSync(dirname(path), { recursive: true });
  copyFileSync(example, path);
  print(`${path}: copied from svclib's examples\n`);
}
