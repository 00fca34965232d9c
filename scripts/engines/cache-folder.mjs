import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { checkObtainDeadline } from "./run-tool.mjs";

const root = join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "svclib", "engines");

/** Whether a folder of the cache is complete. */
export function isCached(name) {
  return existsSync(join(root, name, ".complete"));
}

/**
 * A folder of the user's cache that `make` fills once; an interrupted attempt is restarted.
 * It is filled at its final path, as a Python environment can't be moved. A second run waits for the first one to fill it.
 */
export async function cached(name, make) {
  const folder = join(root, name);
  const mark = join(folder, ".complete");
  if (existsSync(mark)) return folder;
  const release = await lock(`${folder}.lock`);
  try {
    if (existsSync(mark)) return folder;
    process.stderr.write(`Obtaining ${name} into ${folder} ...\n`);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    await make(folder);
    writeFileSync(mark, "");
    return folder;
  } finally {
    release();
  }
}

/** Lock file with its creator's process id; the lock of a dead process is taken over. */
async function lock(path) {
  mkdirSync(root, { recursive: true });
  for (;;) {
    try {
      writeFileSync(path, String(process.pid), { flag: "wx" });
      return () => rmSync(path, { force: true });
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    if (!isAlive(readPid(path))) rmSync(path, { force: true });
    else {
      checkObtainDeadline(`another run that fills ${path.slice(0, -".lock".length)}`);
      await sleep(500);
    }
  }
}

function readPid(path) {
  try {
    return Number(readFileSync(path, "utf8"));
  } catch {
    return 0; // Released in the meantime.
  }
}

function isAlive(pid) {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
