import { parentPort } from "node:worker_threads";
import type { FromThread, TaskKind, ToThread } from "./task-thread.ts";
import { thisThread } from "./thread-cpu-ms.ts";

/** Asks the thread that sent the task. */
export type AskQuestion = (question: unknown) => Promise<unknown>;

/**
 * Runs one task after another, in a thread that a `TaskThread` started; elsewhere it does nothing. The other side ends the
 * thread for a task that takes too long.
 */
export function serveTasks<Task, Result>(
  { pack, unpack }: Pick<TaskKind<Task>, "pack" | "unpack">,
  run: (task: Task, ask: AskQuestion) => Promise<Result>,
): void {
  const port = parentPort;
  if (port === null) return;
  const post = (message: FromThread<Result>): void => port.postMessage(message);
  let waiting: { resolve: (value: unknown) => void; reject: (error: Error) => void } | null = null;
  const ask: AskQuestion = (question) =>
    new Promise((resolve, reject) => {
      waiting = { resolve, reject };
      post({ kind: "question", question });
    });
  port.on("message", (message: ToThread<Task>) => {
    if (message.kind === "answer") waiting?.resolve(message.value);
    else if (message.kind === "refusal") waiting?.reject(unpack(message.error));
    else
      run(message.task, ask).then(
        (result) => post({ kind: "result", result }),
        (error: unknown) => post({ kind: "error", error: pack(error) }),
      );
  });
  post({ kind: "ready", thread: thisThread() });
}
