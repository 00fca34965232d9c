import { fork, type ChildProcess } from "node:child_process";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { EmbeddedEngine, EmbeddedEngineOptions } from "../embedded/embedded-engine.ts";
import { Fault } from "../errors/fault.ts";
import { faultFields, type Log } from "../errors/log.ts";
import { waitAtMost } from "../async/wait-at-most.ts";
import { CallPort, type EngineCall } from "./call-port.ts";
import { engineStub, type CallName } from "./engine-stub.ts";
import { retryOf } from "./retries.ts";
import { MemoryWatch } from "./memory-watch.ts";
import { streamOf, type EngineMessage, type EngineRequest } from "./messages.ts";
import type { OpenOptions } from "./process-main.ts";
import { RunningCall } from "./running-call.ts";
import { unpackError } from "./serialized-error.ts";

/** The compiled script of the engine's process; missing when the sources run without a build. */
const SCRIPT = new URL("./process-main.js", import.meta.url);

const CLOSE_MS = 3000;
/** A process that exits this soon after its start is restarted only after a pause of the same length. */
const PAUSE_MS = 2000;
/** Size of the libuv thread pool: statements, files and compression; each running statement holds one thread. */
const POOL_THREADS = 32;
/**
 * V8 collects the whole heap whenever external buffers have grown by its size. With its small initial heap that is ten times while a result
 * of a million rows is written, and a third of the processor time.
 */
const HEAP_FLAGS = ["--initial-old-space-size=64"];
/** Characters of stderr that are kept to explain an exit. */
const LAST_WORDS = 4096;

export interface EngineProcessOptions extends EmbeddedEngineOptions {
  /** Limit of the V8 heap in MB. @default by the process's memory */
  readonly heapMb?: number;
}

/**
 * Opens the engine in a child process, which exits with this one however that ends. A call that does not stop in time is
 * ended by killing the process; a new one then opens the data file. Read-only statements cut off by that run again; by a crash that none of them
 * is known to have caused, once.
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
  return {
    ...engineStub((name, args) => engine.call(name, args)),
    memoryBytes: () => engine.memoryBytes,
    close: () => engine.close(),
  };
}

const mayRunAgain = ({ name, hasWritten }: RunningCall): boolean => retryOf(name) !== "never" && !hasWritten;

/** The process exited during a call. */
class EngineLost extends Error {
  override readonly name = "EngineLost";
  /** Whether it was ended for a call that was stopped: the others may run again each time. */
  readonly isForOther: boolean;
  constructor(why: string, isForOther: boolean, cause: Error | null) {
    super(why, { cause });
    this.isForOther = isForOther;
  }
}

class EngineProcess {
  readonly #options: EngineProcessOptions;
  readonly #running = new Set<RunningCall>();
  readonly #watch: MemoryWatch;
  #child: ChildProcess | null = null;
  #exited: Promise<void> = Promise.resolve();
  /** The port of the current process, or of the one being started. */
  #port: Promise<CallPort>;
  /** Port of the running process; null while there is none. */
  #open: CallPort | null = null;
  #memoryBytes = 0;
  #hasOpened = false;
  #closing = false;
  /** Why the process is being killed; null while it is not. */
  #endedFor: string | null = null;
  /** Whether that is because of a call that was stopped. */
  #isEndedForOther = false;

