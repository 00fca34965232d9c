export interface RunLimits {
  /** Longest run of one statement, milliseconds. */
  readonly runMs: number;
  /** Most bytes that a result may hold, about. */
  readonly resultBytes: number;
}

export const DEFAULT_LIMITS: RunLimits = { runMs: 6 * 3600_000, resultBytes: 8 * 1024 ** 3 };

/** Calls `interrupt` (again and again: one can be lost between two statements) once the time is over. */
export function startDeadline(
  runMs: number,
  interrupt: () => void,
): { stop(): void; readonly passed: boolean } {
  let passed = false;
  let repeat: NodeJS.Timeout | undefined;
  const timer = setTimeout(() => {
    passed = true;
    interrupt();
    repeat = setInterval(interrupt, 25);
  }, runMs);
  timer.unref();
  return {
    stop: () => {
      clearTimeout(timer);
      clearInterval(repeat);
    },
    get passed() {
      return passed;
    },
  };
}
