import { accessSync, constants, existsSync, realpathSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, delimiter, dirname, join } from "node:path";
import { spawnSync } from "node:child_process";
import { executable, platform } from "../../../system/system.ts";
import type { Environment } from "../../../core/options/option-forms.ts";
import { withoutSecrets } from "../../child/without-secrets.ts";

const EXECUTABLE = executable("deno");

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The npm package with Deno's executable for this machine. */
function platformPackage(): string {
  const libc = platform === "linux" ? "-glibc" : "";
  return `@deno/${platform}-${process.arch}${libc}`;
}

/** The executable of an npm package, resolved from a module. */
function inNodeModules(from: string): string | null {
  const requireFrom = createRequire(from);
  for (const name of [platformPackage(), "deno"]) {
    try {
      const path = join(dirname(requireFrom.resolve(`${name}/package.json`)), EXECUTABLE);
      if (isExecutable(path)) return path;
    } catch {
      // Not installed: try the next one.
    }
  }
  return null;
}

/**
 * The npm package's `deno` on PATH is a script that runs Deno as a child, which signals don't reach. Returns the executable behind it.
 */
function behindScript(path: string): string {
  const file = realpathSync(path);
  return basename(file) === "bin.cjs" ? (inNodeModules(file) ?? path) : path;
}

/** On Windows npm puts command scripts on PATH, beside the packages or in `.bin`. */
function behindCommand(folder: string): string | null {
  return existsSync(join(folder, "deno.cmd"))
    ? inNodeModules(join(folder, basename(folder) === ".bin" ? ".." : "node_modules", "deno", "bin.cjs"))
    : null;
}

/**
 * Finds Deno's executable: `SVC_DENO`, else `deno` on PATH, else the npm package.
 *
 * @throws Error with how to get Deno.
 */
export function findDeno(env: Environment = process.env): string {
  const chosen = env["SVC_DENO"];
  if (chosen) {
    if (isExecutable(chosen)) return behindScript(chosen);
    throw new Error(`SVC_DENO is ${chosen}, which is not an executable file`);
  }
  const onPath = (env["PATH"] ?? "").split(delimiter).filter(Boolean);
  for (const folder of onPath) {
    const path = join(folder, EXECUTABLE);
    const program = isExecutable(path) ? behindScript(path) : behindCommand(folder);
    if (program !== null) return program;
  }
  const executable = inNodeModules(import.meta.url);
  if (executable) return executable;
  throw new Error(
    "no Deno was found: install it (https://deno.com) so that `deno` is on the PATH that Jupyter is started with, or set SVC_DENO to its executable",
  );
}

/** In 1.x the library can't be loaded. */
const OLDEST_MAJOR = 2;

/**
 * What a Deno executable says of its version.
 *
 * @throws Error if it can't be run, or is too old for svc-deno.
 */
export function denoVersion(deno: string, env: NodeJS.ProcessEnv = process.env): string {
  const { stdout, status } = spawnSync(deno, ["--version"], { encoding: "utf8", env: withoutSecrets(env) });
  const [, version, major] = /^deno ((\d+)\.[^\n]*)/.exec(status === 0 ? stdout : "") ?? [];
  if (version === undefined)
    throw new Error(`${deno} does not run as Deno; set SVC_DENO to one that does (https://deno.com)`);
  if (Number(major) < OLDEST_MAJOR)
    throw new Error(`${deno} is Deno ${version}; svc-deno needs ${OLDEST_MAJOR}.0 or newer: deno upgrade`);
  return version;
}
