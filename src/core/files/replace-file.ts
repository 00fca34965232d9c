// This folder: files of the user: read, replaced whole, packages that are missing.

import { randomUUID } from "node:crypto";
import { access, chmod, chown, constants, readlink, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";
import { ifThere, removeFile, removeAllSync, renameFile, withHome } from "../../system/system.ts";
import { isSvcError } from "../error-guards.ts";
import { UsageError } from "../errors.ts";

/** Why a file can't be written, by the code of the error. */
export const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "its folder does not exist",
  EACCES: "that is not permitted",
  EPERM: "that is not permitted",
  EBUSY: "another program has it open",
  ENOTDIR: "its folder is a file",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EROFS: "the disk can only be read",
  ELOOP: "its links go round in a circle",
  ENAMETOOLONG: "its name is too long",
};

/** A file to write: its real path and existing file. */
interface FileToReplace {
  readonly path: string;
  /** Null when the file does not exist yet. */
  readonly before: { readonly mode: number; readonly uid: number; readonly gid: number } | null;
}

/** Part files being written; removed on exit. */
const parts = new Set<string>();

/**
 * Writes a file atomically: an existing file stays until the new one is complete, which takes its mode and owner. Symbolic links are
 * followed. A new file gets the process's default mode (umask).
 *
 * @param path - A leading `~` is the home folder.
 * @param write - Writes the part file, which exists and is empty; it is renamed when `write` is done.
 * @param newMode - Mode of a file that is new, before the umask.
 * @throws UsageError naming the path and reason: no folder, no permission, or a folder, pipe, socket or device.
 */
export async function replaceFile(
  path: string,
  write: (part: string) => Promise<void>,
  newMode = 0o666,
): Promise<void> {
  const target = await targetOf(path).catch((error: unknown) =>
    Promise.reject(cannotWrite(path, error) as Error),
  );
  // In the same folder, as a rename can't cross file systems.
  const part = join(
    dirname(target.path),
    `.${basename(target.path).slice(0, 60)}.${randomUUID().slice(0, 8)}.part`,
  );
  if (parts.size === 0) process.on("exit", removeParts);
  parts.add(part);
  try {
    // Private until it gets the mode of the file that it replaces.
    await writeFile(part, "", { flag: "wx", mode: target.before === null ? newMode : 0o600 });
    await write(part);
    if (target.before !== null) await takeOver(part, target.before);
    await renameFile(part, target.path);
  } catch (error) {
    await removeFile(part);
    throw cannotWrite(path, error);
  } finally {
    parts.delete(part);
    if (parts.size === 0) process.off("exit", removeParts);
  }
}

/**
 * Checks whether a file can be written, before its content is computed. Nothing is written.
 *
 * @throws UsageError naming the path and reason.
 */
export async function checkFile(path: string): Promise<void> {
  try {
    const target = await targetOf(path);
    const folder = dirname(target.path);
    if (!(await stat(folder)).isDirectory()) throw Object.assign(new Error(folder), { code: "ENOTDIR" });
    await access(folder, constants.W_OK);
  } catch (error) {
    throw cannotWrite(path, error);
  }
}

const MAX_LINKS = 40;

async function targetOf(path: string): Promise<FileToReplace> {
  let real = resolve(withHome(path));
  // A link may point to a file that does not exist yet.
  for (let links = 0; ; links += 1) {
    const next = await readlink(real).catch(() => null);
    if (next === null) break;
    if (links === MAX_LINKS) throw Object.assign(new Error(path), { code: "ELOOP" });
    real = resolve(dirname(real), next);
  }
  const stats = await ifThere(stat(real));
  if (!stats?.isDirectory() && (path.endsWith("/") || path.endsWith(sep)))
    throw new UsageError(`${path} can't be written: add the name of a file`);
  if (stats === null) return { path: real, before: null };
  if (stats.isFile()) return { path: real, before: stats };
  const kind = stats.isDirectory()
    ? "a folder"
    : stats.isFIFO()
      ? "a pipe (FIFO)"
      : stats.isSocket()
        ? "a socket"
        : "a device";
  throw new UsageError(`${path} can't be written: it is ${kind}, not a file`);
}

/** Copies mode and owner of the replaced file; if the owner can't be set, no one else gains permissions. */
async function takeOver(
  part: string,
  { mode, uid, gid }: NonNullable<FileToReplace["before"]>,
): Promise<void> {
  const own = await stat(part);
  let mask = mode & 0o7777;
  if (own.uid !== uid || own.gid !== gid)
    await chown(part, uid, gid).catch(() => {
      mask &= own.gid === gid ? 0o777 : 0o707;
    });
  await chmod(part, mask);
}

function removeParts(): void {
  for (const part of parts) {
    try {
      removeAllSync(part);
    } catch {
      // The folder is no longer writable.
    }
  }
}

/** The error for a file that can't be written; anything but a file system error unchanged, such as that of a result that breaks off. */
function cannotWrite(path: string, error: unknown): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (isSvcError(error) || code === undefined || !(code in REASONS || syscall !== undefined)) return error;
  return new UsageError(`${path} can't be written: ${REASONS[code] ?? code}`, { cause: error });
}
