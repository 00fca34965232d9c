import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { isWindows } from "../../system/system.ts";
import { withoutSecrets } from "./without-secrets.ts";

/**
 * Waits until its stdin ends, which it does with this process however that ends, and then kills; not at once, as the child notices that, too,
 * and ends what it waits for on services. Ctrl-C is for others.
 */
const SCRIPT = 'trap "" INT HUP; read -r _; sleep 2; kill -9 "$0" 2>/dev/null';

/**
 * Makes sure that a child does not outlive this process: one that computes without a pause notices nothing by itself. Windows has
 * nothing to do it with.
 *
 * @returns ends the guard; call it once the child has ended.
 */
export function guardChild(child: ChildProcess): () => Promise<void> {
  if (child.pid === undefined || isWindows) return () => Promise.resolve();
  const guard = spawn("sh", ["-c", SCRIPT, String(child.pid)], {
    stdio: ["pipe", "ignore", "ignore"],
    env: withoutSecrets(),
  });
  // Without a shell there is no guard: the child ends by itself once it pauses.
  const gone = new Promise<void>((resolve) => guard.once("error", () => resolve()));
  guard.stdin.on("error", () => undefined);
  const exited = Promise.race([once(guard, "exit"), gone]).catch(() => undefined);
  return async () => {
    guard.kill("SIGKILL");
    await exited;
  };
}
