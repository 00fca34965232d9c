import { accessSync, constants, statSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

const EXECUTABLE = process.platform === "win32" ? "deno.exe" : "deno";

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The package that holds Deno's executable for this machine. */
function platformPackage(): string {
  const libc = process.platform === "linux" ? "-glibc" : "";
  return `@deno/${process.platform}-${process.arch}${libc}`;
}

function inNodeModules(): string | null {
  const ownRequire = createRequire(import.meta.url);
  for (const name of [platformPackage(), "deno"]) {
    try {
      const path = join(dirname(ownRequire.resolve(`${name}/package.json`)), EXECUTABLE);
      if (isExecutable(path)) return path;
    } catch {
      // Not installed: the next place.
    }
  }
  return null;
}

/**
 * Deno's executable: `SVC_DENO`, else `deno` on PATH, else the npm package.
 *
 * @throws Error that says how to get Deno.
 */
export function findDeno(env: Environment = process.env): string {
  const chosen = env["SVC_DENO"];
  if (chosen) {
    if (isExecutable(chosen)) return chosen;
    throw new Error(`SVC_DENO is ${chosen}, which is not an executable file`);
  }
  const onPath = (env["PATH"] ?? "").split(delimiter).filter(Boolean);
  const found = onPath.map((folder) => join(folder, EXECUTABLE)).find(isExecutable) ?? inNodeModules();
  if (found) return found;
  throw new Error(
    "Deno is not on this machine: install it (https://deno.com), or `npm install deno`, or set SVC_DENO",
  );
}
