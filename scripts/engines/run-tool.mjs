import { spawnSync } from "node:child_process";

/** Something that an engine needs is unavailable; the rest of the tier continues without it. */
export class NotObtained extends Error {}

let endsAt = Infinity;

/** Deadline for downloads and installations, Infinity for none: what takes longer is {@link NotObtained}. */
export function limitObtaining(atMs) {
  endsAt = atMs;
}

/** @throws NotObtained after the deadline */
export function checkObtainDeadline(what) {
  if (Date.now() >= endsAt) throw new NotObtained(`no time is left for ${what}`);
}

/** Runs a tool to its end. @throws NotObtained with the command and the first lines of its output. */
export function runTool(command, args, options = {}) {
  const line = [command, ...args].join(" ");
  checkObtainDeadline(line);
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    encoding: "utf8",
    maxBuffer: 1 << 28,
    ...(endsAt === Infinity ? {} : { timeout: Math.max(1, endsAt - Date.now()), killSignal: "SIGKILL" }),
    ...options,
  });
  if (status === 0) return stdout;
  if (error?.code === "ENOENT") throw new NotObtained(`${command} is not on this machine`);
  if (error?.code === "ETIMEDOUT") throw new NotObtained(`${line} took longer than it may`);
  const said = `${stderr ?? ""}\n${stdout ?? ""}`.split("\n").filter((line) => line.trim() !== "");
  const reason = error ? error.message : said.slice(0, 3).join(" | ");
  throw new NotObtained(`${line} failed (exit ${status}): ${reason}`);
}
