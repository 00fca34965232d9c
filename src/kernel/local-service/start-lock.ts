import { open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};

/**
 * Lets one process at a time start the service of a data folder. A lock whose process is gone is taken over.
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
  // An empty file is one that its holder is about to write.
  if (holder > 0 && !isAlive(holder)) await rm(path, { force: true });
  return null;
}
