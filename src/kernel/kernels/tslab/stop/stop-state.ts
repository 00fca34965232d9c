/** Indexes of the memory shared between a tslab child's main thread and its stopper thread. */
export const STATE = {
  /** Guards termination, see {@link HOLDER}. */
  lock: 0,
  /** Number of Stops that the main thread has noticed. */
  noticed: 1,
  /** Whether the stopper waits for the lock, which a flood of output would never release for long enough. */
  wanted: 2,
} as const;

/** Holders of the lock. While the main thread holds it, in a write or in TypeScript, nothing is terminated. */
export const HOLDER = { nobody: 0, main: 1, stopper: 2 } as const;
