import { access, constants, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { UsageError } from "../../core/errors.ts";

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "its folder does not exist",
  EACCES: "that is not permitted",
  EISDIR: "it is a folder",
  ENOTDIR: "its folder is a file",
  ENOSPC: "the disk is full",
  EROFS: "the disk can only be read",
};

/** The file that a path names; `~` at its beginning is the home folder. */
export function filePath(path: string): string {
  return resolve(path === "~" || path.startsWith("~/") ? join(homedir(), path.slice(1)) : path);
}

/** The error of a file that can't be written; anything that is no error of the file system stays as it is. */
export function cannotWrite(path: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) return error;
  return new UsageError(`${path} can't be written: ${REASONS[code] ?? code}`, { cause: error });
}

/**
 * Looks whether a file can be written, so that nobody waits for a query whose result has nowhere to go. Nothing is written.
 *
 * @param path - As `save` takes it.
 * @throws UsageError when its folder does not exist or can't be written to, or when it is itself a folder.
 */
export async function check_file(path: string): Promise<void> {
  const target = filePath(path);
  try {
    const folder = dirname(target);
    if (!(await stat(folder)).isDirectory()) throw failure("ENOTDIR");
    await access(folder, constants.W_OK);
    if (await isFolder(target)) throw failure("EISDIR");
  } catch (error) {
    throw cannotWrite(path, error);
  }
}

const failure = (code: string): Error => Object.assign(new Error(code), { code });

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    // Not there yet, as a rule.
    return false;
  }
}
