import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** A folder that the first test file of the run that asks for it fills; the others wait for that. */
export async function oncePerRun(
  name: string,
  fill: (folder: string) => void | Promise<void>,
): Promise<string> {
  const folder = join(process.env["SVC_TEST_FOLDER"] ?? "", name);
  const filled = `${folder}.filled`;
  if (mkdirSync(folder, { recursive: true }) !== undefined) {
    try {
      await fill(folder);
      writeFileSync(filled, "");
    } catch (error) {
      // So that the next file tries by itself, and says why it fails.
      rmSync(folder, { recursive: true });
      throw error;
    }
  }
  while (!existsSync(filled)) {
    if (!existsSync(folder)) return oncePerRun(name, fill);
    await sleep(100);
  }
  return folder;
}
