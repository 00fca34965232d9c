// This folder: Stop: what waits ends, what runs on the service is killed.

import { isInterruptedError, isSvcError } from "../error-guards.ts";
import { ConfigError, InterruptedError } from "../errors.ts";
import { checkForm, form } from "../options/option-forms.ts";
import { processState } from "../process-state.ts";

/** Stop must reach every operation of the process. */
const running = processState("running", () => new Set<AbortController>());

const before = processState("before-operations", (): { check?: () => void } => ({}));

/** Sets a check that runs before each operation, but not before the steps of a running one. */
export function beforeOperations(check: () => void): void {
  before.check = check;
}

/** The operations of a client, which end when it is closed. */
export class ClientOperations {
  readonly #running = new Set<AbortController>();
  #steps = 0;
  #closed = false;
  readonly #waiting: (() => void)[] = [];

  /** @throws ConfigError when the client is closed. */
  add(controller: AbortController): void {
    if (this.#closed) throw new ConfigError("the client is closed; connect again");
    this.#running.add(controller);
  }

  delete(controller: AbortController): void {
    this.#running.delete(controller);
  }

  /** Runs what the end of all operations has to wait for. */
  async step<T>(run: () => Promise<T>): Promise<T> {
    this.#steps++;
    try {
      return await run();
    } finally {
      if (--this.#steps === 0) for (const end of this.#waiting.splice(0)) end();
    }
  }

  /** Stops all. @param whenOver - Called when they have ended on the service too; at once if none is running. */
  stop(reason: Error, whenOver: () => void): void {
    this.#closed = true;
    for (const controller of [...this.#running]) controller.abort(reason);
    if (this.#steps === 0) whenOver();
    else this.#waiting.push(whenOver);
  }
}

/** An operation that {@link interrupt_all}, the caller's signal or the end of its client can stop. */
interface RunningOperation {
  readonly signal: AbortSignal;
  /** No effect on a step of another operation. */
  stop(reason: Error): void;
  /** Maps an error thrown by the operation to the one to throw. */
  failure(error: unknown): unknown;
  end(): void;
}

function begin(outer: AbortSignal | null | undefined, client?: ClientOperations): RunningOperation {
  if (outer != null) checkForm("signal", outer, form.signal);
  // A step of a running operation, which handles the stop itself.
  if (outer && [...running].some(({ signal }) => signal === outer))
    return { signal: outer, stop: () => undefined, failure: (error) => error, end: () => undefined };
  before.check?.();
  const controller = new AbortController();
  client?.add(controller);
  const { signal } = controller;
  const startedMs = performance.now();
  const forward = (): void => controller.abort(outer?.reason);
  if (outer?.aborted) forward();
  outer?.addEventListener("abort", forward, { once: true });
  running.add(controller);
  return {
    signal,
    stop: (reason) => controller.abort(reason),
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
      client?.delete(controller);
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
  client = new ClientOperations(),
): Promise<T> {
  const operation = begin(outer, client);
  try {
    operation.signal.throwIfAborted();
    return await client.step(() => run(operation.signal));
  } catch (error) {
    throw operation.failure(error);
  } finally {
    operation.end();
  }
}

/**
 * {@link interruptible} for generators. If stopped between two values, it ends at once, and the next call throws. A generator would take a
 * `return` only behind the value that somebody waits for; this one stops that wait.
 */
export function interruptibleParts<T>(
  run: (signal: AbortSignal) => AsyncIterable<T>,
  outer?: AbortSignal,
  client = new ClientOperations(),
): AsyncGenerator<T> {
  let operation: RunningOperation | null = null;
  let waiting = 0;
  let stopped: { readonly error: unknown; readonly end: Promise<unknown> } | null = null;
  async function* read(): AsyncGenerator<T> {
    const begun = (operation = begin(outer, client));
    const onAbort = (): void => {
      if (waiting > 0) return;
      const end = client.step(() => take.return(undefined)).catch(() => undefined);
      stopped = { error: begun.failure(begun.signal.reason), end };
    };
    try {
      begun.signal.throwIfAborted();
      begun.signal.addEventListener("abort", onAbort, { once: true });
      for await (const part of run(begun.signal)) yield part;
      begun.signal.throwIfAborted();
    } catch (error) {
      throw begun.failure(error);
    } finally {
      begun.signal.removeEventListener("abort", onAbort);
      begun.end();
    }
  }
  const parts = read();
  const take = {
    next: parts.next.bind(parts),
    return: parts.return.bind(parts),
    throw: parts.throw.bind(parts),
  };
  const stopWait = (): void => {
    if (waiting > 0) operation?.stop(new Error("the loop was ended"));
  };
  return Object.assign(parts, {
    async next(): Promise<IteratorResult<T>> {
      if (stopped !== null) {
        const { error, end } = stopped;
        stopped = null;
        await end;
        throw error;
      }
      waiting++;
      try {
        return await client.step(() => take.next());
      } finally {
        waiting--;
      }
    },
    return(value: unknown): Promise<IteratorResult<T>> {
      stopWait();
      return take.return(value);
    },
    throw(error: unknown): Promise<IteratorResult<T>> {
      stopWait();
      return take.throw(error);
    },
  });
}

/** Stop every running operation of this process: kills jobs on the service, rejects calls with InterruptedError. @returns how many. */
export function interrupt_all(): number {
  const controllers = [...running];
  for (const controller of controllers) controller.abort(new Error("interrupt_all was called"));
  return controllers.length;
}
