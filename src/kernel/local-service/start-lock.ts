import { randomUUID } from "node:crypto";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { removeFile } from "../../system/system.ts";
import { isAlive } from "../../system/is-alive.ts";

/** Longer than any start takes; by then the process id may belong to another process. */
const STALE_MS = 240_000;
/** For a lock without content, which its holder writes at once. */
const EMPTY_STALE_MS = 10_000;

/** A lock whose holder is gone, and the only file that may replace it. */
interface StaleLock {
  readonly path: string;
  readonly successor: string;
}

/**
 * Lets one process at a time start the service of a data folder. A stale lock (holder gone, or too old) is not deleted when found,
 * because two finders would race and one would delete the other's new lock. Instead a successor file named after it is created,
 * which only one process can do.
 *
 * @returns releases the lock; null while another process holds it.
 */
export async function takeStartLock(home: string): Promise<(() => Promise<void>) | null> {
  const stale: StaleLock[] = [];
  for (let path = join(home, "starting.lock"); ;) {
    if (await create(path)) {
      // The successor's holder deletes the stale locks on release. If one is missing already, another chain has begun.
      const stillThere = await Promise.all(stale.map((lock) => isStillThere(home, lock)));
      const release = async (): Promise<void> => {
        for (const each of [...stale.map((lock) => lock.path), path]) await removeFile(each);
      };
      if (stillThere.every(Boolean)) return release;
      await removeFile(path);
      return null;
    }
    const lock = await findStale(home, path);
    if (!lock) return null;
    stale.push(lock);
    path = lock.successor;
  }
}

async function create(path: string): Promise<boolean> {
  try {
    await writeFile(path, `${process.pid} ${randomUUID()}`, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

async function isStillThere(home: string, { path, successor }: StaleLock): Promise<boolean> {
  return (await findStale(home, path))?.successor === successor;
}

/** @returns null for a lock that is held or was just released. */
async function findStale(home: string, path: string): Promise<StaleLock | null> {
  const [text, info] = await Promise.all([readFile(path, "utf8"), stat(path)]).catch(() => [null, null]);
  if (text === null || info === null) return null;
  const [holder, name = `${info.ino}-${info.mtimeMs}`] = text.split(" ");
  const ageMs = Date.now() - info.mtimeMs;
  const isStale = text === "" ? ageMs > EMPTY_STALE_MS : !isAlive(Number(holder)) || ageMs > STALE_MS;
  return isStale ? { path, successor: join(home, `starting.${name}.lock`) } : null;
}
