import { realpathSync } from "node:fs";
import { basename, delimiter, isAbsolute, join } from "node:path";

/**
 * Path of the running Node.js, by its entry on PATH if there is one: package managers such as Homebrew keep that through upgrades, which
 * delete the versioned folder.
 */
export function nodePath(env: NodeJS.ProcessEnv = process.env, executable = process.execPath): string {
  const folders = (env["PATH"] ?? "").split(delimiter).filter(isAbsolute);
  const paths = folders.map((folder) => join(folder, basename(executable)));
  return paths.find((path) => real(path) === real(executable)) ?? executable;
}

function real(path: string): string | null {
  try {
    // Windows and macOS ignore the case of names, and Windows also accepts short names.
    return realpathSync.native(path);
  } catch {
    return null;
  }
}
