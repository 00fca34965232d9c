import type { Transport } from "../http/transport.ts";
import { pollIntervalsMs } from "./poll-interval.ts";

/** How long a record may be behind what it is the record of. */
const MOST_MS = 15_000;

/** Asks for a record again for a while as long as it is behind: some services bring it up to date after the work has ended. @returns the last one. */
export async function freshRecord<T>(
  { options: { sleep } }: Transport,
  ask: () => Promise<T>,
  isBehind: (record: T) => boolean,
  signal?: AbortSignal,
): Promise<T> {
  const intervals = pollIntervalsMs();
  for (let waitedMs = 0; ;) {
    const record = await ask();
    if (!isBehind(record) || waitedMs >= MOST_MS) return record;
    const ms = intervals.next().value;
    await sleep(ms, signal);
    waitedMs += ms;
  }
}
