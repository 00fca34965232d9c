// This folder: what differs by system, and small functions that all parts use. It imports nothing.

// All differences between Linux, macOS and Windows; other code is platform-independent.
import { renameSync, rmSync } from "node:fs";
import { open, rename, rm, unlink, mkdir } from "node:fs/promises";
import { homedir, userInfo } from "node:os";
import { join, dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export const { platform } = process;

export const isWindows = platform === "win32";

/** Signals that ask a process to exit. On Windows they are Ctrl-C, Ctrl-Break and closing the console. */
export const END_SIGNALS = [
  "SIGTERM",
  "SIGINT",
  "SIGHUP",
  ...(isWindows ? (["SIGBREAK"] as const) : []),
] as const;

/** File name of a program. */
export const executable = (name: string): string => (isWindows ? `${name}.exe` : name);

/** Error codes for a file that another process has open; Windows then refuses to rename or remove it. */
const HELD = new Set(isWindows ? ["EBUSY", "EPERM", "EACCES"] : ["EBUSY"]);
const HELD_MS = 2_000;
/** For the synchronous functions, which block the event loop. */
const HELD_SYNC_MS = 300;
const MAX_WAIT_MS = 500;

const isHeld = (error: unknown): boolean => HELD.has((error as NodeJS.ErrnoException).code ?? "");

async function whenReleased<T>(act: () => Promise<T>, patienceMs = HELD_MS): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (let waitMs = 5; ; waitMs = Math.min(2 * waitMs, MAX_WAIT_MS)) {
    try {
      return await act();
    } catch (error) {
      if (!isHeld(error) || performance.now() > deadline) throw error;
      await sleep(waitMs);
    }
  }
}

function whenReleasedSync(act: () => void): void {
  const deadline = performance.now() + HELD_SYNC_MS;
  const nobody = new Int32Array(new SharedArrayBuffer(4));
  for (let waitMs = 5; ; waitMs *= 2) {
    try {
      return act();
    } catch (error) {
      if (!isHeld(error) || performance.now() > deadline) throw error;
      Atomics.wait(nobody, 0, 0, waitMs);
    }
  }
}

/** Renames a file; retries while another process, such as a virus scanner, has it or the target open. */
export const renameFile = (from: string, to: string): Promise<void> => whenReleased(() => rename(from, to));

/** As {@link renameFile}; retries for a shorter time. */
export const renameFileSync = (from: string, to: string): void =>
  whenReleasedSync(() => renameSync(from, to));

/** False if a removal failed because the file is held; rethrows other errors. */
function stays(error: unknown): false {
  if (isHeld(error)) return false;
  throw error;
}

/** Removes a file if it exists; retries as {@link renameFile} does. @returns false when another process keeps it open. */
export async function removeFile(path: string): Promise<boolean> {
  try {
    await whenReleased(() => unlink(path));
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" || stays(error);
  }
}

const WHOLE = { recursive: true, force: true } as const;

/** Removes a file, or a folder recursively, if it exists. @returns false when another process has part of it open, or runs in it. */
export async function removeAll(path: string, patienceMs?: number): Promise<boolean> {
  try {
    await whenReleased(() => rm(path, WHOLE), patienceMs);
    return true;
  } catch (error) {
    return stays(error);
  }
}

/** As {@link removeAll}; retries for a shorter time. */
export function removeAllSync(path: string): boolean {
  try {
    whenReleasedSync(() => rmSync(path, WHOLE));
    return true;
  } catch (error) {
    return stays(error);
  }
}

/** Makes renames in a folder durable: syncing a file does not sync its name. */
export async function syncFolder(path: string): Promise<void> {
  // Windows can't open folders.
  if (isWindows) return;
  await using folder = await open(path, "r");
  await folder.sync();
}

/**
 * The user's home folder, also where HOME is empty.
 *
 * @throws for a user without one, such as a container's whose number is in no list of users.
 */
export function homeFolder(): string {
  let cause: unknown;
  try {
    const folder = homedir() || userInfo().homedir;
    if (folder !== "") return folder;
  } catch (error) {
    cause = error;
  }
  throw new Error("This user has no home folder; set HOME to a folder of your own.", { cause });
}

const HOME = isWindows ? /^~(?:$|[\\/])/ : /^~(?:$|\/)/;

/** Expands a leading `~` to the home folder. */
export const withHome = (path: string): string =>
  HOME.test(path) ? join(homeFolder(), path.slice(1)) : path;

/** Whether a write failed because its pipe or socket is full; macOS reports ENOBUFS. */
export const isFull = (error: unknown): boolean =>
  ["EAGAIN", "ENOBUFS"].includes((error as NodeJS.ErrnoException).code ?? "");

/** The result of reading a file or folder; null if it does not exist. */
export async function ifThere<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/**
 * Creates a folder with its missing parents, for their owner only. Node's `recursive` never returns where a file system does not allow
 * folders, such as below /proc.
 *
 * @throws when it can't be created.
 */
export async function makeFolder(path: string): Promise<void> {
  if (await made(path)) return;
  const above = dirname(path);
  if (above !== path) await makeFolder(above);
  if (!(await made(path)))
    throw new Error(`The folder ${path} can't be created; choose another one, with SVC_HOME or --data.`);
}

/** Codes of places where this user may not write. */
const REFUSED = new Set(["EACCES", "EPERM", "EROFS", "ENOTDIR"]);

/** False if a parent is missing. */
async function made(path: string): Promise<boolean> {
  try {
    await mkdir(path, { mode: 0o700 });
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return false;
    if (code === "EEXIST" || code === "EISDIR") return true;
    if (code === undefined || !REFUSED.has(code)) throw error;
    throw new Error(
      `The folder ${path} can't be created (${code}); choose another one, with SVC_HOME or --data.`,
      {
        cause: error,
      },
    );
  }
}

/** Whether a process runs, including processes of other users. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
