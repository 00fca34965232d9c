// Copies files that tsc does not emit (kernel logos, protocol definitions, a shell script) beside the compiled code, and makes the command executable.
import { chmodSync, cpSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "./ensure-built.mjs";

const isCode = /\.c?ts$/;
for (const entry of readdirSync(join(root, "src"), { recursive: true, withFileTypes: true })) {
  const from = join(entry.parentPath ?? entry.path, entry.name);
  // The JupyterLab extension has a separate build.
  if (!entry.isFile() || isCode.test(entry.name) || from.startsWith(join(root, "src", "lab"))) continue;
  cpSync(from, from.replace(join(root, "src"), join(root, "dist")));
}
const command = join(root, "dist", "cli", "svclib.cjs");
if (existsSync(command)) chmodSync(command, 0o755);
