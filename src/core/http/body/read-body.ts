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

/** Bytes of a body that are read before the caller asks for them. */
const AHEAD_BYTES = 2 ** 20;

/**
 * The bytes of a reply's body. What arrives while the caller is busy comes as one chunk: each passes through a dozen functions, which
 * costs more than to join them.
 *
 * @throws TimeoutError when nothing arrives for `silenceMs`.
 */
export async function* readBody(response: FetchResponse, silenceMs: number): AsyncGenerator<Uint8Array> {
  if (response.body === null) return;
  const pieces = response.body[Symbol.asyncIterator]();
  let waiting: Uint8Array[] = [];
  let size = 0;
  let isOver = false;
  const failures: unknown[] = [];
  let wake = (): void => {};
  const change = (): Promise<void> => new Promise((resolve) => (wake = resolve));
  const end = (): void => {
    isOver = true;
    silence.stop();
    wake();
  };
  const fail = (error: unknown): void => {
    failures.push(error);
    end();
  };
  const silence = new SilenceTimer(silenceMs, () =>
    fail(new TimeoutError(`no data arrived for ${silenceMs / 1000} s`, silenceMs)),
  );
  const readAhead = async (): Promise<void> => {
    while (!isOver) {
      silence.restart();
      const next = await pieces.next();
      silence.stop();
      if (next.done) return;
      const piece = typeof next.value === "string" ? Buffer.from(next.value) : next.value;
      waiting.push(piece);
      size += piece.length;
      wake();
      while (size >= AHEAD_BYTES && !isOver) await change();
    }
  };
  void readAhead().then(end, fail);
  try {
    for (;;) {
      while (waiting.length === 0 && !isOver) await change();
      const [first] = waiting;
      if (first === undefined) break;
      const chunk = waiting.length === 1 ? first : Buffer.concat(waiting, size);
      waiting = [];
      size = 0;
      wake();
      yield chunk;
    }
  } finally {
    end();
    // Not awaited: a stalled body would never settle.
    void pieces.return?.()?.then(undefined, () => {});
  }
  if (failures.length > 0) throw failures[0];
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
