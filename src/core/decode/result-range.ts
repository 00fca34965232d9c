import { expectSubject } from "../endpoints/expect-subject.ts";
import { openJobResult, type ResultFormat } from "../endpoints/jobs.ts";
import { DecodeError, NetworkError } from "../errors.ts";
import type { FetchResponse } from "../http/fetch-types.ts";
import { readBody } from "../http/read-body.ts";
import { RetryBudget } from "../http/retry-budget.ts";
import type { Transport } from "../http/transport.ts";
import { BLOCKS_FORMAT, BLOCKS_TYPE } from "../wire/result-blocks.ts";

/** The file that a download reads. */
export interface ResultSource {
  readonly transport: Transport;
  readonly jobId: string;
  readonly format: ResultFormat;
  /** Bytes that the job announced; null when it did not. */
  readonly size: number | null;
  /** Of the first reply; null before, and where the server tells none. */
  etag: string | null;
}

/** Thrown where blocks were asked for and the service keeps the result as msgpack.gz now: somebody read it so in the meantime. */
export class ResultMovedError extends Error {}

/** Thrown where a part was asked for and the whole file came. */
export class NoRangesError extends Error {}

/**
 * One part of a result file over one connection at a time. A transfer that breaks off is taken up where it broke.
 */
export class ResultRange {
  readonly #source: ResultSource;
  readonly #signal: AbortSignal | undefined;
  /** Byte that comes next. */
  #at: number;
  /** First byte that is not wanted any more; null: up to the end. It may be drawn nearer while the part is read. */
  end: number | null;
  readonly #isPart: boolean;

  /** @param range - `part` is false for the stream that a download begins with: it may be sent, and read, up to the file's end. */
  constructor(
    source: ResultSource,
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
   * The bytes, as they come.
   *
   * @throws DecodeError when there are not as many as announced, or the file changed between two replies.
   * @throws NoRangesError
   * @throws ResultMovedError
   */
  async *read(): AsyncGenerator<Uint8Array> {
    const { transport, jobId, format, size } = this.#source;
    const { retry, sleep } = transport.options;
    const budget = new RetryBudget(retry);
    for (;;) {
      const before = this.#at;
      const at = {
        format,
        offset: before,
        end: this.end === size ? null : this.end,
        etag: this.#source.etag,
      };
      const response = await openJobResult(transport, jobId, at, this.#signal);
      const broken = yield* this.#readReply(response);
      // Some servers close early without any sign of it: the announced size tells.
      if (broken === null && (this.#done() || size === null)) return;
      if (broken === null && this.#at === before) throw this.#cutOff(null, "");
      this.#signal?.throwIfAborted();
      const delayMs = budget.next(null);
      if (delayMs === null) throw this.#cutOff(broken, budget.summary);
      await sleep(delayMs, this.#signal);
    }
  }

  #done(): boolean {
    return this.end !== null && this.#at >= this.end;
  }

  /** Passes the pieces of one reply on. @returns what broke it, null when it ended as it should. */
  async *#readReply(response: FetchResponse): AsyncGenerator<Uint8Array, unknown> {
    if (response.status === 416) return null;
    if (this.#source.format === BLOCKS_FORMAT && response.headers.get("content-type") !== BLOCKS_TYPE)
      throw new ResultMovedError(`job ${this.#source.jobId}: the result is not kept in blocks any more`);
    this.#check(response);
    let skip = this.#bytesToSkip(response);
    this.#source.etag ??= response.headers.get("etag");
    const body = readBody(response, this.#source.transport.options.timeoutMs);
    try {
      for (;;) {
        const next = await body.next();
        if (next.done) return null;
        const piece = skip === 0 ? next.value : next.value.subarray(skip);
        skip = Math.max(0, skip - next.value.length);
        const wanted = this.#wanted(piece);
        this.#at += wanted.length;
        if (wanted.length > 0) yield wanted;
        // Parts are read to their end all the same: only then their connection serves the next one.
        if (!this.#isPart && this.#done() && this.end !== this.#source.size) return null;
      }
    } catch (error) {
      if (error instanceof DecodeError) throw error;
      return error;
    } finally {
      await body.return(undefined);
    }
  }

  /** @throws DecodeError for bytes behind the announced end, or behind the part that was asked for. */
  #wanted(piece: Uint8Array): Uint8Array {
    const left = (this.end ?? Infinity) - this.#at;
    if (piece.length <= left) return piece;
    const { jobId, size } = this.#source;
    if (this.#isPart) {
      throw new DecodeError(
        `read result of job ${jobId} failed: more bytes came than the ${left} left of a part`,
      );
    }
    if (this.end === size) {
      throw new DecodeError(
        `the result of job ${jobId} is longer than the ${size} bytes that the job announced`,
      );
    }
    return piece.subarray(0, left);
  }

  /**
   * Where the reply tells: it must be this job's, of the announced size, and begin at the byte that comes next.
   *
   * @throws DecodeError
   */
  #check(response: FetchResponse): void {
    const { jobId, size } = this.#source;
    const what = `read result of job ${jobId}`;
    const location = response.headers.get("content-location");
    const told = location === null ? null : /\/job\/result\/([^/?]+)/.exec(location)?.[1];
    if (told !== null) expectSubject(what, told, jobId);
    if (response.status !== 206) return;
    const [, first, total] =
      /^bytes (\d+)-\d+\/(\d+|\*)/.exec(response.headers.get("content-range") ?? "") ?? [];
    if (first !== undefined && Number(first) !== this.#at) {
      throw new DecodeError(`${what} failed: the reply begins at byte ${first}, not at ${this.#at}`);
    }
    if (total !== undefined && total !== "*" && size !== null && Number(total) !== size)
      throw this.#changed();
  }

  /** A server that can't do ranges sends the whole file again: skip what is there, unless it is another file. */
  #bytesToSkip(response: FetchResponse): number {
    if (this.#at === 0) return 0;
    const { etag } = this.#source;
    const now = response.headers.get("etag");
    if (response.status === 206) {
      if (etag !== null && now !== null && now !== etag) throw this.#changed();
      return 0;
    }
    if (etag !== null && now !== etag) throw this.#changed();
    if (this.#isPart) throw new NoRangesError(`job ${this.#source.jobId}: the whole file came for a part`);
    return this.#at;
  }

  #changed(): DecodeError {
    return new DecodeError(
      `the result of job ${this.#source.jobId} changed while it was read; read it again`,
    );
  }

  #cutOff(cause: unknown, note: string): Error {
    const { jobId, size } = this.#source;
    const said = `read result of job ${jobId} failed: ${this.#at} of ${size ?? "?"} bytes came${note}`;
    if (cause === null) return new DecodeError(said);
    return new NetworkError(said, { method: "GET", path: `/v3/job/result/${jobId}`, code: null }, cause);
  }
}