  constructor(options: EngineProcessOptions) {
    this.#options = options;
    this.#port = Promise.reject(new Error("not started"));
    this.#port.catch(() => undefined);
    this.#watch = new MemoryWatch({
      limitBytes: options.memoryBytes,
      calls: () => [...this.#running],
      endProcess: (why) => this.#end(why),
    });
  }

  /** Resident memory of the process. */
  get memoryBytes(): number {
    return this.#memoryBytes;
  }

  start(): Promise<CallPort> {
    this.#port = this.#begin();
    return this.#port;
  }

  async call(name: CallName, args: readonly unknown[]): Promise<unknown> {
    const running = new RunningCall(name, args);
    const value = await this.#attempts(running);
    const member = streamOf(value);
    if (member === null) return value;
    const items = (value as Record<string, AsyncIterable<unknown>>)[member]!;
    return { ...(value as object), [member]: this.#stream(running, member, items) };
  }

  /** Closes the engine in order if that is quick, then kills the process. */
  async close(): Promise<void> {
    this.#closing = true;
    // A process that is still starting has nothing to close.
    const closed = this.#open?.call(new RunningCall("process.close", [])).catch(() => undefined);
    await waitAtMost(CLOSE_MS, closed ?? Promise.resolve());
    // DuckDB recovers the data file as after a crash: all committed data is in it.
    this.#child?.kill("SIGKILL");
    await this.#exited;
  }

  async #attempts(running: RunningCall): Promise<unknown> {
    for (;;) {
      try {
        return await this.#once(running);
      } catch (error) {
        await this.#mayRepeat(running, error, 0);
      }
    }
  }

  async #once(running: RunningCall): Promise<unknown> {
    running.signal?.throwIfAborted();
    const port = await this.#port;
    running.startedMs = performance.now();
    this.#running.add(running);
    const leave = (): void => {
      this.#running.delete(running);
      if (running.signal?.aborted) this.#watch.reportStop();
    };
    try {
      const { value, ended } = await port.call(running);
      void ended.then(leave);
      return value;
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** @throws the error of the call unless the call may be retried. */
  async #mayRepeat(running: RunningCall, error: unknown, itemsGiven: number): Promise<void> {
    // The engine's process only knows that the call was aborted; the reason is here.
    if (running.signal?.aborted) throw running.signal.reason;
    if (!(error instanceof EngineLost)) throw error;
    const cutBefore = running.cut && !error.isForOther;
    running.cut ||= !error.isForOther;
    const canRepeat = mayRunAgain(running) && (itemsGiven === 0 || retryOf(running.name) === "resumed");
    if (!canRepeat || cutBefore || this.#closing) throw cutFault(error, await this.#whatIsIn(running));
  }

  /** Describes which changes of an aborted call were committed, for an error message. */
  async #whatIsIn(running: RunningCall): Promise<string> {
    if (mayRunAgain(running)) return "run it again";
    const unknown = "check its changes first: either all or none of them were made";
    if (running.writeId === undefined || this.#closing) return unknown;
    try {
      const isIn = await this.call("storage.hasWritten", [running.writeId]);
      return isIn === true ? "all of its changes were made" : "none of its changes were made: run it again";
    } catch {
      return unknown;
    }
  }

  /** The items of a call's stream; a repeated call goes on where it was cut off. */
  async *#stream(
    running: RunningCall,
    member: string,
    first: AsyncIterable<unknown>,
  ): AsyncGenerator<unknown> {
    let given = 0;
    for (let items = first; ;) {
      let skip = given;
      try {
        for await (const item of items) {
          if (skip-- > 0) continue;
          given += 1;
          yield item;
        }
        return;
      } catch (error) {
        await this.#mayRepeat(running, error, given);
        items = ((await this.#attempts(running)) as Record<string, AsyncIterable<unknown>>)[member]!;
      }
    }
  }

  async #begin(): Promise<CallPort> {
    const { log, heapMb, ...rest } = this.#options;
    this.#endedFor = null;
    this.#isEndedForOther = false;
    const child = fork(SCRIPT, {
      serialization: "advanced",
      execArgv: [...HEAP_FLAGS, ...(heapMb === undefined ? [] : [`--max-old-space-size=${heapMb}`])],
      env: engineEnvironment(),
      stdio: ["ignore", "ignore", "pipe", "ipc", "pipe"],
    });
    const post = (request: EngineRequest): void =>
      // If sending fails, the process has exited; its exit event handles that.
      void child.send(request, () => undefined);
    const port = new CallPort(post, (call) => this.#onStuck(call));
    let cause: Error | null = null;
    this.#child = child;
    const startedMs = performance.now();
    const lastWords = keepLast(child.stderr);
    onBeats(child.stdio[4] as Readable, (bytes) => {
      this.#memoryBytes = bytes;
      // A process that is opening the data file has nothing to stop.
      if (this.#open === port) this.#watch.report(bytes);
      else this.#watch.reportOpening(bytes);
    });
    child.on("message", (answer: EngineMessage) => {
      if (answer.kind === "log") log(answer.entry);
      else if (answer.kind === "fatal") cause = unpackError(answer.error);
      else port.receive(answer);
    });
    child.on("error", (error) => (cause ??= error));
    this.#exited = new Promise((resolve) => {
      child.once("close", (code, signal) => {
        resolve();
        const opened = this.#open === port;
        this.#open = null;
        // The message may contain row data and would reach every caller, so only the name is shown.
        const failed = cause === null ? null : `it failed with ${cause.name}`;
        const why = this.#endedFor ?? failed ?? endText(code, signal, lastWords());
        if (!this.#closing && opened) {
          log({ event: "engine_stopped", why, ...(cause ? faultFields(cause) : {}) });
          const isOwn = this.#endedFor !== null;
          this.#restart(!isOwn && performance.now() - startedMs < PAUSE_MS ? PAUSE_MS : 0);
        }
        // Only after the restart has begun, because retried calls wait for it.
        port.fail(new EngineLost(why, this.#isEndedForOther, cause));
      });
    });
    try {
      const open: OpenOptions = this.#hasOpened ? { ...rest, hasData: true } : rest;
      await port.call(new RunningCall("process.open", [open]));
      this.#open = port;
      this.#hasOpened = true;
      return port;
    } catch (error) {
      child.kill("SIGKILL");
      await this.#exited;
      throw error;
    }
  }

  /** Starts a new process. The old one has exited, so the lock on the data file is free. */
  #restart(pauseMs: number): void {
    const { log } = this.#options;
    const paused = pauseMs === 0 ? Promise.resolve() : sleep(pauseMs);
    this.#port = paused.then(() => {
      if (this.#closing) throw new Error("The service is being stopped.");
      return this.#begin();
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

  #onStuck({ name }: EngineCall): void {
    this.#end(`a ${name.startsWith("statements.") ? "statement" : "call"} could not be stopped`);
  }

  #end(why: string): void {
    if (this.#endedFor !== null) return;
    this.#endedFor = why;
    this.#isEndedForOther = [...this.#running].some(({ signal }) => signal?.aborted);
    this.#child?.kill("SIGKILL");
  }
}

/** Without the SVC_ variables: the engine must not see passwords of clusters. */
function engineEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith("SVC_"));
  return { ...Object.fromEntries(kept), UV_THREADPOOL_SIZE: String(POOL_THREADS) };
}

