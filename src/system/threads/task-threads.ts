// This folder: threads that run tasks, such as reading a statement, within a limit of processor time and memory. Begin with task-threads.ts.

import { TaskThread, type AnswerQuestion, type TaskKind } from "./task-thread.ts";

/** Tasks that take long may use this many threads together; the others have one for themselves, and one that is ready. */
const LONG_THREADS = 2;
const SHORT_THREADS = 2;
/** A task that takes longer than this counts as long. */
const LONG_MS = 50;

/** Beyond this, a task gets the processor that no other thread wants. */
const LOW_MS = 200;

/** Ends a thread that shorter tasks should not wait for. */
const LOWERED = new Error("the thread has a low priority");

/** Ends a short task's thread: it begins again when a long one may run. */
const POSTPONED = new Error("the task takes long");

/** Threads that run tasks of a kind: neither the calling thread nor short tasks wait for long ones. */
export class TaskThreads<Task, Result> {
  readonly #kind: TaskKind<Task>;
  readonly #threads = new Turns<TaskThread<Task, Result>>();
  readonly #longTurns = new Turns<null>();
  /** Threads that have not ended. */
  #count = 0;
  #longCount = 0;

  constructor(kind: TaskKind<Task>) {
    this.#kind = kind;
    for (let i = 0; i < LONG_THREADS; i++) this.#longTurns.give(null);
    this.#fill(1);
  }

  /**
   * @param answer - Answers the task's questions.
   * @param signal - Aborting it ends the task.
   * @throws as {@link TaskThread.run} does
   */
  async run(task: Task, answer: AnswerQuestion, signal: AbortSignal): Promise<Result> {
    let isLong = false;
    const becomeLong = async (): Promise<void> => {
      await this.#longTurns.take(signal);
      isLong = true;
      this.#fill(++this.#longCount + SHORT_THREADS);
    };
    try {
      if (this.#kind.isLong(task)) await becomeLong();
      for (;;) {
        const thread = await this.#threads.take(signal);
        // On a busy machine a short task may wait long for a processor.
        const timer = setInterval(() => {
          const usedMs = thread.usedMs();
          if (isLong && usedMs > LOW_MS) thread.lowerPriority();
          if (isLong || usedMs < LONG_MS / 2) return;
          if (this.#longTurns.freeCount === 0) return thread.end(POSTPONED);
          void becomeLong();
        }, LONG_MS);
        try {
          return await thread.run(task, answer, signal);
        } catch (error) {
          if (error !== POSTPONED) throw error;
        } finally {
          clearInterval(timer);
          this.#giveBack(thread);
        }
        await becomeLong();
      }
    } finally {
      if (isLong) {
        this.#longCount--;
        this.#longTurns.give(null);
      }
    }
  }

  /** Starts threads until there are as many. */
  #fill(count: number): void {
    for (; this.#count < count; this.#count++) {
      const thread = new TaskThread<Task, Result>(this.#kind);
      // One that did not start says so when it is used.
      void thread.started.then(() => this.#threads.give(thread));
    }
  }

  #giveBack(thread: TaskThread<Task, Result>): void {
    if (!thread.hasEnded && thread.isLow) thread.end(LOWERED);
    if (!thread.hasEnded) return this.#threads.give(thread);
    this.#count--;
    this.#fill(this.#longCount + SHORT_THREADS);
  }
}

/** Hands things to those that wait for one, first come first served. */
class Turns<T> {
  readonly #free: T[] = [];
  readonly #waiting: ((one: T) => void)[] = [];

  get freeCount(): number {
    return this.#free.length;
  }

  /** @param signal - Aborts the wait. @throws its reason */
  take(signal: AbortSignal): Promise<T> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason as Error);
      if (this.#free.length > 0) return resolve(this.#free.shift()!);
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(receive), 1);
        reject(signal.reason as Error);
      };
      const receive = (one: T): void => {
        signal.removeEventListener("abort", leave);
        resolve(one);
      };
      this.#waiting.push(receive);
      signal.addEventListener("abort", leave, { once: true });
    });
  }

  give(one: T): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free.push(one);
    else next(one);
  }
}
