import { open, type FileHandle } from "node:fs/promises";
import { ConfigError } from "../errors.ts";

/**
 * Reads a file with a key, which must be this user's own and closed to others: another user's file would send this user's queries to that
 * user's service.
 *
 * @param remedies - What to do about a file that is not readable or not one's own, and about one that others may read.
 * @returns null when the file does not exist.
 * @throws ConfigError naming the path and the remedy.
 */
export async function readOwnFile(
  path: string,
  remedies: { readonly unreadable: string; readonly foreign: string; readonly open: string },
): Promise<string | null> {
  let file: FileHandle | undefined;
  try {
    file = await open(path);
    const own = process.getuid?.();
    // Windows has neither uid nor mode.
    if (own !== undefined) {
      const { uid, mode } = await file.stat();
      if (uid !== own) throw new ConfigError(`${path} belongs to another user (${uid}); ${remedies.foreign}`);
      if ((mode & 0o077) !== 0)
        throw new ConfigError(`other users may read or change ${path}; ${remedies.open}`);
    }
    return await file.readFile("utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return null;
    if (cause instanceof ConfigError) throw cause;
    throw new ConfigError(`can't read ${path}, ${remedies.unreadable}`, { cause });
  } finally {
    await file?.close();
  }
}
