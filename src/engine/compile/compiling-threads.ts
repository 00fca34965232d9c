import { Turns } from "../../system/turns.ts";
import type { Compile } from "./compile.ts";
import { CompilingThread } from "./compiling-thread.ts";

/** Statements that take long may use this many threads together; the others have one for themselves, and one that is ready. */
const LONG_THREADS = 2;
const SHORT_THREADS = 2;
/** A statement that takes longer than this counts as long. */
const LONG_MS = 50;
/** Processor time for a statement. */
const LIMIT_MS = 1000;

/** Ends a short statement's thread: it begins again when a long one may run. */
const POSTPONED = new Error("the statement takes long to compile");

/** Threads that compile statements: neither the engine's own thread nor short statements wait for long ones. */
export class CompilingThreads {
  readonly #threads = new Turns<CompilingThread>();
  readonly #longTurns = new Turns<null>();
  /** Threads that have not ended. */
  #count = 0;
  #longCount = 0;

  readonly #limitMs: number;

  /** @param limitMs - Processor time for a statement, which gets more for its length. */
  constructor(limitMs = LIMIT_MS) {
    this.#limitMs = limitMs;
    for (let i = 0; i < LONG_THREADS; i++) this.#longTurns.give(null);
    this.#fill(1);
  }

  readonly compile: Compile = async (sql, dialect, context, signal) => {
    let isLong = false;
    const becomeLong = async (): Promise<void> => {
      await this.#longTurns.take(signal);
      isLong = true;
      this.#longCount++;
    };
    try {
      for (;;) {
        const thread = await this.#threads.take(signal);
        // On a busy machine a short statement may wait long for a processor.
        const timer = setInterval(() => {
          if (isLong || thread.usedMs() < LONG_MS / 2) return;
          if (this.#longTurns.freeCount === 0) return thread.end(POSTPONED);
          void becomeLong().then(() => this.#fill(this.#longCount + SHORT_THREADS));
        }, LONG_MS);
        try {
          return await thread.compile(sql, dialect, context, signal);
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
  };

  /** Starts threads until there are as many. */
  #fill(count: number): void {
    for (; this.#count < count; this.#count++) {
      const thread = new CompilingThread(this.#limitMs);
      // One that did not start says so when it is used.
      void thread.started.then(() => this.#threads.give(thread));
    }
  }

  #giveBack(thread: CompilingThread): void {
    if (!thread.hasEnded) return this.#threads.give(thread);
    this.#count--;
    this.#fill(this.#longCount + SHORT_THREADS);
  }
}
