import { isAbsolute, relative } from "node:path";

/** Reads files; a part of TypeScript's interface to the system. */
export interface FileReader {
  getCurrentDirectory(): string;
  readFile(path: string, ...rest: unknown[]): unknown;
  fileExists(path: string, ...rest: unknown[]): unknown;
  directoryExists(path: string, ...rest: unknown[]): unknown;
  readDirectory(path: string, ...rest: unknown[]): unknown;
}

const METHODS = ["readFile", "fileExists", "directoryExists", "readDirectory"] as const;

/**
 * Lets a notebook see files on another drive of Windows than its own: TypeScript's declarations and this package may be there. tslab takes
 * their paths for ones below its own folder, as no way leads to them from the notebook's.
 *
 * @param tslab - How tslab reads files; it is changed.
 * @param system - How TypeScript reads them.
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
