// This folder: threads that run tasks, such as reading a statement, within a limit of processor time and memory. Begin with task-threads.ts.

import { TaskThread, type AnswerQuestion, type TaskKind } from "./task-thread.ts";

/** Tasks that take long may use this many threads together; the others have one for themselves, and one that is ready. */
const LONG_THREADS = 2;
const SHORT_THREADS = 2;
/** A task that takes longer than this counts as long. */
const LONG_MS = 50;

/** Beyond this, a task gets the processor that no other thread wants. */
const LOW_MS = 200;

/** Ends a thread that nothing more is for. */
const UNNEEDED = new Error("there are enough threads");

/** Ends a short task's thread: it begins again when a long one may run. */
const POSTPONED = new Error("the task takes long");

/** The right to run a long task, and the thread that such tasks had before: its priority may be low, which stays. */
interface LongTurn<Thread> {
  thread: Thread | null;
}

/** Threads that run tasks of a kind: neither the calling thread nor short tasks wait for long ones. */
export class TaskThreads<Task, Result> {
  readonly #kind: TaskKind<Task>;
  readonly #shortThreads = new Turns<TaskThread<Task, Result>>();
  readonly #longTurns = new Turns<LongTurn<TaskThread<Task, Result>>>();
  #shortCount = 0;

  constructor(kind: TaskKind<Task>) {
    this.#kind = kind;
    for (let i = 0; i < LONG_THREADS; i++) this.#longTurns.give({ thread: null });
    this.#fill(1);
  }

  /**
   * @param answer - Answers the task's questions.
   * @param signal - Aborting it ends the task.
   * @throws as {@link TaskThread.run} does
   */
  async run(task: Task, answer: AnswerQuestion, signal: AbortSignal): Promise<Result> {
    if (this.#kind.isLong(task)) return this.#runLong(task, answer, signal);
    const thread = await this.#shortThreads.take(signal);
    let longTurn: LongTurn<TaskThread<Task, Result>> | undefined;
    // On a busy machine a short task may wait long for a processor.
    const timer = setInterval(() => {
      if (longTurn !== undefined) return lowerIfLong(thread);
      if (thread.usedMs() < LONG_MS / 2) return;
      longTurn = this.#longTurns.takeFree();
      if (longTurn === undefined) return thread.end(POSTPONED);
      this.#shortCount--;
      this.#fill(SHORT_THREADS);
    }, LONG_MS);
    try {
      return await thread.run(task, answer, signal);
    } catch (error) {
      if (error !== POSTPONED) throw error;
    } finally {
      clearInterval(timer);
      if (longTurn === undefined) this.#giveBackShort(thread);
      else this.#giveBackLong(longTurn, thread);
    }
    return this.#runLong(task, answer, signal);
  }

  async #runLong(task: Task, answer: AnswerQuestion, signal: AbortSignal): Promise<Result> {
    this.#fill(SHORT_THREADS);
    const turn = await this.#longTurns.take(signal);
    const thread = turn.thread ?? new TaskThread<Task, Result>(this.#kind);
    const timer = setInterval(() => lowerIfLong(thread), LONG_MS);
    try {
      return await thread.run(task, answer, signal);
    } finally {
      clearInterval(timer);
      this.#giveBackLong(turn, thread);
    }
  }

  /** Starts threads for short tasks until there are as many. */
  #fill(count: number): void {
    for (; this.#shortCount < count; this.#shortCount++) {
      const thread = new TaskThread<Task, Result>(this.#kind);
      // One that did not start says so when it is used.
      void thread.started.then(() => this.#shortThreads.give(thread));
    }
  }

  #giveBackShort(thread: TaskThread<Task, Result>): void {
    if (!thread.hasEnded) return this.#shortThreads.give(thread);
    this.#shortCount--;
    this.#fill(SHORT_THREADS);
  }

  /** The next long task has the same thread: another would take the processor of others while it starts. */
  #giveBackLong(turn: LongTurn<TaskThread<Task, Result>>, thread: TaskThread<Task, Result>): void {
    if (turn.thread?.hasEnded === true || turn.thread === thread) turn.thread = null;
    if (turn.thread !== null) thread.end(UNNEEDED);
    else if (!thread.hasEnded) turn.thread = thread;
    this.#longTurns.give(turn);
  }
}

function lowerIfLong(thread: { usedMs(): number; lowerPriority(): void }): void {
  if (thread.usedMs() > LOW_MS) thread.lowerPriority();
}

/** Hands things to those that wait for one, first come first served: of several the one that was used last. */
class Turns<T> {
  readonly #free: T[] = [];
  readonly #waiting: ((one: T) => void)[] = [];

  /** One that nobody has, if there is one. */
  takeFree(): T | undefined {
    return this.#free.pop();
  }

  /** @param signal - Aborts the wait. @throws its reason */
  take(signal: AbortSignal): Promise<T> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason as Error);
      if (this.#free.length > 0) return resolve(this.#free.pop()!);
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
