import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes a folder and those above it that are missing, for their owner only. Node's own way (`recursive`) never ends where a file system takes
 * no folders at all, such as below /proc.
 *
 * @throws when it can't be made.
 */
export async function makeFolder(path: string): Promise<void> {
  if (await made(path)) return;
  const above = dirname(path);
  if (above !== path) await makeFolder(above);
  if (!(await made(path))) throw new Error(`The folder ${path} can't be made there; choose another one.`);
}

/** False where a folder above it is missing. */
async function made(path: string): Promise<boolean> {
  try {
    await mkdir(path, { mode: 0o700 });
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return false;
    if (code === "EEXIST" || code === "EISDIR") return true;
    throw error;
  }
}
