import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { LOCAL_SESSION } from "../../core/wire/local-request.ts";
import { ifThere } from "../../system/if-there.ts";
import { isAlive } from "../../system/is-alive.ts";
import { removeAll } from "../../system/system.ts";

/** A client on another machine, or in a container, that shares the folder has a process that is not seen here. */
const UNUSED_MS = 600_000;

/**
 * Removes the folders of sessions whose process is gone, as of a notebook that was killed. A session removes its own otherwise.
 *
 * @param folder - The folder of local tables.
 */
export async function clearLocal(folder: string, nowMs: number): Promise<void> {
  for (const name of (await ifThere(readdir(folder))) ?? []) {
    const path = join(folder, name);
    const changedMs = (await ifThere(stat(path)))?.mtimeMs ?? nowMs;
    const isGone = LOCAL_SESSION.test(name) && !isAlive(Number(name.split("-")[0]));
    if (isGone && nowMs - changedMs > UNUSED_MS) await removeAll(path);
  }
}
