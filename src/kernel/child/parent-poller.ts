import { isAlive } from "../../system/system.ts";

const CHECK_EVERY_MS = 1_000;
/** A frontend that only lost its connection is back within this time. */
const ALONE_MS = 10_000;

/**
 * Ends the kernel when the frontend that started it is gone, because a killed frontend can't end its kernels. A Jupyter server sets
 * JPY_PARENT_PID: the kernel ends with it. For other parents, such as VS Code, a kernel ends once its parent is gone and no client has
 * been connected for a while. A kernel that had no client while its parent lived was started by hand, to outlive its shell.
 *
 * @param served - Number of connected clients, and whether there ever was one.
 */
export function pollParent(
  served: { readonly clients: number; readonly wasServed: boolean },
  end: () => void,
): void {
  const isJupyters = Boolean(process.env["JPY_PARENT_PID"]);
  const parent = process.ppid;
  /** Null while the parent lives. A client that came and went since the last check counts as one before the parent's end. */
  let servedBefore: boolean | null = null;
  let aloneMs = 0;
  const timer = setInterval(() => {
    const isOrphan = process.ppid !== parent || !isAlive(parent);
    if (isOrphan) servedBefore ??= served.wasServed;
    aloneMs = servedBefore === true && served.clients === 0 ? aloneMs + CHECK_EVERY_MS : 0;
    if (!(isOrphan && isJupyters) && aloneMs < ALONE_MS) return;
    clearInterval(timer);
    end();
  }, CHECK_EVERY_MS);
  timer.unref();
}
