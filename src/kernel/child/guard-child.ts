import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { isWindows } from "../../system/system.ts";
import { withoutSecrets } from "./without-secrets.ts";

/**
 * Waits for the end of its stdin, which closes however this process exits, then kills after two seconds, in which the child can notice the
 * same and cancel its work on services. Ignores Ctrl-C.
 */
const SCRIPT = 'trap "" INT HUP; read -r _; sleep 2; kill -9 "$0" 2>/dev/null';

/**
 * Makes sure that a child does not outlive this process, because one in a busy loop would not notice. Not available on Windows.
 *
 * @returns stops the guard; to be called after the child's exit.
 */
export function guardChild(child: ChildProcess): () => Promise<void> {
  if (child.pid === undefined || isWindows) return () => Promise.resolve();
  const guard = spawn("sh", ["-c", SCRIPT, String(child.pid)], {
    stdio: ["pipe", "ignore", "ignore"],
    env: withoutSecrets(),
  });
  // Without a shell there is no guard: the child exits by itself once it yields.
  const startFailure = new Promise<void>((resolve) => guard.once("error", () => resolve()));
  guard.stdin.on("error", () => undefined);
  const exited = Promise.race([once(guard, "exit"), startFailure]).catch(() => undefined);
  return async () => {
    guard.kill("SIGKILL");
    await exited;
  };
}
