import { readFile } from "node:fs/promises";
import { UsageError } from "../errors.ts";
import { REASONS } from "./replace-file.ts";

/** Reads a text file that the user names. @throws UsageError naming the path and the reason. */
export async function readUserFile(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const reasons = { ...REASONS, ENOENT: "it does not exist", EISDIR: "it is a folder" };
    const reason = (reasons as Readonly<Record<string, string>>)[code ?? ""] ?? code ?? message;
    throw new UsageError(`${path} can't be read: ${reason}`, { cause });
  }
}
