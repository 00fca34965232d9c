import { open, stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { realpathSync } from "node:fs";
import { ifThere, removeFile } from "../../system/system.ts";

/** A lock this old was left by a process that was killed. */
const STALE_MS = 10_000;
const PAUSE_MS = 50;

/** Waits until no other process has the lock file. @returns releases it. */
export async function lockFile(path: string): Promise<() => Promise<void>> {
  for (;;) {
    try {
      await (await open(path, "wx", 0o600)).close();
      return async () => void (await removeFile(path));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      const lock = await ifThere(stat(path));
      if (lock !== null && Date.now() - lock.mtimeMs > STALE_MS) await removeFile(path);
      else await sleep(PAUSE_MS);
    }
  }
}

const HELD = Symbol.for("svclib.service.folders");

/**
 * Locks a data folder within this process. Other processes are kept out by DuckDB's file lock, which ends with its
 * process; within one process DuckDB would open the file twice and lose writes.
 *
 * @returns releases the folder.
 */
export function lockFolder(root: string): () => void {
  const path = realpathSync.native(root);
  const folders = ((globalThis as { [HELD]?: Set<string> })[HELD] ??= new Set());
  if (folders.has(path)) throw new Error(`The data folder ${root} is already in use by this process.`);
  folders.add(path);
  return () => void folders.delete(path);
}
