// The process of a test's service: apart from the test, whose clock may be replaced and whose thread may be busy.
import { setTimeout } from "node:timers/promises";
import { postAnswer, type EngineRequest } from "../engine/process/messages.ts";
import { rpcServer } from "../engine/process/rpc-server.ts";
import { END_SIGNALS, removeAllSync } from "../system/system.ts";
import type { OpenTestService } from "./open-test-service.ts";
import type { TestData, TestFailure, TestServiceOptions } from "./test-options.ts";

/** What the test's process calls. */
export interface TestCalls {
  open(
    options: TestServiceOptions,
    folder: string,
  ): Promise<{ readonly url: string; readonly apikey: string }>;
  load(data: TestData, folder: string): Promise<void>;
  fail(failures: readonly TestFailure[]): Promise<void>;
  close(): Promise<void>;
}

/** What a statement that can't be stopped may delay the end by. */
const CLOSE_MS = 2000;

function main(): void {
  let service: OpenTestService | null = null;
  /** The folder that goes with the service. */
  let ownFolder: string | null = null;
  // Also while the service opens.
  let opening: Promise<unknown> = Promise.resolve();
  const open = async (options: TestServiceOptions, folder: string): Promise<OpenTestService> => {
    // Imported here, so that a missing package is an error of this call.
    const { openTestService } = await import("./open-test-service.ts");
    return openTestService({ ...options, folder });
  };
  const calls: TestCalls = {
    async open(options, folder) {
      const opened = open(options, folder);
      opening = opened.catch(() => undefined);
      service = await opened;
      if (!("dataDir" in options)) ownFolder = service.dataDir;
      return { url: service.url, apikey: service.apikey };
    },
    load: async (data, folder) => service?.load(data, folder),
    fail: async (failures) => service?.fail(failures),
    close: async () => service?.close(),
  };
  process.on("message", (request: EngineRequest) => receive(request));
  const receive = rpcServer({ test: calls }, postAnswer);
  // A terminal signals the whole process group; the test ends its service, and if it is killed its end of the channel closes.
  for (const signal of END_SIGNALS) process.on(signal, () => undefined);
  process.once("disconnect", () => {
    const close = async (): Promise<void> => {
      await opening;
      // An exit, too, waits for what runs in the engine.
      void setTimeout(CLOSE_MS).then(() => {
        if (ownFolder !== null) removeAllSync(ownFolder);
        process.kill(process.pid, "SIGKILL");
      });
      await service?.close();
    };
    void close()
      .catch(() => undefined)
      .finally(() => process.exit());
  });
}

main();
