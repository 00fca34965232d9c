/** How far an operation is. Fields that are not known are absent. */
export interface ProgressEvent {
  readonly kind: "job" | "download" | "upload";
  readonly jobId?: number;
  /** `presto` or `hive`. */
  readonly engine?: string;
  /**
   * Job state, such as `queued` or `running`. On the last event of an operation that has not done its work: `stopped`, `failed`, or, of
   * a job whose service does not answer any more, `lost`.
   */
  readonly state?: string;
  /** 0 to 100. */
  readonly percent?: number;
  readonly elapsedMs: number;
  readonly rows?: number;
  readonly bytes?: number;
  readonly totalBytes?: number;
  /** True on the last event of an operation, however it ended. */
  readonly done?: boolean;
}

/** Is called with each step of an operation; must not throw. */
export type ProgressListener = (event: ProgressEvent) => void;

/** {@link ProgressEvent.state} of the last event of anything but a job. */
export function lastState(signal: AbortSignal | undefined, failed: boolean): Pick<ProgressEvent, "state"> {
  if (signal?.aborted === true) return { state: "stopped" };
  return failed ? { state: "failed" } : {};
}

const LISTENERS = Symbol.for("svclib.progress");

function listeners(): Set<ProgressListener> {
  const holder = globalThis as { [LISTENERS]?: Set<ProgressListener> };
  return (holder[LISTENERS] ??= new Set());
}

/** Listen to every operation of this process whose engine has not turned progress off. @returns a function that ends it. */
export function onProgress(listener: ProgressListener): () => void {
  listeners().add(listener);
  return () => listeners().delete(listener);
}

/** Calls the listeners; nothing is printed here. */
export function reportProgress(event: ProgressEvent): void {
  for (const listener of listeners()) listener(event);
}
