import { open } from "node:fs/promises";

const CHUNK = 1 << 16;

/** Writes groups of text pieces to a file as UTF-8, buffering limited amounts. */
export async function writeTextFile(path: string, groups: AsyncIterable<Iterable<string>>): Promise<void> {
  const file = await open(path, "w");
  try {
    let pending = "";
    for await (const pieces of groups) {
      for (const piece of pieces) {
        pending += piece;
        if (pending.length < CHUNK) continue;
        await file.writeFile(pending);
        pending = "";
      }
    }
    await file.writeFile(pending);
  } finally {
    await file.close();
  }
}
