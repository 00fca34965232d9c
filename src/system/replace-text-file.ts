import { randomUUID } from "node:crypto";
import { open } from "node:fs/promises";
import { removeFile, renameFile } from "./system.ts";
import { KeyedMutex } from "./mutex.ts";

/** Serializes writes per file: the last one wins. */
const writes = new KeyedMutex();

/** Replaces a file atomically, readable by its owner only: readers, also after a crash, see the old text or the new one. */
export function replaceTextFile(path: string, text: string): Promise<void> {
  return writes.run(path, () => replaceNow(path, text));
}

async function replaceNow(path: string, text: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  const file = await open(temporary, "w", 0o600);
  try {
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await renameFile(temporary, path);
  } catch (error) {
    await removeFile(temporary);
    throw error;
  }
}
