import { randomUUID } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GRID_FOLDER } from "../../magics/display/grid/grid-file.ts";
import { isAlive } from "../child/is-alive.ts";

const PREFIX = "svclib-grid-";

/**
 * Names the folder for the copies of shown tables, for this process and the real kernel. It is made when a front end with grids is there: until
 * then nothing is copied.
 */
export function nameGridFolder(): void {
  process.env[GRID_FOLDER] = join(tmpdir(), `${PREFIX}${process.pid}-${randomUUID()}`);
}

/** Removes the folders that killed kernels have left. */
export function sweepGridFolders(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : NaN;
    if (!Number.isNaN(pid) && !isAlive(pid)) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}
