import { parentPort, workerData, type TransferListItem } from "node:worker_threads";
import { openLocalEngine, type EmbeddedEngine, type EngineOptions } from "../embedded/embedded-engine.ts";
import { engineHandlers } from "./engine-handlers.ts";
import type { Answer, Request } from "./messages.ts";
import { serveCalls, type Handler } from "./serve-calls.ts";
import { packError } from "./wire-error.ts";

/** What the engine is opened with: its log goes out as messages. */
export type ThreadData = Omit<EngineOptions, "log">;

const post = (answer: Answer, transfer: readonly TransferListItem[] = []): void =>
  parentPort?.postMessage(answer, transfer);

/** Opens the engine in this thread at the first call, `open`, and answers calls until the thread is ended. */
function main(): void {
  const data = workerData as ThreadData;
  let engine: EmbeddedEngine | null = null;
  const handlers: Record<string, Handler> = {
    async open() {
      engine = await openLocalEngine({
        ...data,
        clock: Date.now,
        log: (entry) => post({ kind: "log", entry }),
      });
      Object.assign(handlers, engineHandlers(engine));
    },
  };
  // Statements that still run would keep the thread, and with it the data file, from ending.
  process.once("uncaughtException", (error) => {
    post({ kind: "fatal", error: packError(error) });
    void (engine?.close() ?? Promise.resolve()).catch(() => undefined).then(() => process.exit(1));
  });
  const receive = serveCalls(handlers, post);
  parentPort?.on("message", (request: Request) => receive(request));
}

main();
