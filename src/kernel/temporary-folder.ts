import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeAll, isAlive } from "../system/system.ts";

const NAME = /^svclib-(?:grid|kernel)-(\d+)-/;

/** Path of a temporary folder for this process; does not create it. */
export const temporaryFolder = (kind: "grid" | "kernel"): string =>
  join(tmpdir(), `svclib-${kind}-${process.pid}-${randomUUID()}`);

/** Removes the folders of killed processes of this user. */
export async function sweepTemporaryFolders(among = tmpdir()): Promise<void> {
  const leftovers = (await readdir(among)).filter((name) => {
    const pid = NAME.exec(name)?.[1];
    return pid !== undefined && !isAlive(Number(pid));
  });
  await Promise.allSettled(leftovers.map((name) => removeAll(join(among, name))));
}
