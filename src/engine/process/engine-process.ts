// This folder: the process that has the engine, as the service sees it: calls over one port, calls again after a death, memory watched, statements
// that end it twice refused. Its other end is process-main.ts.

import { setTimeout as sleep } from "node:timers/promises";
import type { EmbeddedEngine, EmbeddedEngineOptions } from "../embedded-engine.ts";
import { faultFields, type Log } from "../errors/log.ts";
import { waitAtMost } from "../../system/abortable.ts";
import { EngineChild, type EngineChildOptions, type EngineLost } from "./engine-child.ts";
import { engineStub } from "./engine-stub.ts";
import { MemoryWatch } from "./memory-watch.ts";
import type { OpenOptions } from "./process-main.ts";
import { RepeatedCalls, type CallRunner } from "./repeated-calls.ts";
import { RunningCall } from "./running-call.ts";
import { Suspects } from "./suspects.ts";

const CLOSE_MS = 3000;
/** A process that exits this soon after its start is restarted only after a pause of the same length. */
const PAUSE_MS = 2000;

export interface EngineProcessOptions extends EmbeddedEngineOptions, Pick<EngineChildOptions, "heapMb"> {}

/**
 * Opens the engine in a child process, which exits with this one however that ends. A call that does not stop in time is
 * ended by killing the process; a new one then opens the data file, also after any other death of it. Read-only statements that it cut off run
 * again, unless they are to blame ({@link Suspects}).
 */
export async function openEngineProcess(options: EngineProcessOptions): Promise<EmbeddedEngine> {
  let hasLoaded = false;
  const log: Log = (entry) => {
    hasLoaded ||= entry.event === "samples_loaded";
    options.log(entry);
  };
  let engine = new EngineProcess({ ...options, log });
  await engine.start();
  if (hasLoaded) {
    // Loading leaves memory that the allocator does not return.
    await engine.close();
    engine = new EngineProcess(options);
    await engine.start();
  }
  const calls = new RepeatedCalls(engine);
  return {
    ...engineStub((name, args) => calls.call(name, args)),
    memoryBytes: () => engine.memoryBytes,
    close: () => engine.close(),
  };
}

class EngineProcess implements CallRunner {
  readonly #options: EngineProcessOptions;
  readonly #running = new Set<RunningCall>();
  readonly #watch: MemoryWatch;
  readonly #suspects = new Suspects();
  /** The latest process. */
  #child: EngineChild | null = null;
  /** The process that runs calls, or the one being started. */
  #opened: Promise<EngineChild>;
  #memoryBytes = 0;
  #hasOpened = false;
  #closing = false;

  constructor(options: EngineProcessOptions) {
    this.#options = options;
    this.#opened = Promise.reject(new Error("not started"));
    this.#opened.catch(() => undefined);
    this.#watch = new MemoryWatch({
      limitBytes: options.memoryBytes,
      calls: () => [...this.#running],
      endProcess: (why) => this.#end(why),
    });
  }

  get memoryBytes(): number {
    return this.#memoryBytes;
  }

  get isClosing(): boolean {
    return this.#closing;
  }

  isRefused(call: RunningCall): boolean {
    return this.#suspects.isRefused(call);
  }

  async start(): Promise<void> {
    this.#opened = this.#begin();
    await this.#opened;
  }

  async run(running: RunningCall): Promise<unknown> {
    running.signal?.throwIfAborted();
    await this.#opened;
    await this.#suspects.admit(running);
    const child = await this.#opened;
    running.startedMs = performance.now();
    this.#running.add(running);
    const leave = (): void => {
      this.#running.delete(running);
      if (!child.isDead) this.#suspects.clear(running);
      if (running.signal?.aborted) this.#watch.reportStop();
    };
    try {
      const { value, end } = await child.call(running);
      void end.then(leave);
      return value;
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Closes the engine in order if that is quick, then kills the process. */
  async close(): Promise<void> {
    this.#closing = true;
    const child = this.#child;
    // A process that is still starting has nothing to close.
    if (child?.isOpen) {
      const closed = child.call(new RunningCall("process.close", [])).catch(() => undefined);
      await waitAtMost(CLOSE_MS, closed);
    }
    child?.kill();
    await child?.exited;
  }

  async #begin(): Promise<EngineChild> {
    const { log, heapMb, ...rest } = this.#options;
    const child = new EngineChild({
      heapMb,
      log,
      onMemory: (from, bytes) => {
        this.#memoryBytes = bytes;
        // A process that is opening the data file has nothing to stop.
        if (from.isOpen) this.#watch.report(bytes);
        else this.#watch.reportOpening(bytes);
      },
      onStuck: ({ name }) =>
        this.#end(`a ${name.startsWith("statements.") ? "statement" : "call"} could not be stopped`),
      onExit: (from, lost) => this.#onExit(from, lost),
    });
    this.#child = child;
    try {
      const open: OpenOptions = this.#hasOpened ? { ...rest, hasData: true } : rest;
      await child.call(new RunningCall("process.open", [open]));
      child.isOpen = this.#hasOpened = true;
      return child;
    } catch (error) {
      child.kill();
      await child.exited;
      throw error;
    }
  }

  #onExit(child: EngineChild, lost: EngineLost): void {
    if (this.#closing || !child.isOpen) return;
    const { message: why, cause } = lost;
    this.#options.log({ event: "engine_stopped", why, ...(cause ? faultFields(cause) : {}) });
    const nowMs = performance.now();
    const isSoon = nowMs - child.startedMs < PAUSE_MS;
    const isUnexplained = lost.killed === null && this.#running.size === 0;
    this.#suspects.report(lost, [...this.#running], nowMs);
    // Retried calls wait for the new process.
    this.#restart(isSoon && isUnexplained ? PAUSE_MS : 0);
  }

  /** Starts a new process. The old one has exited, so the lock on the data file is free. */
  #restart(pauseMs: number): void {
    const { log } = this.#options;
    const paused = pauseMs === 0 ? Promise.resolve() : sleep(pauseMs);
    this.#opened = paused.then(() => {
      if (this.#closing) throw new Error("The service is being stopped.");
      return this.#begin();
    });
    this.#opened.then(
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

  #end(why: string): void {
    const calls = [...this.#running];
    const isForOther = calls.length === 0 || calls.some(({ signal }) => signal?.aborted);
    this.#child?.kill({ why, isForOther });
  }
}
