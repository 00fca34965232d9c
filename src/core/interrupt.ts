import { isInterruptedError, isSvcError } from "./error-guards.ts";
import { InterruptedError } from "./errors.ts";

// One list for the process, whatever number of copies of this module it holds: Stop must reach every operation.
const RUNNING = Symbol.for("svclib.running");

function running(): Set<AbortController> {
  const holder = globalThis as { [RUNNING]?: Set<AbortController> };
  return (holder[RUNNING] ??= new Set());
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
  // A step of an operation that is known already: that one is stopped, and says so.
  if (outer !== undefined && [...running()].some(({ signal }) => signal === outer)) return run(outer);
  const controller = new AbortController();
  const startedMs = performance.now();
  const forward = (): void => controller.abort(outer?.reason);
  if (outer?.aborted) forward();
  outer?.addEventListener("abort", forward, { once: true });
  running().add(controller);
  try {
    controller.signal.throwIfAborted();
    return await run(controller.signal);
  } catch (error) {
    if (!controller.signal.aborted) throw error;
    if (isInterruptedError(error)) throw error;
    const elapsedMs = performance.now() - startedMs;
    const said = isSvcError(error) ? `: ${error.message}` : "";
    throw new InterruptedError(
      `interrupted after ${(elapsedMs / 1000).toFixed(1)} s${said}`,
      { jobId: null, engine: null, elapsedMs },
      { cause: error },
    );
  } finally {
    running().delete(controller);
    outer?.removeEventListener("abort", forward);
  }
}

/** Stop every running operation of this process: jobs are killed on the service, calls reject with InterruptedError. @returns how many. */
export function interrupt_all(): number {
  const controllers = [...running()];
  for (const controller of controllers) controller.abort(new Error("interrupt_all was called"));
  return controllers.length;
}
