// All differences between Linux, macOS and Windows; other code is platform-independent.
import { open, rename, unlink } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export const isWindows = process.platform === "win32";

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

/** Renames a file; retries while another process, such as a virus scanner, has it or the target open. */
export const renameFile = (from: string, to: string): Promise<void> => whenReleased(() => rename(from, to));

/** Removes a file if it exists; retries as {@link renameFile} does. @returns false when another process keeps it open. */
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

/** Makes renames in a folder durable: syncing a file does not sync its name. */
export async function syncFolder(path: string): Promise<void> {
  // Windows can't open folders.
  if (isWindows) return;
  await using folder = await open(path, "r");
  await folder.sync();
}

const HOME = isWindows ? /^~(?:$|[\\/])/ : /^~(?:$|\/)/;

/** Expands a leading `~` to the home folder. */
export const withHome = (path: string): string => (HOME.test(path) ? join(homedir(), path.slice(1)) : path);

/** Whether a write failed because its pipe or socket is full; macOS reports ENOBUFS. */
export const isFull = (error: unknown): boolean =>
  ["EAGAIN", "ENOBUFS"].includes((error as NodeJS.ErrnoException).code ?? "");
