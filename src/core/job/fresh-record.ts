import { Attempts } from "../../system/attempts.ts";
import { isNotFoundError } from "../error-guards.ts";
import type { Transport } from "../http/transport.ts";

/** A record may be some 15 seconds behind the actual state. */
const WAITS = { firstDelayMs: 50, longestDelayMs: 5000, maxCumulDelayMs: 20_000 };

/** Polls a record while it is outdated: some services update it after the work has ended. @returns the last one. */
export async function freshRecord<T>(
  { options: { sleep } }: Transport,
  ask: () => Promise<T>,
  isBehind: (record: T) => boolean,
  signal?: AbortSignal,
): Promise<T> {
  const attempts = new Attempts("read", WAITS);
  for (;;) {
    const record = await ask();
    const ms = isBehind(record) ? attempts.next("early") : null;
    if (ms === null) return record;
    await sleep(ms, signal);
  }
}

/** Retries while the service does not know a job that it has just issued. @throws NotFoundError if that does not change. */
export async function onceKnown<T>(
  transport: Transport,
  ask: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  if (transport.echoesRequestIds) return ask();
  const orNull = (error: unknown): null => {
    if (isNotFoundError(error)) return null;
    throw error;
  };
  const early = (): Promise<T | null> => ask().catch(orNull);
  return (await freshRecord(transport, early, (answer) => answer === null, signal)) ?? ask();
}

/**
 * Default waits between polls: short at first, as most notebook queries take less than a second, then growing by half
 * up to 5 s, as the hosted service's own clients poll.
 */
export function* pollIntervalsMs(): Generator<number, never> {
  for (let ms = 50; ; ms = Math.min(ms * 1.5, 5000)) yield Math.round(ms);
}
