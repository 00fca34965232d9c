import { spawn } from "node:child_process";
import { closeSync, existsSync, fchmodSync, fstatSync, openSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { isWindows, renameFileSync } from "../../system/system.ts";
import { packageRoot } from "../package-entries.ts";

/** Command that runs the local service on a data folder until it has been idle for `idleMinutes`. */
export function serviceCommand(home: string, idleMinutes: number): string[] {
  const command = join(packageRoot, "dist", "cli", "svclib.cjs");
  const options = ["--samples", "--json", "--idle", String(idleMinutes), "--data", home];
  return [process.execPath, command, "serve", ...options];
}

/** Logs longer than this are rotated at the next start. */
const LOG_BYTES = 1 << 20;

/** Renamed rather than truncated, because a running service may be writing to it. */
function setAside(log: string): void {
  try {
    renameFileSync(log, `${log}.1`);
  } catch (error) {
    // Windows can't rename an open file: it keeps growing.
    if (!isWindows) throw error;
  }
}

/**
 * Starts the service so that it outlives this process. It appends its log to `service.log` in the data folder, and may not reply yet.
 *
 * @returns rejects when the process exits, with the first line of its log; never resolves.
 */
export function spawnService(home: string, [program = "", ...args]: readonly string[]): Promise<never> {
  const logPath = join(home, "service.log");
  if ((statSync(logPath, { throwIfNoEntry: false })?.size ?? 0) > LOG_BYTES) setAside(logPath);
  const log = openSync(logPath, "a", 0o600);
  // An existing file keeps its permissions.
  fchmodSync(log, 0o600);
  const { size: start } = fstatSync(log);
  // stdout is discarded because its first line has a key; service.json, readable only by its owner, has the same.
  const child = spawn(program, args, {
    cwd: home,
    detached: true,
    stdio: ["ignore", "ignore", log],
    windowsHide: true,
  });
  closeSync(log);
  child.unref();
  const failed = new Promise<never>((_, reject) => {
    const fail = (how: string): void => {
      const output = existsSync(logPath) ? readFileSync(logPath).toString("utf8", start) : "its log is gone";
      const [reason = "it printed nothing"] = output.split("\n").filter(Boolean);
      reject(new Error(`The local service ${how}: ${reason} (log: ${logPath})`));
    };
    child.once("error", (error) => fail(`cannot be started (${error.message})`));
    child.once("exit", (code, signal) => fail(`ended with ${signal ?? `exit code ${code}`}`));
  });
  failed.catch(() => undefined);
  return failed;
}
