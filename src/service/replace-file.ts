import { open, rename } from "node:fs/promises";

/** Writes a file so that a reader, or a start after a crash, sees the old text or the new one and never a part. */
export async function replaceFile(path: string, text: string, mode = 0o644): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  const file = await open(temporary, "w", mode);
  try {
    await file.chmod(mode);
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
}
