import { randomUUID } from "node:crypto";
import { onProgress, type ProgressEvent } from "../../core/progress.ts";
import type { NotebookHost } from "../notebook-host.ts";
import { endedBundle, runningBundle } from "./progress-bundle.ts";
import { endedLine, runningLine } from "./progress-text.ts";

/** Quicker operations stay quiet. */
const QUIET_MS = 1000;
/** Between two updates of the same display. */
const UPDATE_MS = 1000;
/** A job that has succeeded goes on with the reading of its result; without one it has ended. */
const READING_STARTS_MS = 500;

interface Operation {
  readonly displayId: string;
  readonly startedMs: number;
  readonly verbose: boolean;
  event: ProgressEvent;
  eventMs: number;
  shownMs: number | null;
}

const VERBOSE = Symbol.for("svclib.verbose-progress");
const holder = globalThis as { [VERBOSE]?: boolean };

/** Lets the next operation show itself from its first moment, with its end: what `--verbose` runs. */
export function verbose_progress(): void {
  holder[VERBOSE] = true;
}

/**
 * Shows the operations of this process as they go: one display each, updated in place, first shown after a second and left as one line when
 * the operation has ended.
 *
 * @param host - The notebook at the time of showing.
 * @param now - Clock in milliseconds.
 * @returns a function that ends it.
 */
export function watchProgress(host: () => NotebookHost, now: () => number = Date.now): () => void {
  const operations = new Map<string, Operation>();
  let ticking: ReturnType<typeof setInterval> | null = null;

  function onEvent(event: ProgressEvent): void {
    const key = event.jobId === undefined ? event.kind : `job ${event.jobId}`;
    const operation = operations.get(key) ?? begin(key, event);
    operation.event = event;
    operation.eventMs = now();
    // Reading a result begins a new count of time, but it is the same operation.
    if (event.done === true && !goesOn(event)) end(key, operation);
    else show(operation);
  }

  function begin(key: string, event: ProgressEvent): Operation {
    const operation: Operation = {
      displayId: randomUUID(),
      startedMs: now() - event.elapsedMs,
      verbose: holder[VERBOSE] === true,
      event,
      eventMs: now(),
      shownMs: null,
    };
    holder[VERBOSE] = false;
    operations.set(key, operation);
    ticking ??= startTicking();
    return operation;
  }

  function startTicking(): ReturnType<typeof setInterval> {
    const timer = setInterval(tick, UPDATE_MS);
    // Nobody waits for it at the end of the process. Deno's timers are numbers, and need none of this.
    (timer as { unref?: () => void }).unref?.();
    return timer;
  }

  /** Between events time passes too. */
  function tick(): void {
    for (const [key, operation] of operations) {
      if (operation.event.done === true && now() - operation.eventMs >= READING_STARTS_MS)
        end(key, operation);
      else show(operation);
    }
  }

  function show(operation: Operation): void {
    const elapsedMs = now() - operation.startedMs;
    if (
      operation.shownMs === null
        ? !operation.verbose && elapsedMs < QUIET_MS
        : now() - operation.shownMs < UPDATE_MS
    )
      return;
    put(operation, runningBundle(runningLine(operation.event, elapsedMs)));
  }

  function end(key: string, operation: Operation): void {
    operations.delete(key);
    if (operations.size === 0 && ticking !== null) {
      clearInterval(ticking);
      ticking = null;
    }
    if (operation.shownMs === null && !operation.verbose) return;
    put(operation, endedBundle(endedLine(operation.event, operation.eventMs - operation.startedMs)));
  }

  function put(operation: Operation, bundle: ReturnType<typeof runningBundle>): void {
    const update = operation.shownMs !== null;
    operation.shownMs = now();
    host().display(bundle, { displayId: operation.displayId, update });
  }

  return onProgress(onEvent);
}

/** Is this the end of a job whose result is read next? */
function goesOn({ kind, jobId, state }: ProgressEvent): boolean {
  return kind === "job" && jobId !== undefined && state === "success";
}
