import { open } from "node:fs/promises";

/** Answers when the names in a folder would survive a power cut: a file that took another's place is synced, its name is not. */
export async function syncFolder(path: string): Promise<void> {
  // Windows opens no folders.
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
