/** How long the service may take to answer after the abort. */
const ANSWER_MS = 5_000;

/**
 * The signal for a request that creates something: it aborts a while after `signal`. The service may create it after an aborted request,
 * and nobody would remove it then.
 */
export function creationSignal(signal: AbortSignal): AbortSignal {
  if (signal.aborted) return signal;
  const late = new AbortController();
  const abort = (): void => late.abort(signal.reason);
  signal.addEventListener("abort", () => AbortSignal.timeout(ANSWER_MS).addEventListener("abort", abort), {
    once: true,
  });
  return late.signal;
}
