import { realpathSync } from "node:fs";

const HELD = Symbol.for("svclib.service.folders");

/**
 * Takes a data folder within this process. Other processes are kept out by the engine's lock on the data file, which goes
 * with the process however it ends; within one process the engine would open the file twice and lose writes.
 *
 * @returns gives the folder back.
 */
export function holdFolder(root: string): () => void {
  const path = realpathSync(root);
  const held = ((globalThis as { [HELD]?: Set<string> })[HELD] ??= new Set());
  if (held.has(path)) throw new Error(`The data folder ${root} is in use by this process already.`);
  held.add(path);
  return () => void held.delete(path);
}
