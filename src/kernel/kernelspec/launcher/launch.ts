// This folder: starts the proxy with the Node.js of the kernelspec.

import { spawnSync } from "node:child_process";
import { copyFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { isWindows } from "../../../system/system.ts";
import { withoutSecrets } from "../../child/without-secrets.ts";
import { packageRoot } from "../../package-entries.ts";

const FROM = join(packageRoot, "dist", "kernel", "kernelspec", "launcher");
/** start.sh finds Node.js, start.cjs this package. Windows has no shell that would pass on a kernel's exit. */
const SCRIPTS = isWindows ? ["start.cjs"] : ["start.sh", "start.cjs"];

/**
 * Installs a launcher in the kernelspec's folder that finds Node.js and this package again after an upgrade has moved them.
 *
 * @returns the command that runs it, instead of one with fixed paths.
 */
export function installLauncher(argv: readonly string[], folder: string): string[] {
  for (const name of SCRIPTS) copyFileSync(join(FROM, name), join(folder, name));
  const [node = "", ...rest] = argv;
  const [module = "", shell] = SCRIPTS.toReversed().map((name) => resolve(folder, name));
  const launched = [node, module, ...rest];
  return shell === undefined ? launched : ["/bin/sh", shell, ...launched];
}

/** Why a kernelspec's command can't start the kernel; null if it can. */
export function launchFault([command = "", ...args]: readonly string[]): string | null {
  const { error, status, stderr } = spawnSync(command, [...args, "--find"], {
    encoding: "utf8",
    env: withoutSecrets(),
  });
  if (error === undefined && status === 0) return null;
  const reason = error?.message ?? stderr.trim().split("\n").at(-1) ?? "";
  // The launcher's own error says what to do.
  if (reason.startsWith("svclib: ")) return reason.slice("svclib: ".length);
  return `${command} can't start it: ${reason}; install the kernels again: npx svclib kernel install`;
}
