import { Attempts } from "../../../system/attempts.ts";
import { openJobResult, type ResultFormat } from "../../endpoints/jobs.ts";
import { expectSubject } from "../../endpoints/read-field.ts";
import { DecodeError, NetworkError } from "../../errors.ts";
import type { FetchResponse } from "../../http/fetch-types.ts";
import { readBody } from "../../http/body/read-body.ts";
import type { Transport } from "../../http/transport.ts";
import { BLOCKS_FORMAT, BLOCKS_TYPE } from "../../blocks/block-format.ts";

/** The file being downloaded. */
export interface ResultDownload {
  readonly transport: Transport;
  readonly jobId: string;
  readonly format: ResultFormat;
  /** Size in bytes that the job announced; null when unknown. */
  readonly announced: number | null;
  /** The file's size in bytes and entity tag, from the first reply; null before, and where the server sends none. */
  size: number | null;
  etag: string | null;
  /** A reply had a content coding: fetch may have decoded its bytes, so their offsets are not the file's. */
  coded: boolean;
  /** The transfer that reached the file's end had a length or chunk framing, so truncation would have been detected. */
  framed: boolean;
}

/** Thrown when blocks were requested but the service now stores the result as msgpack.gz: another client read it in that format. */
export class ResultMovedError extends Error {}

/** Thrown when a part was requested and the whole file was sent. */
export class NoRangesError extends Error {}

/** One part of a result file, over one connection at a time. A transfer that breaks off is resumed. */
export class ResultRange {
  readonly #source: ResultDownload;
  readonly #signal: AbortSignal | undefined;
  #at: number;
  /** Offset after the last byte; null: to the end of the file. May be lowered while the part is read. */
  end: number | null;
  readonly #isPart: boolean;

  /** @param range - `part` is false for the first stream of a download, which runs to the end of the file. */
  constructor(
    source: ResultDownload,
    range: { readonly start: number; readonly end: number | null; readonly part: boolean },
    signal?: AbortSignal,
  ) {
    this.#source = source;
    this.#signal = signal;
    this.#at = range.start;
    this.end = range.end;
    this.#isPart = range.part;
  }

