import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Creates a folder with its missing parents, for their owner only. Node's `recursive` never returns where a file system does not allow
 * folders, such as below /proc.
 *
 * @throws when it can't be created.
 */
export async function makeFolder(path: string): Promise<void> {
  if (await made(path)) return;
  const above = dirname(path);
  if (above !== path) await makeFolder(above);
  if (!(await made(path)))
    throw new Error(`The folder ${path} can't be created; choose another one, with SVC_HOME or --data.`);
}

/** Codes of places where this user may not write. */
const REFUSED = new Set(["EACCES", "EPERM", "EROFS", "ENOTDIR"]);

/** False if a parent is missing. */
async function made(path: string): Promise<boolean> {
  try {
    await mkdir(path, { mode: 0o700 });
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return false;
    if (code === "EEXIST" || code === "EISDIR") return true;
    if (code === undefined || !REFUSED.has(code)) throw error;
    throw new Error(
      `The folder ${path} can't be created (${code}); choose another one, with SVC_HOME or --data.`,
      {
        cause: error,
      },
    );
  }
}
