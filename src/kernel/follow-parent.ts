const CHECK_EVERY_MS = 1_000;

/**
 * Calls `end` when the Jupyter server that started this process is gone: a killed server cannot end its kernels.
 * Jupyter says that it is the parent through JPY_PARENT_PID; a kernel started in another way may outlive its parent.
 */
export function followParent(end: () => void): void {
  if (!process.env["JPY_PARENT_PID"] || process.platform === "win32") return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    end();
  }, CHECK_EVERY_MS);
  timer.unref();
}
