import { Worker } from "node:worker_threads";
import type { Catalogue, TranslateContext } from "../../dialect/catalogue.ts";
import type { Dialect } from "../../dialect/dialect.ts";
import type { Plan } from "../../dialect/plan.ts";
import { SqlError } from "../../dialect/sql-error.ts";
import { threadCpuMs } from "../../system/thread-cpu-ms.ts";
import { packError, unpackError } from "../errors/serialized-error.ts";
import type { FromThread, ToThread } from "./compile.ts";

/** Missing when the sources run without a build. */
const SCRIPT = new URL("./compile-thread.js", import.meta.url);

/** Of V8's heap. A statement of 16 MB takes most of it. */
const HEAP_MB = 2048;

/** Processor time for each million characters of a statement, beside the limit itself. */
const MS_PER_MILLION = 1500;

/** A thread that compiles one statement at a time. A statement that is stopped, or takes too long, ends it. */
export class CompilingThread {
  readonly #worker = new Worker(SCRIPT, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
  /** Resolves when it can compile, or could not be started. */
  readonly started: Promise<void>;
  /** Processor time of the statement that it compiles. */
  usedMs: () => number = () => 0;
  readonly #ready: Promise<string>;
  #end: (error: Error) => void = () => undefined;
  #receive: (message: FromThread) => void = () => undefined;
  readonly #limitMs: number;
  #hasEnded = false;

  /** @param limitMs - Processor time for a statement. */
  constructor(limitMs: number) {
    this.#limitMs = limitMs;
    this.#ready = new Promise((resolve, reject) => {
      this.#receive = (message) => message.kind === "ready" && resolve(message.thread);
      this.#end = reject;
    });
    this.started = this.#ready.then(
      () => undefined,
      () => undefined,
    );
    this.#worker.on("message", (message: FromThread) => this.#receive(message));
    this.#worker.on("error", (error) => {
      this.#hasEnded = true;
      this.#end(error);
    });
    this.#worker.unref();
  }

  /** Whether it can't compile another statement. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** @throws the signal's reason; SqlError for an error of the statement, or when it takes too long or too much memory */
  async compile(
    sql: string,
    dialect: Dialect,
    { catalogue, ...context }: TranslateContext,
    signal: AbortSignal,
  ): Promise<Plan> {
    const thread = await this.#ready;
    signal.throwIfAborted();
    const limitMs = this.#limitMs + (MS_PER_MILLION * sql.length) / 1e6;
    const startMs = threadCpuMs(thread);
    this.usedMs = () => threadCpuMs(thread) - startMs;
    let timer: NodeJS.Timeout | undefined;
    let onAbort = (): void => undefined;
    try {
      return await new Promise<Plan>((resolve, reject) => {
        const watch = (forMs: number): void => {
          timer = setTimeout(() => {
            const leftMs = limitMs - this.usedMs();
            if (leftMs > 0) watch(Math.max(leftMs, 10));
            else this.end(overTime(limitMs));
          }, forMs);
        };
        watch(limitMs);
        onAbort = () => this.end(signal.reason as Error);
        signal.addEventListener("abort", onAbort, { once: true });
        this.#end = (error) => reject(isOutOfMemory(error) ? overMemory(error) : error);
        this.#receive = (message) => {
          if (message.kind === "plan") resolve(message.plan);
          else if (message.kind === "error") reject(unpackError(message.error));
          else if (message.kind === "ask") {
            answerOf(catalogue, message.method, message.args).then(
              (value) => this.#post({ kind: "known", value }),
              (error: unknown) => this.#post({ kind: "unknown", error: packError(error) }),
            );
          }
        };
        this.#post({ kind: "compile", sql, dialect, context });
      });
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      this.#end = this.#receive = () => undefined;
    }
  }

  /** Ends the thread, and fails the statement that it compiles. */
  end(error: Error): void {
    this.#hasEnded = true;
    void this.#worker.terminate();
    this.#end(error);
  }

  #post(message: ToThread): void {
    this.#worker.postMessage(message);
  }
}

const answerOf = (
  catalogue: Catalogue,
  method: keyof Catalogue,
  args: readonly unknown[],
): Promise<unknown> =>
  (catalogue[method] as (...args: unknown[]) => Promise<unknown>).apply(catalogue, [...args]);

const isOutOfMemory = (error: Error): boolean =>
  (error as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY";

const overMemory = (cause: Error): SqlError =>
  new SqlError(
    "EXCEEDED_LIMIT",
    "the statement needs more memory to compile than one may have; split it, or put parts of it in tables",
    null,
    cause,
  );

const overTime = (limitMs: number): SqlError =>
  new SqlError(
    "EXCEEDED_TIME_LIMIT",
    `the statement takes longer than ${Number((limitMs / 1000).toFixed(1))} s to compile; split it, or put parts of it in tables`,
  );
