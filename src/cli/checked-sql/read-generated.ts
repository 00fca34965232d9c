import { readFile } from "node:fs/promises";
import { ifThere } from "../../system/system.ts";

/** A file that svclib wrote, with its own line ends and without the byte order mark that an editor or git may have put there; null without the file. */
export const readGenerated = async (path: string): Promise<string | null> =>
  (await ifThere(readFile(path, "utf8")))?.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n") ?? null;
