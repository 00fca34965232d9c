import { realpathSync } from "node:fs";
import { basename, delimiter, isAbsolute, join } from "node:path";

/**
 * Path of the Node.js that runs now, as PATH names it where it does: package managers such as Homebrew keep that one through an upgrade, which
 * takes the folder with the version's number away.
 */
export function nodePath(env: NodeJS.ProcessEnv = process.env, executable = process.execPath): string {
  const folders = (env["PATH"] ?? "").split(delimiter).filter(isAbsolute);
  const paths = folders.map((folder) => join(folder, basename(executable)));
  return paths.find((path) => real(path) === real(executable)) ?? executable;
}

function real(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
