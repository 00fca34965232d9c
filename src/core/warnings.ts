import { visibleText } from "./text/visible-text.ts";

/** Something unusual about an operation that goes on, or has done its work, all the same. */
export interface SvcWarning {
  /**
   * `retrying`: a request waits to be sent again. `result-size`, `result-rows`, `result-columns`, `result-text`, `result-values`: a result
   * is not as its job announced it. `stale-job`: a job's record is behind its status. `write`: rows are in, and cleaning up behind them failed.
   * `session`: a setting lasts for one job only.
   */
  readonly code:
    | "retrying"
    | "result-size"
    | "result-rows"
    | "result-columns"
    | "result-text"
    | "result-values"
    | "stale-job"
    | "write"
    | "session";
  /** What is unusual, on what, and what to do about it. */
  readonly message: string;
}

/** Is called with each warning; must not throw. */
export type WarningListener = (warning: SvcWarning) => void;

const LISTENERS = Symbol.for("svclib.warnings");

function listeners(): Set<WarningListener> {
  const holder = globalThis as { [LISTENERS]?: Set<WarningListener> };
  return (holder[LISTENERS] ??= new Set());
}

/**
 * Listen to every warning of this process. Without a listener, warnings go to `console.warn`, which notebooks show below the cell.
 *
 * @returns a function that ends it.
 */
export function onWarning(listener: WarningListener): () => void {
  listeners().add(listener);
  return () => listeners().delete(listener);
}

/** Calls the listeners; without one, writes to the console. */
export function warn(code: SvcWarning["code"], message: string): void {
  if (listeners().size === 0) console.warn(visibleText(`svclib: ${message}`));
  for (const listener of listeners()) listener({ code, message });
}