  /**
   * The bytes, as they arrive.
   *
   * @throws DecodeError when a part's length is wrong, or the file changed between two replies.
   * @throws NoRangesError
   * @throws ResultMovedError
   */
  async *read(): AsyncGenerator<Uint8Array> {
    const source = this.#source;
    const { transport, jobId, format } = source;
    const { retry, sleep } = transport.options;
    const attempts = new Attempts("read", retry);
    for (;;) {
      const before = this.#at;
      const at = source.coded
        ? { format, offset: 0, end: null, etag: null }
        : { format, offset: before, end: this.end, etag: source.etag };
      const response = await openJobResult(transport, jobId, at, this.#signal);
      const broken = yield* this.#readReply(response);
      if (broken === null && (this.#done() || this.#isWhole(before))) return;
      this.#signal?.throwIfAborted();
      // A server may send less than the range that it was asked for.
      if (broken === null && this.#at > before) continue;
      const delayMs = attempts.next("lost");
      if (delayMs === null || (broken === null && this.#isPart)) throw this.#cutOff(broken, attempts.summary);
      await sleep(delayMs, this.#signal);
    }
  }

  /**
   * Whether a transfer that ended was complete. Some servers close early without any error: if the job announced more bytes, the rest is
   * requested until none arrive. A content coding has a length of its own.
   */
  #isWhole(before: number): boolean {
    const { size, announced, coded, framed } = this.#source;
    if (this.#isPart) return false;
    const least = size ?? (this.#at === before ? 0 : announced) ?? 0;
    return (coded && framed) || this.#at >= least;
  }

  #done(): boolean {
    return this.end !== null && this.#at >= this.end;
  }

  /** Yields the chunks of one reply. @returns the error that ended it, null when it ended normally. */
  async *#readReply(response: FetchResponse): AsyncGenerator<Uint8Array, unknown> {
    const source = this.#source;
    if (response.status === 416) return null;
    const { headers } = response;
    if (source.format === BLOCKS_FORMAT && headers.get("content-type") !== BLOCKS_TYPE)
      throw new ResultMovedError(`job ${source.jobId}: the result is no longer stored in blocks`);
    const coding = headers.get("content-encoding");
    source.coded ||= coding !== null && coding !== "identity";
    this.#check(response);
    let skip = this.#bytesToSkip(response);
    source.etag ??= headers.get("etag");
    try {
      for await (const chunk of readBody(response, source.transport.options.timeoutMs)) {
        const piece = skip === 0 ? chunk : chunk.subarray(skip);
        skip = Math.max(0, skip - chunk.length);
        const part = this.#withinRange(piece);
        this.#at += part.length;
        if (part.length > 0) yield part;
        // Parts are read to their end, so that the connection can be reused for the next one.
        if (!this.#isPart && this.#done() && this.end !== source.size) return null;
      }
      source.framed = headers.get("content-length") !== null || headers.get("transfer-encoding") !== null;
      return null;
    } catch (error) {
      if (error instanceof DecodeError) throw error;
      return error;
    }
  }

  /** @throws DecodeError for bytes after the requested part. */
  #withinRange(piece: Uint8Array): Uint8Array {
    const rest = (this.end ?? Infinity) - this.#at;
    if (piece.length <= rest) return piece;
    if (!this.#isPart) return piece.subarray(0, rest);
    throw new DecodeError(
      `read result of job ${this.#source.jobId} failed: the reply has more than the ${rest} bytes requested`,
    );
  }

  /**
   * Checks the headers: the reply must be this job's, have the size of the first reply, and begin at the next offset.
   *
   * @throws DecodeError
   */
  #check({ status, headers }: FetchResponse): void {
    const source = this.#source;
    const what = `read result of job ${source.jobId}`;
    const named = /\/job\/result\/([^/?]+)/.exec(headers.get("content-location") ?? "")?.[1];
    expectSubject(what, named, source.jobId);
    if (source.coded) return;
    let total = headers.get("content-length");
    if (status === 206) {
      const [, first, all] = /^bytes (\d+)-\d+\/(\d+|\*)/.exec(headers.get("content-range") ?? "") ?? [];
      if (first !== undefined && Number(first) !== this.#at)
        throw new DecodeError(`${what} failed: the reply begins at byte ${first}, not at ${this.#at}`);
      total = all ?? null;
    }
    if (total === null || !/^\d+$/.test(total)) return;
    source.size ??= Number(total);
    if (source.size !== Number(total)) throw this.#changed();
  }

  /** A server without ranges sends the whole file again: skips the bytes already received, unless the file changed. */
  #bytesToSkip(response: FetchResponse): number {
    if (this.#at === 0) return 0;
    const { etag } = this.#source;
    const now = response.headers.get("etag");
    if (response.status === 206) {
      if (etag !== null && now !== null && now !== etag) throw this.#changed();
      return 0;
    }
    if (etag !== null && now !== etag) throw this.#changed();
    if (this.#isPart)
      throw new NoRangesError(
        `job ${this.#source.jobId}: the service sent the whole file instead of a range`,
      );
    return this.#at;
  }

  #changed(): DecodeError {
    return new DecodeError(
      `the result of job ${this.#source.jobId} changed while it was read; read it again`,
    );
  }

  #cutOff(cause: unknown, note: string): Error {
    const { jobId, size, announced } = this.#source;
    const message = `read result of job ${jobId} failed: ${this.#at} of ${size ?? announced ?? "?"} bytes were received${note}`;
    if (cause === null) return new DecodeError(message);
    return new NetworkError(
      message,
      { method: "GET", path: `/v3/job/result/${jobId}`, code: null },
      { cause },
    );
  }
}
