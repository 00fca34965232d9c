import { fork, type ChildProcess } from "node:child_process";
import type { Readable } from "node:stream";
import type { Log } from "../errors/log.ts";
import { CallPort, type Answered, type EngineCall } from "./call-port.ts";
import type { EngineMessage, EngineRequest } from "./messages.ts";
import { unpackError } from "../errors/serialized-error.ts";

/** The compiled script of the engine's process; missing when the sources run without a build. */
const SCRIPT = new URL("./process-main.js", import.meta.url);

/** Size of the libuv thread pool: statements, files and compression; each running statement holds one thread. */
const POOL_THREADS = 32;
/**
 * V8 collects the whole heap whenever external buffers have grown by its size. With its small initial heap that is ten times while a result
 * of a million rows is written, and a third of the processor time.
 */
const HEAP_FLAGS = ["--initial-old-space-size=64"];
/** Characters of stderr that are kept to explain an exit. */
const LAST_WORDS = 4096;

/** Why the service killed the process; `isForOther` if none of the calls that it cut off is the reason: they run again each time. */
interface KillReason {
  readonly why: string;
  readonly isForOther: boolean;
}

/** The process exited during a call. */
export class EngineLost extends Error {
  override readonly name = "EngineLost";
  readonly killed: KillReason | null;
  /** The call whose error ended the process; null if that is unknown. */
  readonly culprit: EngineCall | null;
  constructor(
    why: string,
    cause: Error | null,
    killed: KillReason | null,
    culprit: EngineCall | null = null,
  ) {
    super(why, { cause });
    this.killed = killed;
    this.culprit = culprit;
  }
}

export interface EngineChildOptions {
  /** Limit of the V8 heap in MB. @default by the process's memory */
  readonly heapMb?: number | undefined;
  readonly log: Log;
  /** Receives the resident memory of the process, several times a second. */
  readonly onMemory: (child: EngineChild, bytes: number) => void;
  /** Receives an aborted call that does not end. */
  readonly onStuck: (call: EngineCall) => void;
  /** Called when the process has exited, before the calls that it cut off fail. */
  readonly onExit: (child: EngineChild, lost: EngineLost) => void;
}

/** One process of the engine, from its start to its exit. */
export class EngineChild {
  readonly startedMs = performance.now();
  /** Resolves when the process has exited. */
  readonly exited: Promise<void>;
  /** Whether it has opened the data file. */
  isOpen = false;
  isDead = false;
  readonly #process: ChildProcess;
  readonly #port: CallPort;
  #killed: KillReason | null = null;

  constructor({ heapMb, log, onMemory, onStuck, onExit }: EngineChildOptions) {
    const child = fork(SCRIPT, {
      serialization: "advanced",
      execArgv: [...HEAP_FLAGS, ...(heapMb === undefined ? [] : [`--max-old-space-size=${heapMb}`])],
      env: engineEnvironment(),
      stdio: ["ignore", "ignore", "pipe", "ipc", "pipe"],
    });
    const post = (request: EngineRequest): void =>
      // If sending fails, the process has exited; its exit event handles that.
      void child.send(request, () => undefined);
    const port = new CallPort(post, onStuck);
    let cause: Error | null = null;
    let culprit: EngineCall | null = null;
    const lastWords = keepLast(child.stderr);
    onBeats(child.stdio[4] as Readable, (bytes) => onMemory(this, bytes));
    child.on("message", (answers: readonly EngineMessage[]) => {
      for (const answer of answers)
        if (answer.kind === "log") log(answer.entry);
        else if (answer.kind === "fatal") {
          cause ??= unpackError(answer.error);
          culprit ??= port.pendingCall(answer.id);
        } else port.receive(answer);
    });
    child.on("error", (error) => (cause ??= error));
    this.exited = new Promise((resolve) => {
      child.once("close", (code, signal) => {
        resolve();
        this.isDead = true;
        // The message may contain row data and would reach every caller, so only the name is shown.
        const failed = cause === null ? null : failureText(cause);
        const why = this.#killed?.why ?? failed ?? endText(code, signal, lastWords());
        const lost = new EngineLost(why, cause, this.#killed, culprit);
        onExit(this, lost);
        port.fail(lost);
      });
    });
    this.#process = child;
    this.#port = port;
  }

  call(call: EngineCall): Promise<Answered> {
    return this.#port.call(call);
  }

  /** DuckDB recovers the data file as after a crash: all committed data is in it. @param killed - For the calls that it cuts off. */
  kill(killed: KillReason | null = null): void {
    this.#killed ??= killed;
    this.#process.kill("SIGKILL");
  }
}

/** Without the SVC_ variables: the engine must not see passwords of clusters. */
function engineEnvironment(): NodeJS.ProcessEnv {
  const variables = Object.entries(process.env).filter(([name]) => !name.startsWith("SVC_"));
  return { ...Object.fromEntries(variables), UV_THREADPOOL_SIZE: String(POOL_THREADS) };
}

/** Only the class of the error: its message may contain values. */
function failureText(cause: Error): string {
  for (let e: unknown = cause; e instanceof Error; e = e.cause) {
    const [, kind] = /^(FATAL|INTERNAL) Error/.exec(e.message) ?? [];
    if (kind !== undefined)
      return `its database failed with an ${kind === "FATAL" ? "error that is fatal" : "internal error"}`;
  }
  return `it failed with ${cause.name}`;
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
