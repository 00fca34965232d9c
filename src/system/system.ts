// What differs between Linux, macOS and Windows: everything else in src reads alike on all of them.
import { open, rename, unlink } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export const isWindows = process.platform === "win32";

/** What a process is asked to end with. Windows ends processes without asking; there these are Ctrl-C, Ctrl-Break and the closed console. */
export const END_SIGNALS = [
  "SIGTERM",
  "SIGINT",
  "SIGHUP",
  ...(isWindows ? (["SIGBREAK"] as const) : []),
] as const;

/** Name of a program's file. */
export const executable = (name: string): string => (isWindows ? `${name}.exe` : name);

/** What says that somebody else has a file open; Windows lets it be neither renamed nor removed then. */
const HELD = new Set(isWindows ? ["EBUSY", "EPERM", "EACCES"] : ["EBUSY"]);
const HELD_MS = 2_000;

async function whenReleased<T>(act: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + HELD_MS;
  for (let waitMs = 5; ; waitMs *= 2) {
    try {
      return await act();
    } catch (error) {
      if (!HELD.has((error as NodeJS.ErrnoException).code ?? "") || performance.now() > deadline) throw error;
      await sleep(waitMs);
    }
  }
}

/** Renames a file; waits for those who have it, or the file that it takes the place of, open for a moment: readers, virus scanners. */
export const renameFile = (from: string, to: string): Promise<void> => whenReleased(() => rename(from, to));

/** Removes a file, if it is there; waits as {@link renameFile} does. @returns false for one that somebody keeps open: it stays. */
export async function removeFile(path: string): Promise<boolean> {
  try {
    await whenReleased(() => unlink(path));
    return true;
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return true;
    if (HELD.has(code)) return false;
    throw error;
  }
}

/** Answers when the names in a folder would survive a power cut: a file that took another's place is synced, its name is not. */
export async function syncFolder(path: string): Promise<void> {
  // Windows opens no folders.
  if (isWindows) return;
  await using folder = await open(path, "r");
  await folder.sync();
}

const HOME = isWindows ? /^~(?:$|[\\/])/ : /^~(?:$|\/)/;

/** A path with the home folder for `~` at its beginning. */
export const withHome = (path: string): string => (HOME.test(path) ? join(homedir(), path.slice(1)) : path);

/** Whether a write failed because its pipe or socket is full: macOS has a word of its own for it. */
export const isFull = (error: unknown): boolean =>
  ["EAGAIN", "ENOBUFS"].includes((error as NodeJS.ErrnoException).code ?? "");
