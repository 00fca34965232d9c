import { isAbsolute, relative } from "node:path";

/** Reads files; part of TypeScript's `System`. */
export interface FileReader {
  getCurrentDirectory(): string;
  readFile(path: string, ...rest: unknown[]): unknown;
  fileExists(path: string, ...rest: unknown[]): unknown;
  directoryExists(path: string, ...rest: unknown[]): unknown;
  readDirectory(path: string, ...rest: unknown[]): unknown;
}

const METHODS = ["readFile", "fileExists", "directoryExists", "readDirectory"] as const;

/**
 * Makes files on another drive of Windows readable, where TypeScript's declarations and this package may be. tslab takes their paths for
 * relative ones, because no relative path leads from the notebook's drive to another.
 *
 * @param tslab - tslab's `System`; patched in place.
 * @param system - TypeScript's `System`.
 */
export function readOtherDrives(
  tslab: FileReader,
  system: FileReader,
  path: { isAbsolute: typeof isAbsolute; relative: typeof relative } = { isAbsolute, relative },
): void {
  const cwd = tslab.getCurrentDirectory();
  for (const method of METHODS) {
    const own = tslab[method].bind(tslab);
    tslab[method] = (file, ...rest) =>
      path.isAbsolute(path.relative(cwd, file)) ? system[method](file, ...rest) : own(file, ...rest);
  }
}
