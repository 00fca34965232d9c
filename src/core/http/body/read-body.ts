// This folder: a reply's body, unpacked and bounded.

import { LONGEST_TIMER_MS } from "../../../system/abortable.ts";
import { DecodeError, TimeoutError } from "../../errors.ts";
import type { FetchResponse } from "../fetch-types.ts";
import { unpack } from "./unpack.ts";

/** Time to read data that arrived while the process was busy: Node.js runs due timers before it reads sockets. */
const GRACE_MS = 20;

/** Calls `onSilence` after `ms` without {@link restart}. Data that arrived while the process was busy is read first. */
export class SilenceTimer {
  readonly #ms: number;
  readonly #onSilence: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(ms: number, onSilence: () => void) {
    this.#ms = Math.min(ms, LONGEST_TIMER_MS);
    this.#onSilence = onSilence;
    this.restart();
  }

  restart(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = setTimeout(this.#onSilence, GRACE_MS);
    }, this.#ms);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

/** The chunks of a reply's body. @throws TimeoutError when no chunk arrives for `silenceMs`. */
export async function* readBody(response: FetchResponse, silenceMs: number): AsyncGenerator<Uint8Array> {
  if (response.body === null) return;
  const pieces = response.body[Symbol.asyncIterator]();
  let isOver = false;
  try {
    for (;;) {
      const next = await within(pieces.next(), silenceMs);
      if (next.done) {
        isOver = true;
        return;
      }
      yield typeof next.value === "string" ? Buffer.from(next.value) : next.value;
    }
  } finally {
    // Not awaited: a stalled body would never settle.
    if (!isOver) void pieces.return?.()?.then(undefined, () => {});
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

/** Maximum size of an inflated reply other than a result file: a page of rows has some megabytes. */
const MAX_BYTES = 256 * 2 ** 20;

/** A reply's body as text. @param received - Called for each chunk. @throws DecodeError when it exceeds the maximum. */
export async function readText(response: FetchResponse, what: string, received: () => void): Promise<string> {
  if (response.body === null) return response.text();
  const bytes = await inflated(response.body, MAX_BYTES + 1, received);
  if (bytes.length > MAX_BYTES)
    throw new DecodeError(`${what} failed: the reply is longer than ${MAX_BYTES} bytes`);
  return bytes.toString("utf8");
}

/**
 * The first `most` bytes of a body as text, or those that arrive before it breaks off; the rest is not read. For error pages: a small one
 * can inflate to gigabytes.
 */
export async function readBeginning(response: FetchResponse, most: number): Promise<string> {
  if (response.body === null) return "";
  return (await inflated(response.body, most, null)).subarray(0, most).toString("utf8");
}

/** The inflated bytes of a body, to its end or until there are `enough`. @param received - Null: also of a body that breaks off. */
async function inflated(
  body: AsyncIterable<Uint8Array | string>,
  enough: number,
  received: (() => void) | null,
): Promise<Buffer> {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for await (const piece of body) {
      received?.();
      yield typeof piece === "string" ? Buffer.from(piece) : piece;
    }
  }
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const bytes of unpack(chunks(), { checked: false })) {
      size += bytes.length;
      pieces.push(bytes);
      if (size >= enough) break;
    }
  } catch (error) {
    if (received !== null) throw error;
  }
  return Buffer.concat(pieces);
}
