import { Worker, type TransferListItem } from "node:worker_threads";
import type { EmbeddedEngine, EngineOptions } from "../embedded/embedded-engine.ts";
import { Fault } from "../fault.ts";
import { faultFields } from "../log.ts";
import { calledImportNotes, calledRunners, calledStorage } from "./called-engine.ts";
import { CallPort, type CallOptions, type CalledStream } from "./call-port.ts";
import type { Answer, Request } from "./messages.ts";
import type { ThreadData } from "./thread-main.ts";
import { unpackError } from "./wire-error.ts";

/** The script beside this one; there is none where the sources run without a build. */
const SCRIPT = new URL("./thread-main.js", import.meta.url);

/** How long a close may take, and how long the thread may then take to end. */
const CLOSE_MS = 10_000;
/** A thread that ends again so soon after its start is not started a third time at once. */
const PAUSE_MS = 2000;

export interface EngineThreadOptions extends EngineOptions {
  /** Most megabytes of the thread's script heap. @default as for every thread of the process */
  readonly heapMb?: number;
}

/**
 * Opens the engine in a thread of its own. When the thread ends by itself (its heap is full, an error that belongs to no call), what it did
 * fails with a `Fault`, and a new one opens the data file once the old has let go of it.
 */
export async function openEngineThread(options: EngineThreadOptions): Promise<EmbeddedEngine> {
  const engine = new EngineThread(options);
  await engine.start();
  return {
    storage: calledStorage(engine),
    runners: calledRunners(engine),
    openImportNotes: () => calledImportNotes(engine),
    close: () => engine.close(),
  };
}

class EngineThread {
  readonly #options: EngineThreadOptions;
  #worker: Worker | null = null;
  #exited: Promise<void> = Promise.resolve();
  /** The calls of the thread that is open, or of the one that is being opened. */
  #port: Promise<CallPort>;
  #closing = false;

  constructor(options: EngineThreadOptions) {
    this.#options = options;
    this.#port = Promise.reject(new Error("not started"));
    this.#port.catch(() => undefined);
  }

  start(): Promise<CallPort> {
    this.#port = this.#open();
    return this.#port;
  }

  async call(name: string, args: readonly unknown[], options?: CallOptions): Promise<unknown> {
    return (await this.#port).call(name, args, options);
  }

  async callStream(name: string, args: readonly unknown[], options?: CallOptions): Promise<CalledStream> {
    return (await this.#port).callStream(name, args, options);
  }

  /** @throws Error when the thread does not end: a step of the engine that can't be interrupted holds it. */
  async close(): Promise<void> {
    this.#closing = true;
    const port = await this.#port.catch(() => null);
    const closed = port?.call("close", []).catch(() => undefined) ?? Promise.resolve();
    await within(CLOSE_MS, closed);
    void this.#worker?.terminate();
    if (!(await within(CLOSE_MS, this.#exited)))
      throw new Error("The embedded engine does not end: a statement in it can't be interrupted.");
  }

  async #open(): Promise<CallPort> {
    const { folder, samples, memoryBytes, log, heapMb } = this.#options;
    const worker = new Worker(SCRIPT, {
      workerData: { folder, samples, memoryBytes } satisfies ThreadData,
      name: "engine",
      ...(heapMb === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: heapMb } }),
    });
    const port = new CallPort((request: Request, transfer: readonly TransferListItem[]) =>
      worker.postMessage(request, transfer),
    );
    let opened = false;
    let cause: Error | null = null;
    this.#worker = worker;
    const startedMs = performance.now();
    worker.on("message", (answer: Answer) => {
      if (answer.kind === "log") log(answer.entry);
      else if (answer.kind === "fatal") {
        cause = unpackError(answer.error);
        port.fail(stopped(cause));
      } else port.receive(answer);
    });
    worker.on("error", (error: Error) => (cause ??= error));
    this.#exited = new Promise((resolve) => {
      worker.once("exit", (code) => {
        resolve();
        port.fail(stopped(cause ?? new Error(`the thread ended with ${code}`)));
        if (this.#closing || !opened) return;
        log({ event: "engine_stopped", code, ...(cause ? faultFields(cause) : {}) });
        this.#restart(performance.now() - startedMs < PAUSE_MS ? PAUSE_MS : 0);
      });
    });
    try {
      await port.call("open", []);
      opened = true;
      return port;
    } catch (error) {
      await worker.terminate();
      // Why the thread ended before it answered says more than that it did.
      throw error instanceof Fault && error.cause instanceof Error ? error.cause : error;
    }
  }

  /** The old thread has ended, and with it its hold of the data file: two engines on one file would lose what is written. */
  #restart(pauseMs: number): void {
    const { log } = this.#options;
    this.#port = new Promise<void>((resolve) => setTimeout(resolve, pauseMs)).then(() => {
      if (this.#closing) throw new Error("The service is being stopped.");
      return this.#open();
    });
    this.#port.then(
      () => log({ event: "engine_started_again" }),
      (error: unknown) => {
        if (this.#closing) return;
        log({ event: "engine_failed", ...faultFields(error) });
        setTimeout(() => {
          if (!this.#closing) this.#restart(PAUSE_MS);
        }, PAUSE_MS).unref();
      },
    );
  }
}

function stopped(cause: Error): Fault {
  const why =
    (cause as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY"
      ? "it ran out of memory"
      : cause.message;
  const fault = new Fault(
    "unavailable",
    `The embedded engine stopped (${why}) and is started again; repeat this, but look first at what it changes: that may be done already.`,
  );
  fault.cause = cause;
  return fault;
}

/** Whether the promise is settled in that time. */
async function within(ms: number, promise: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), ms)));
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
