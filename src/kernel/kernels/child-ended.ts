import type { ChildProcess } from "node:child_process";

/** Resolves with a description when a process has exited or could not be started. */
export function childEnded(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once("error", ({ message }) => resolve(`cannot be started: ${message}`));
    child.once("exit", (code, signal) => resolve(`ended (${signal ?? `exit code ${code}`})`));
  });
}