function cutFault(lost: EngineLost, whatIsIn: string): Fault {
  const fault = new Fault(
    "unavailable",
    `The embedded engine was stopped while this ran (${lost.message}) and is being restarted; ${whatIsIn}.`,
  );
  fault.cause = lost.cause ?? lost;
  return fault;
}

function endText(code: number | null, signal: string | null, lastWords: string): string {
  if (/heap out of memory/.test(lastWords)) return "its script heap was full";
  return signal === null ? `it exited with code ${code}` : `it was killed by ${signal}`;
}

function keepLast(stream: Readable | null): () => string {
  let text = "";
  stream?.setEncoding("utf8").on("data", (piece: string) => (text = (text + piece).slice(-LAST_WORDS)));
  return () => text;
}

/** Reports the newest of the float64 values in each chunk. */
function onBeats(pipe: Readable, report: (bytes: number) => void): void {
  let rest: Buffer = Buffer.alloc(0);
  // The pipe fails when the process exits; its exit event handles that.
  pipe.on("error", () => undefined);
  pipe.on("data", (piece: Buffer) => {
    const bytes = Buffer.concat([rest, piece]);
    const whole = bytes.length - (bytes.length % 8);
    rest = bytes.subarray(whole);
    if (whole > 0) report(bytes.readDoubleLE(whole - 8));
  });
}
