import { parentPort, type MessagePort } from "node:worker_threads";
import type { Catalogue } from "../../dialect/catalogue.ts";
import { translate } from "../../dialect/translate.ts";
import { thisThread } from "../../system/thread-cpu-ms.ts";
import { packError, unpackError } from "../errors/serialized-error.ts";
import type { FromThread, ToThread } from "./compile.ts";

/** Compiles one statement after another. The other side ends this thread for one that takes too long. */
function main(port: MessagePort): void {
  const post = (message: FromThread): void => port.postMessage(message);
  let answer: { resolve: (value: unknown) => void; reject: (error: Error) => void } | null = null;
  const ask =
    <T>(method: keyof Catalogue) =>
    (...args: unknown[]): Promise<T> =>
      new Promise((resolve, reject) => {
        answer = { resolve: resolve as (value: unknown) => void, reject };
        post({ kind: "ask", method, args });
      });
  const catalogue: Catalogue = {
    describe: ask("describe"),
    databases: ask("databases"),
    tables: ask("tables"),
    viewText: ask("viewText"),
    comments: ask("comments"),
  };
  port.on("message", (message: ToThread) => {
    if (message.kind === "known") answer?.resolve(message.value);
    else if (message.kind === "unknown") answer?.reject(unpackError(message.error));
    else {
      const { sql, dialect, context } = message;
      translate(sql, dialect, { ...context, catalogue }).then(
        (plan) => post({ kind: "plan", plan }),
        (error: unknown) => post({ kind: "error", error: packError(error) }),
      );
    }
  });
  post({ kind: "ready", thread: thisThread() });
}

if (parentPort !== null) main(parentPort);
