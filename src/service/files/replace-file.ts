import { randomUUID } from "node:crypto";
import { open } from "node:fs/promises";
import { renameFile } from "../../system/system.ts";
import { KeyedMutex } from "../async/mutex.ts";

/** Writes of one file go one after another: the last one that was asked for stays. */
const writes = new KeyedMutex();

/** Writes a file so that a reader, or a start after a crash, sees the old text or the new one and never a part. */
export function replaceFile(path: string, text: string, mode = 0o644): Promise<void> {
  return writes.run(path, () => replaceNow(path, text, mode));
}

async function replaceNow(path: string, text: string, mode: number): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  const file = await open(temporary, "w", mode);
  try {
    await file.chmod(mode);
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await renameFile(temporary, path);
}
