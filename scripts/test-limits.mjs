// npm run test:limits: svclib's self-test within limits of macOS and Windows that Linux can be given: TCP sockets of 8 KB, and a file system
// (exFAT) whose names have no case, where files that are open can't be renamed or removed. Needs root; the second also mkfs.exfat and
// mount.exfat-fuse (Debian: exfatprogs, exfat-fuse). It ends with a line for each. Exit code 0: all passed; 1: one failed; 3: one was not run.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBuilt, root } from "./ensure-built.mjs";

const DISK_BYTES = 3 * 2 ** 30;
const SELF_TEST = [process.execPath, join(root, "dist", "cli", "svclib.cjs"), "doctor", "--self-test"];
const SMALL_SOCKETS =
  'ip link set lo up && sysctl -qw net.ipv4.tcp_wmem="4096 8192 8192" net.ipv4.tcp_rmem="4096 8192 8192" && exec "$@"';

class NotRun extends Error {}

function need(program) {
  if (spawnSync("which", [program]).status !== 0) throw new NotRun(`there is no ${program} on PATH`);
}

/** Fails unless the self-test passes and prints `expected`. */
function selfTest(command, expected, environment = {}) {
  const { status, stdout } = spawnSync(command[0], command.slice(1), {
    encoding: "utf8",
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  process.stdout.write(stdout);
  if (status !== 0 || stdout.includes("FAILED")) throw new Error(`the self-test ended with ${status}`);
  if (!stdout.includes(expected)) throw new Error(`the self-test did not print: ${expected}`);
}

function withSmallSockets() {
  ["unshare", "ip", "sysctl"].forEach(need);
  // A network of its own has its own limits.
  selfTest(["unshare", "--net", "sh", "-c", SMALL_SOCKETS, "sh", ...SELF_TEST], "its folder");
}

function withoutCase() {
  ["losetup", "mkfs.exfat", "mount.exfat-fuse", "umount"].forEach(need);
  const folder = mkdtempSync(join(tmpdir(), "svc-limits-"));
  const [image, mount] = [join(folder, "disk"), join(folder, "mount")];
  let device;
  try {
    writeFileSync(image, "");
    truncateSync(image, DISK_BYTES);
    mkdirSync(mount);
    execFileSync("mkfs.exfat", [image], { stdio: "ignore" });
    device = execFileSync("losetup", ["--find", "--show", image], { encoding: "utf8" }).trim();
    execFileSync("mount.exfat-fuse", [device, mount], { stdio: "ignore" });
    const shim = join(root, "test", "system", "windows-shim.cjs");
    selfTest(SELF_TEST, "upper and lower case are one", {
      TMPDIR: mount,
      NODE_OPTIONS: `--require=${JSON.stringify(shim)}`,
    });
  } finally {
    spawnSync("umount", [mount], { stdio: "ignore" });
    if (device) spawnSync("losetup", ["--detach", device]);
    rmSync(folder, { recursive: true, force: true });
  }
}

ensureBuilt();
const limits = { "sockets of 8 KB": withSmallSockets, "names without case (exFAT)": withoutCase };
const results = Object.entries(limits).map(([name, run]) => {
  try {
    if (process.getuid?.() !== 0) throw new NotRun("it needs root");
    run();
    return [name, "passed", 0];
  } catch (error) {
    return error instanceof NotRun
      ? [name, `NOT RUN: ${error.message}`, 3]
      : [name, `FAILED: ${error.message}`, 1];
  }
});
for (const [name, result] of results) process.stdout.write(`limits: ${name}: ${result}\n`);
const codes = results.map(([, , code]) => code);
process.exitCode = codes.includes(1) ? 1 : Math.max(...codes);
