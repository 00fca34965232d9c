/** Places of the memory that a tslab child shares with the thread that stops it. */
export const STATE = {
  /** Whether a cell may be cut off now, see {@link HOLDER}. */
  lock: 0,
  /** How many stops the main thread has taken notice of. */
  noticed: 1,
  /** Whether the other thread waits for the lock: a flood of output would leave it no gap. */
  wanted: 2,
} as const;

/** Who holds the lock. While the main thread does, nothing is cut off: it is writing, or TypeScript is at work. */
export const HOLDER = { nobody: 0, main: 1, stopper: 2 } as const;
