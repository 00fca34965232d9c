import type { ChildProcess } from "node:child_process";

/** Resolves when a process has ended, or could not be started, with words for it. */
export function childEnded(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once("error", ({ message }) => resolve(`cannot be started: ${message}`));
    child.once("exit", (code, signal) => resolve(`ended (${signal ?? `exit code ${code}`})`));
  });
}
