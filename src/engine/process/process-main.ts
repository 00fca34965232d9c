import { Worker } from "node:worker_threads";
import type { EmbeddedEngine, EmbeddedEngineOptions } from "../embedded-engine.ts";
import type { HeartbeatData } from "./heartbeat.ts";
import { postAnswer, type EngineRequest } from "./messages.ts";
import { rpcServer, type CallableParts } from "./rpc-server.ts";
import { databaseDeath, packError, type SerializedError } from "../errors/serialized-error.ts";

/** Options of the engine; its log is sent as messages. */
export type OpenOptions = Omit<EmbeddedEngineOptions, "log">;

/** File descriptor of the heartbeat pipe: 0 to 2 are the standard streams, 3 is the message channel. */
const HEARTBEAT_PIPE = 4;
/** How long a call that meets a dead database waits for the one that ended it. */
const BLAME_MS = 250;

/** Reports the memory of the process, more often while calls run. @returns the number of running calls, to be kept up to date */
function startHeartbeat(): Int32Array {
  const running = new Int32Array(new SharedArrayBuffer(4));
  const workerData: HeartbeatData = { pipe: HEARTBEAT_PIPE, running };
  const limits = { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 };
  new Worker(new URL("./heartbeat.js", import.meta.url), { workerData, resourceLimits: limits }).unref();
  return running;
}

/** Opens the engine at the first call, `process.open`, and serves calls until the service ends the process. */
function main(): void {
  const running = startHeartbeat();
  let engine: EmbeddedEngine | null = null;
  const parts: Record<string, object> = {
    process: {
      async open(options: OpenOptions): Promise<void> {
        // Imported here, so that a missing package is an error of this call.
        const [{ openLocalEngine }, { compileOnThreads }] = await Promise.all([
          import("../embedded-engine.ts"),
          import("../compile/compile-on-threads.ts"),
        ]);
        engine = await openLocalEngine({
          ...options,
          clock: Date.now,
          compile: compileOnThreads(),
          log: (entry) => void postAnswer({ kind: "log", entry }),
        });
        Object.assign(parts, engine);
      },
      close: async () => engine?.close(),
    },
  };
  // A terminal or supervisor signals the whole process group; the service closes its engine itself, after its statements.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
  process.once("disconnect", () => process.kill(process.pid, "SIGKILL"));
  const fail = (id: number | null, error: SerializedError): void =>
    void postAnswer({ kind: "fatal", id, error }).then(() => process.kill(process.pid, "SIGKILL"));
  process.once("uncaughtException", (error) => fail(null, packError(error)));
  const receive = rpcServer(parts satisfies CallableParts, (answer) => {
    const death = answer.kind === "error" ? databaseDeath(answer.error) : null;
    if (answer.kind === "error" && death !== null) {
      if (death === "own") fail(answer.id, answer.error);
      // The call that is to blame reports it too, in a moment.
      else setTimeout(() => fail(null, answer.error), BLAME_MS);
      return new Promise(() => undefined);
    }
    if (
      answer.kind === "end" ||
      answer.kind === "error" ||
      (answer.kind === "value" && answer.stream === null)
    )
      Atomics.sub(running, 0, 1);
    return postAnswer(answer);
  });
  process.on("message", (request: EngineRequest) => {
    if (request.kind === "call" && Atomics.add(running, 0, 1) === 0) Atomics.notify(running, 0);
    receive(request);
  });
}

main();
