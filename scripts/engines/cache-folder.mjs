import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const root = join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "svclib", "engines");

/**
 * A folder of the user's cache that `make` fills once; an attempt that was cut short is begun again.
 * Its place is final while it is filled: a Python environment can't be moved.
 */
export async function cached(name, make) {
  const folder = join(root, name);
  const mark = join(folder, ".complete");
  if (existsSync(mark)) return folder;
  process.stderr.write(`Obtaining ${name} into ${folder} ...\n`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await make(folder);
  writeFileSync(mark, "");
  return folder;
}
