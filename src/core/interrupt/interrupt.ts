import { isInterruptedError, isSvcError } from "../error-guards.ts";
import { InterruptedError } from "../errors.ts";

// One list for the process, whatever number of copies of this module it holds: Stop must reach every operation.
const RUNNING = Symbol.for("svclib.running");

function running(): Set<AbortController> {
  const holder = globalThis as { [RUNNING]?: Set<AbortController> };
  return (holder[RUNNING] ??= new Set());
}

/** One operation that {@link interrupt_all} or a caller's signal can stop. */
interface Operation {
  readonly signal: AbortSignal;
  /** The error to throw for one that the operation threw. */
  failure(error: unknown): unknown;
  end(): void;
}

function begin(outer: AbortSignal | undefined): Operation {
  // A step of an operation that is known already: that one is stopped, and says so.
  if (outer !== undefined && [...running()].some(({ signal }) => signal === outer))
    return { signal: outer, failure: (error) => error, end: () => undefined };
  const controller = new AbortController();
  const { signal } = controller;
  const startedMs = performance.now();
  const forward = (): void => controller.abort(outer?.reason);
  if (outer?.aborted) forward();
  outer?.addEventListener("abort", forward, { once: true });
  running().add(controller);
  return {
    signal,
    failure(error) {
      if (!signal.aborted || isInterruptedError(error)) return error;
      const elapsedMs = performance.now() - startedMs;
      const said = isSvcError(error) ? `: ${error.message}` : "";
      return new InterruptedError(
        `interrupted after ${(elapsedMs / 1000).toFixed(1)} s${said}`,
        { jobId: null, engine: null, elapsedMs },
        { cause: error },
      );
    },
    end() {
      running().delete(controller);
      outer?.removeEventListener("abort", forward);
    },
  };
}

/**
 * Run an operation that {@link interrupt_all} or `outer` can stop through the signal it is given.
 *
 * @throws InterruptedError when it was stopped; an error thrown by `run` because of the stop is its `cause`,
 * unless `run` threw an InterruptedError of its own, which says more.
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

/** {@link interruptible} for what gives its values one by one; stopped between two of them, it ends at the next. */
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

/** Stop every running operation of this process: jobs are killed on the service, calls reject with InterruptedError. @returns how many. */
export function interrupt_all(): number {
  const controllers = [...running()];
  for (const controller of controllers) controller.abort(new Error("interrupt_all was called"));
  return controllers.length;
}
