import { TimeoutError } from "../../errors.ts";
import type { FetchResponse } from "../fetch-types.ts";
import { SilenceTimer } from "./silence-timer.ts";

/** The chunks of a reply's body. @throws TimeoutError when no chunk arrives for `silenceMs`. */
export async function* readBody(response: FetchResponse, silenceMs: number): AsyncGenerator<Uint8Array> {
  if (response.body === null) return;
  const pieces = response.body[Symbol.asyncIterator]();
  let ended = false;
  try {
    for (;;) {
      const next = await within(pieces.next(), silenceMs);
      if (next.done) {
        ended = true;
        return;
      }
      yield typeof next.value === "string" ? Buffer.from(next.value) : next.value;
    }
  } finally {
    // Not awaited: a stalled body would never settle.
    if (!ended) void pieces.return?.()?.then(undefined, () => {});
  }
}

function within<T>(promise: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = new SilenceTimer(ms, () =>
      reject(new TimeoutError(`no data arrived for ${ms / 1000} s`, ms)),
    );
    promise.then(resolve, reject).finally(() => timer.stop());
  });
}
