import { chmod, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { isWindows, ifThere } from "../../system/system.ts";

/** Removes group and other permissions. A missing path, or one without such permissions, is left alone. */
export async function makeOwnerOnly(path: string): Promise<void> {
  const mode = (await ifThere(stat(path)))?.mode ?? 0;
  // Windows has no permission bits.
  if ((mode & 0o077) === 0 || isWindows) return;
  try {
    await chmod(path, mode & 0o700);
  } catch (cause) {
    throw new Error(
      `Other users may read ${path}, and that can't be changed: ${(cause as Error).message}; make its owner run the service, or choose another folder.`,
      { cause },
    );
  }
}

/** Removes group and other permissions from the files of a folder that have such names, not from those in its folders. */
export async function makeFilesOwnerOnly(folder: string, names: RegExp): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isFile() && names.test(entry.name)) await makeOwnerOnly(join(folder, entry.name));
}
