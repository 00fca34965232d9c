import { checkForm, form, definedOptions } from "./options/option-forms.ts";
import { processState } from "./process-state.ts";

/** Progress of an operation. Unknown fields are absent. */
export interface ProgressEvent {
  readonly kind: "job" | "download" | "upload";
  readonly jobId?: number;
  /** `presto` or `hive`. */
  readonly engine?: string;
  /**
   * Job state, such as `queued` or `running`. On the last event of an operation that did not complete: `stopped`, `failed`, or `lost`
   * for a job whose service no longer replies.
   */
  readonly state?: string;
  /** 0 to 100. */
  readonly percent?: number;
  readonly elapsedMs: number;
  readonly rows?: number;
  readonly bytes?: number;
  readonly totalBytes?: number;
  /** True on the last event of an operation, whatever its outcome. */
  readonly done?: boolean;
}

/** Called with each progress event; must not throw. */
export type ProgressListener = (event: ProgressEvent) => void;

/** {@link ProgressEvent.state} of the last event of an operation other than a job. */
export function lastState(signal: AbortSignal | undefined, failed: boolean): string | null {
  if (signal?.aborted === true) return "stopped";
  return failed ? "failed" : null;
}

const listeners = processState("progress", () => new Set<ProgressListener>());

/** Listen to all operations of this process whose engine has progress enabled. @returns a function that stops listening. */
export function onProgress(listener: ProgressListener): () => void {
  checkForm("listener", listener, form.function);
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A progress event; null or undefined for unknown fields. */
type Progress = { readonly [K in keyof ProgressEvent]: ProgressEvent[K] | null | undefined };

/** Calls the listeners; prints nothing. */
export function reportProgress(progress: Progress): void {
  const event = definedOptions(progress) as ProgressEvent;
  for (const listener of listeners) listener(event);
}
