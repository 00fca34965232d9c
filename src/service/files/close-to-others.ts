import { chmod, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { isWindows } from "../../system/system.ts";

/** What only the owner may have: rights of others are taken from it. Nothing happens where it is missing, or closed already. */
export async function closeToOthers(path: string): Promise<void> {
  const mode = await modeOf(path);
  // Windows has no such rights.
  if (mode === null || (mode & 0o077) === 0 || isWindows) return;
  try {
    await chmod(path, mode & 0o700);
  } catch (cause) {
    throw new Error(
      `Other users may read ${path}, and that can't be changed: ${(cause as Error).message}; make its owner run the service, or choose another folder.`,
      { cause },
    );
  }
}

/** Closes the files of a folder that are there already, not those of folders in it. */
export async function closeFilesToOthers(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isFile()) await closeToOthers(join(folder, entry.name));
}

async function modeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).mode & 0o777;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
