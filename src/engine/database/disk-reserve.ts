import { randomFillSync } from "node:crypto";
import { stat, statfs, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DATA_CATALOG } from "../../dialect/storage-names.ts";
import { ifThere, removeFile } from "../../system/system.ts";

/** Enough for the log of a DROP, and for the new list of the tables of a data file with some thousands of them. */
const MOST_BYTES = 4 * 2 ** 20;

/** A file beside the data file, whose space is for statements that free more of it: on a full disk DuckDB can't even log a DROP. */
export class DiskReserve {
  readonly #path: string;

  constructor(folder: string) {
    this.#path = join(folder, `${DATA_CATALOG}.reserve`);
  }

  /** Takes space up to half of what is free. */
  async take(): Promise<void> {
    try {
      const bytes = await this.#size();
      if (bytes >= MOST_BYTES) return;
      const wanted = Math.min(MOST_BYTES, Math.floor(((await freeBytes(dirname(this.#path))) + bytes) / 2));
      // Not zeros, for which some file systems keep no space.
      if (wanted > bytes) await writeFile(this.#path, randomFillSync(Buffer.alloc(wanted)), { mode: 0o600 });
    } catch {
      await this.give();
    }
  }

  /** Gives the space back to the disk. @returns whether there was any */
  async give(): Promise<boolean> {
    try {
      return (await this.#size()) > 0 && (await removeFile(this.#path));
    } catch {
      return false; // A disk that can't be written.
    }
  }

  async #size(): Promise<number> {
    return (await ifThere(stat(this.#path)))?.size ?? 0;
  }
}

export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
