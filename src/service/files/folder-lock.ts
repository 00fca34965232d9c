import { realpathSync } from "node:fs";

const HELD = Symbol.for("svclib.service.folders");

/**
 * Locks a data folder within this process. Other processes are kept out by DuckDB's file lock, which ends with its
 * process; within one process DuckDB would open the file twice and lose writes.
 *
 * @returns releases the folder.
 */
export function lockFolder(root: string): () => void {
  const path = realpathSync.native(root);
  const held = ((globalThis as { [HELD]?: Set<string> })[HELD] ??= new Set());
  if (held.has(path)) throw new Error(`The data folder ${root} is already in use by this process.`);
  held.add(path);
  return () => void held.delete(path);
}
