import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { ResultWriter } from "./result-writer.ts";

const SUFFIX = ".msgpack.gz";

/** The result files of a data folder, one per job that succeeded with a result. */
export class ResultFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  path(jobId: string): string {
    return join(this.#folder, `${jobId}${SUFFIX}`);
  }

  create(jobId: string): Promise<ResultWriter> {
    return ResultWriter.open(this.path(jobId));
  }

  /** Bytes of a result, or null when the file is not there (any more). */
  async size(jobId: string): Promise<number | null> {
    const stats = await statIfThere(this.path(jobId));
    return stats?.size ?? null;
  }

  remove(jobId: string): Promise<void> {
    return rm(this.path(jobId), { force: true });
  }

  /** Removes what a crash left half written. Call it before the first job runs. */
  async clean(): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      if (name.endsWith(".tmp")) await rm(join(this.#folder, name), { force: true });
    }
  }

  /** Removes results older than `maxAgeMs`, then the oldest until at most `maxBytes` are left. @returns how many went. */
  async prune(nowMs: number, maxAgeMs: number, maxBytes: number): Promise<number> {
    const files: { path: string; size: number; timeMs: number }[] = [];
    for (const name of await readdir(this.#folder)) {
      if (!name.endsWith(SUFFIX)) continue;
      const path = join(this.#folder, name);
      const stats = await statIfThere(path);
      if (stats) files.push({ path, size: stats.size, timeMs: stats.mtimeMs });
    }
    files.sort((a, b) => b.timeMs - a.timeMs);
    let kept = 0;
    let removed = 0;
    for (const { path, size, timeMs } of files) {
      kept += size;
      if (nowMs - timeMs <= maxAgeMs && kept <= maxBytes) continue;
      await rm(path, { force: true });
      removed++;
    }
    return removed;
  }
}

async function statIfThere(path: string): Promise<{ size: number; mtimeMs: number } | null> {
  try {
    return await stat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
