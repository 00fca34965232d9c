import { checkForm, form } from "./options/option-forms.ts";
import { processState } from "./process-state.ts";
import { visibleText } from "./text/visible-text.ts";

/** An anomaly of an operation that continues, or succeeded, despite it. */
export interface SvcWarning {
  /**
   * `retrying`: a request will be retried. `result-size`, `result-rows`, `result-columns`, `result-text`, `result-values`: a result differs
   * from what its job announced. `stale-job`: a job's record lags behind its status. `job-state`: a job is in an unknown state. `write`: the
   * rows are written, but cleanup failed. `session`: a setting applies to one job only.
   * `schema`: appended rows changed the type of a table's column.
   */
  readonly code:
    | "retrying"
    | "result-size"
    | "result-rows"
    | "result-columns"
    | "result-text"
    | "result-values"
    | "stale-job"
    | "job-state"
    | "write"
    | "session"
    | "schema";
  /** What is wrong, where, and what to do about it. */
  readonly message: string;
}

/** Called with each warning; must not throw. */
export type WarningListener = (warning: SvcWarning) => void;

const listeners = processState("warnings", () => new Set<WarningListener>());

/**
 * Listen to all warnings of this process. Without a listener they go to `console.warn`, which notebooks show below the cell.
 *
 * @returns a function that stops listening.
 */
export function onWarning(listener: WarningListener): () => void {
  checkForm("listener", listener, form.function);
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls the listeners; without any, writes to the console. */
export function warn(code: SvcWarning["code"], message: string): void {
  if (listeners.size === 0) console.warn(visibleText(`svclib: ${message}`));
  for (const listener of listeners) listener({ code, message });
}
