import { Worker } from "node:worker_threads";
import { lowerPriority } from "./lower-priority.ts";
import { threadCpuMs } from "./thread-cpu-ms.ts";

/** Of V8's heap. A statement of 16 MB takes most of it. */
const HEAP_MB = 2048;

/** What is sent to a thread: tasks, and answers to the questions of the task that it runs. */
export type ToThread<Task> =
  | { readonly kind: "task"; readonly task: Task }
  | { readonly kind: "answer"; readonly value: unknown }
  | { readonly kind: "refusal"; readonly error: unknown };

/** What it sends: `ready` once, then for each task some questions, one after another, and the result or an error. */
export type FromThread<Result> =
  /** @param thread - For its processor time. */
  | { readonly kind: "ready"; readonly thread: string }
  | { readonly kind: "question"; readonly question: unknown }
  | { readonly kind: "result"; readonly result: Result }
  | { readonly kind: "error"; readonly error: unknown };

/** A kind of tasks: where they run, what they may cost, and their errors. */
export interface TaskKind<Task> {
  /** Calls {@link serveTasks}. */
  readonly script: URL;
  /** Whether a task will probably take long: no thread for short ones tries it first, and is lost. */
  readonly isLong: (task: Task) => boolean;
  /** Processor time for a task. */
  readonly limitMs: (task: Task) => number;
  readonly overTime: (limitMs: number) => Error;
  readonly overMemory: (cause: Error) => Error;
  /** Errors cross to and from the thread without their classes otherwise. */
  readonly pack: (error: unknown) => unknown;
  readonly unpack: (packed: unknown) => Error;
}

/** Answers a question of a task. */
export type AnswerQuestion = (question: unknown) => Promise<unknown>;

/** A thread that runs one task at a time. A task that is stopped, or takes too long, ends it. */
export class TaskThread<Task, Result> {
  readonly #kind: TaskKind<Task>;
  readonly #worker: Worker;
  /** Resolves when it can run a task, or could not be started. */
  readonly started: Promise<void>;
  /** Processor time of the task that it runs. */
  usedMs: () => number = () => 0;
  readonly #ready: Promise<string>;
  #end: (error: Error) => void = () => undefined;
  #receive: (message: FromThread<Result>) => void = () => undefined;
  #hasEnded = false;
  #isLow = false;
  /** Lets other threads go first until it has ended, where the system can do so. */
  lowerPriority: () => void = () => undefined;

  constructor(kind: TaskKind<Task>) {
    this.#kind = kind;
    this.#worker = new Worker(kind.script, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
    this.#ready = new Promise((resolve, reject) => {
      this.#receive = (message) => message.kind === "ready" && resolve(message.thread);
      this.#end = reject;
    });
    this.started = this.#ready.then(
      () => undefined,
      () => undefined,
    );
    this.#worker.on("message", (message: FromThread<Result>) => this.#receive(message));
    this.#worker.on("error", (error) => {
      this.#hasEnded = true;
      this.#end(error);
    });
    this.#worker.unref();
  }

  /** Whether it can't run another task. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** @throws the signal's reason; the task's error; the kind's errors when it takes too long or too much memory */
  async run(task: Task, answer: AnswerQuestion, signal: AbortSignal): Promise<Result> {
    const thread = await this.#ready;
    signal.throwIfAborted();
    const { overMemory, overTime, pack, unpack } = this.#kind;
    const limitMs = this.#kind.limitMs(task);
    const startMs = threadCpuMs(thread);
    this.usedMs = () => threadCpuMs(thread) - startMs;
    this.lowerPriority = () => void (this.#isLow ||= lowerPriority(thread));
    let timer: NodeJS.Timeout | undefined;
    let onAbort = (): void => undefined;
    try {
      return await new Promise<Result>((resolve, reject) => {
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
          if (message.kind === "result") resolve(message.result);
          else if (message.kind === "error") reject(unpack(message.error));
          else if (message.kind === "question") {
            answer(message.question).then(
              (value) => this.#post({ kind: "answer", value }),
              (error: unknown) => this.#post({ kind: "refusal", error: pack(error) }),
            );
          }
        };
        this.#post({ kind: "task", task });
      });
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      this.#end = this.#receive = () => undefined;
    }
  }

  /** Ends the thread, and fails the task that it runs. */
  end(error: Error): void {
    this.#hasEnded = true;
    void this.#worker.terminate();
    this.#end(error);
  }

  #post(message: ToThread<Task>): void {
    this.#worker.postMessage(message);
  }
}

const isOutOfMemory = (error: Error): boolean =>
  (error as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY";
