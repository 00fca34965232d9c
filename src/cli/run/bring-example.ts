import { copyFileSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { packageRoot } from "../../kernel/package-entries.ts";
import { print } from "../print.ts";

const EXAMPLES = join(packageRoot, "notebooks");

/**
 * Copies the example of that name to a path without a notebook: installed examples are in the package's folder, which should not be
 * edited.
 */
export function bringExample(path: string): void {
  const example = join(EXAMPLES, basename(path));
  if (existsSync(path) || !path.endsWith(".ipynb") || !existsSync(example)) return;
  mkdirSync(dirname(path), { recursive: true });
  copyFileSync(example, path);
  print(`${path}: copied from svclib's examples\n`);
}

/** Copies all examples to `svclib-examples`, unless that exists or the current folder has notebooks. */
export function bringExamples(folder: string): void {
  const target = join(folder, "svclib-examples");
  const isBegun = existsSync(target) || readdirSync(folder).some((name) => name.endsWith(".ipynb"));
  if (isBegun || existsSync(join(folder, "notebooks")) || !existsSync(EXAMPLES)) return;
  mkdirSync(target);
  for (const name of readdirSync(EXAMPLES)) copyFileSync(join(EXAMPLES, name), join(target, name));
  print(`svclib-examples: svclib's notebooks, copied into this folder\n`);
}
