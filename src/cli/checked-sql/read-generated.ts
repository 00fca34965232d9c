import { existsSync } from "node:fs";
import { readUserFile } from "../../core/files/read-user-file.ts";

/**
 * A file that svclib wrote, with its own line ends and without the byte order mark that an editor or git may have put there; null without the
 * file.
 *
 * @throws UsageError for a file that can't be read, such as a folder.
 */
export const readGenerated = async (path: string): Promise<string | null> =>
  existsSync(path) ? (await readUserFile(path)).replace(/^\uFEFF/, "").replaceAll("\r\n", "\n") : null;
