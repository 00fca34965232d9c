import { open, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};

/** No start takes so long: the number of a process that was killed may be another's by now. */
const STALE_MS = 240_000;
/** Its holder writes its number at once. */
const EMPTY_STALE_MS = 10_000;

/**
 * Lets one process at a time start the service of a data folder. A lock whose process is gone, or that is
 * older than any start, is taken over.
 *
 * @returns gives the lock back; null while another process holds it.
 */
export async function takeStartLock(home: string): Promise<(() => Promise<void>) | null> {
  const path = join(home, "starting.lock");
  try {
    const file = await open(path, "wx", 0o600);
    await file.writeFile(String(process.pid));
    await file.close();
    return () => rm(path, { force: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const holder = Number(await readFile(path, "utf8").catch(() => ""));
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
  const ageMs = Date.now() - mtimeMs;
  const isStale = holder > 0 ? !isAlive(holder) || ageMs > STALE_MS : ageMs > EMPTY_STALE_MS;
  if (isStale) await rm(path, { force: true });
  return null;
}
