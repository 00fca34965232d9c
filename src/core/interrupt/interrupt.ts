// This folder: Stop: what waits ends, what runs on the service is killed.

import { isInterruptedError, isSvcError } from "../error-guards.ts";
import { InterruptedError } from "../errors.ts";
import { checkForm, form } from "../options/option-forms.ts";
import { processState } from "../process-state.ts";

/** Stop must reach every operation of the process. */
const running = processState("running", () => new Set<AbortController>());

const before = processState("before-operations", (): { check?: () => void } => ({}));

/** Sets a check that runs before each operation, but not before the steps of a running one. */
export function beforeOperations(check: () => void): void {
  before.check = check;
}

/** An operation that {@link interrupt_all} or the caller's signal can stop. */
interface RunningOperation {
  readonly signal: AbortSignal;
  /** Maps an error thrown by the operation to the one to throw. */
  failure(error: unknown): unknown;
  end(): void;
}

function begin(outer: AbortSignal | null | undefined): RunningOperation {
  if (outer != null) checkForm("signal", outer, form.signal);
  // A step of a running operation, which handles the stop itself.
  if (outer && [...running].some(({ signal }) => signal === outer))
    return { signal: outer, failure: (error) => error, end: () => undefined };
  before.check?.();
  const controller = new AbortController();
  const { signal } = controller;
  const startedMs = performance.now();
  const forward = (): void => controller.abort(outer?.reason);
  if (outer?.aborted) forward();
  outer?.addEventListener("abort", forward, { once: true });
  running.add(controller);
  return {
    signal,
    failure(error) {
      if (!signal.aborted || isInterruptedError(error)) return error;
      const elapsedMs = performance.now() - startedMs;
      const reason = isSvcError(error) ? `: ${error.message}` : "";
      return new InterruptedError(
        `interrupted after ${(elapsedMs / 1000).toFixed(1)} s${reason}`,
        { jobId: null, engine: null, elapsedMs },
        { cause: error },
      );
    },
    end() {
      running.delete(controller);
      outer?.removeEventListener("abort", forward);
    },
  };
}

/**
 * Runs an operation that {@link interrupt_all} or `outer` can stop through the signal passed to it.
 *
 * @throws InterruptedError when stopped; the error that `run` then throws is its `cause`, unless that is an
 * InterruptedError itself, which is more specific.
 */
export async function interruptible<T>(
  run: (signal: AbortSignal) => Promise<T>,
  outer?: AbortSignal,
): Promise<T> {
  const operation = begin(outer);
  try {
    operation.signal.throwIfAborted();
    return await run(operation.signal);
  } catch (error) {
    throw operation.failure(error);
  } finally {
    operation.end();
  }
}

/** {@link interruptible} for generators; if stopped between two values, it ends at the next one. */
export async function* interruptibleParts<T>(
  run: (signal: AbortSignal) => AsyncIterable<T>,
  outer?: AbortSignal,
): AsyncGenerator<T> {
  const operation = begin(outer);
  try {
    operation.signal.throwIfAborted();
    for await (const part of run(operation.signal)) {
      yield part;
      operation.signal.throwIfAborted();
    }
  } catch (error) {
    throw operation.failure(error);
  } finally {
    operation.end();
  }
}

/** Stop every running operation of this process: kills jobs on the service, rejects calls with InterruptedError. @returns how many. */
export function interrupt_all(): number {
  const controllers = [...running];
  for (const controller of controllers) controller.abort(new Error("interrupt_all was called"));
  return controllers.length;
}
