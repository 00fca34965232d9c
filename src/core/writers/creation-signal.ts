/** How long the service may take to answer after the abort. */
const ANSWER_MS = 5_000;

/**
 * The signal for a request that creates something; it aborts some time after `signal`. The service may still carry out an aborted request,
 * and nothing would remove what it then creates.
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
