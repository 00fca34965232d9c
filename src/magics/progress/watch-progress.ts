// This folder: a query's progress, updated in place.

import { randomUUID } from "node:crypto";
import { processState } from "../../core/process-state.ts";
import { onProgress, type ProgressEvent } from "../../core/progress.ts";
import type { NotebookHost } from "../notebook-host.ts";
import { endedBundle, endedLine, runningBundle, runningLine } from "./progress-text.ts";

/** Shorter operations are not displayed. */
const QUIET_MS = 1000;
const UPDATE_MS = 1000;
/** After a successful job, the download of its result starts within this time; otherwise the operation has ended. */
const READING_STARTS_MS = 500;

interface DisplayedOperation {
  readonly displayId: string;
  readonly startedMs: number;
  readonly verbose: boolean;
  event: ProgressEvent;
  eventMs: number;
  shownMs: number | null;
}

const state = processState("verbose-progress", () => ({ verbose: false }));

/** Display the next operation from its start, with its end, as `--verbose` does. */
export function verbose_progress(): void {
  state.verbose = true;
}

/**
 * Displays the progress of this process's operations: one display each, updated in place, shown after a second and left as one line at the
 * end.
 *
 * @param host - Returns the current notebook.
 * @param now - Clock in milliseconds.
 * @returns a function that stops it.
 */
export function watchProgress(host: () => NotebookHost, now: () => number = Date.now): () => void {
  const operations = new Map<string, DisplayedOperation>();
  let ticking: ReturnType<typeof setInterval> | null = null;

  function onEvent(event: ProgressEvent): void {
    const key = event.jobId === undefined ? event.kind : `job ${event.jobId}`;
    const operation = operations.get(key) ?? begin(key, event);
    operation.event = event;
    operation.eventMs = now();
    // Reading a result restarts the elapsed time, but is the same operation.
    if (event.done === true && !goesOn(event)) end(key, operation);
    else show(operation);
  }

  function begin(key: string, event: ProgressEvent): DisplayedOperation {
    const operation: DisplayedOperation = {
      displayId: randomUUID(),
      startedMs: now() - event.elapsedMs,
      verbose: state.verbose,
      event,
      eventMs: now(),
      shownMs: null,
    };
    state.verbose = false;
    operations.set(key, operation);
    ticking ??= startTicking();
    return operation;
  }

  function startTicking(): ReturnType<typeof setInterval> {
    const timer = setInterval(tick, UPDATE_MS);
    // Does not keep the process alive. Deno's timers are numbers, and don't need this.
    (timer as { unref?: () => void }).unref?.();
    return timer;
  }

  /** Updates the elapsed time between events. */
  function tick(): void {
    for (const [key, operation] of operations) {
      if (operation.event.done === true && now() - operation.eventMs >= READING_STARTS_MS)
        end(key, operation);
      else show(operation);
    }
  }

  function show(operation: DisplayedOperation): void {
    const elapsedMs = now() - operation.startedMs;
    if (
      operation.shownMs === null
        ? !operation.verbose && elapsedMs < QUIET_MS
        : now() - operation.shownMs < UPDATE_MS
    )
      return;
    put(operation, runningBundle(runningLine(operation.event, elapsedMs)));
  }

  function end(key: string, operation: DisplayedOperation): void {
    operations.delete(key);
    if (operations.size === 0 && ticking !== null) {
      clearInterval(ticking);
      ticking = null;
    }
    if (operation.shownMs === null && !operation.verbose) return;
    put(operation, endedBundle(endedLine(operation.event, operation.eventMs - operation.startedMs)));
  }

  function put(operation: DisplayedOperation, bundle: ReturnType<typeof runningBundle>): void {
    const update = operation.shownMs !== null;
    operation.shownMs = now();
    host().display(bundle, { displayId: operation.displayId, update });
  }

  return onProgress(onEvent);
}

/** Whether this event ends a job whose result is read next. */
function goesOn({ kind, jobId, state }: ProgressEvent): boolean {
  return kind === "job" && jobId !== undefined && state === "success";
}
