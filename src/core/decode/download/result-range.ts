import { expectSubject } from "../../endpoints/expect-subject.ts";
import { openJobResult, type ResultFormat } from "../../endpoints/jobs.ts";
import { DecodeError, NetworkError } from "../../errors.ts";
import type { FetchResponse } from "../../http/fetch-types.ts";
import { readBody } from "../../http/body/read-body.ts";
import { RetryBudget } from "../../http/retry-budget.ts";
import type { Transport } from "../../http/transport.ts";
import { BLOCKS_FORMAT, BLOCKS_TYPE } from "../../wire/result-blocks.ts";

/** The file that a download reads. */
export interface ResultSource {
  readonly transport: Transport;
  readonly jobId: string;
  readonly format: ResultFormat;
  /** Bytes that the job announced; null when it did not. */
  readonly announced: number | null;
  /** Bytes of the file, and its tag, as the first reply has them; null before, and where the server gives none. */
  size: number | null;
  etag: string | null;
  /** A reply names a content coding: its bytes may be unpacked on the way, so that they have no place in the file. */
  coded: boolean;
  /** The file's end came in a transfer that shows when it is cut off. */
  framed: boolean;
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

  /** @param range - `part` is false for the stream that a download begins with: it is sent up to the file's end, wherever that is. */
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
   * @throws DecodeError when a part is not as long as asked for, or the file changed between two replies.
   * @throws NoRangesError
   * @throws ResultMovedError
   */
  async *read(): AsyncGenerator<Uint8Array> {
    const source = this.#source;
    const { transport, jobId, format } = source;
    const { retry, sleep } = transport.options;
    const budget = new RetryBudget(retry);
    for (;;) {
      const before = this.#at;
      const end = this.end === source.size ? null : this.end;
      const at = source.coded
        ? { format, offset: 0, end: null, etag: null }
        : { format, offset: before, end, etag: source.etag };
      const response = await openJobResult(transport, jobId, at, this.#signal);
      const broken = yield* this.#readReply(response);
      if (broken === null && (this.#done() || this.#isWhole(before))) return;
      this.#signal?.throwIfAborted();
      const delayMs = budget.next(null);
      if (delayMs === null && broken === null && !this.#isPart) return;
      if (delayMs === null || (broken === null && this.#at === before))
        throw this.#cutOff(broken, budget.summary);
      await sleep(delayMs, this.#signal);
    }
  }

  /**
   * Whether a transfer that ended brought all there is. Some servers close early without any sign of it: where the job announced more, the
   * rest is asked for, until nothing comes.
   */
  #isWhole(before: number): boolean {
    const { size, announced } = this.#source;
    if (this.#isPart) return false;
    return this.#at === before || this.#at >= (size ?? announced ?? 0);
  }

  #done(): boolean {
    return this.end !== null && this.#at >= this.end;
  }

  /** Passes the pieces of one reply on. @returns what broke it, null when it ended as it should. */
  async *#readReply(response: FetchResponse): AsyncGenerator<Uint8Array, unknown> {
    const source = this.#source;
    if (response.status === 416) return null;
    const { headers } = response;
    if (source.format === BLOCKS_FORMAT && headers.get("content-type") !== BLOCKS_TYPE)
      throw new ResultMovedError(`job ${source.jobId}: the result is not kept in blocks any more`);
    const coding = headers.get("content-encoding");
    source.coded ||= coding !== null && coding !== "identity";
    this.#check(response);
    let skip = this.#bytesToSkip(response);
    source.etag ??= headers.get("etag");
    const body = readBody(response, source.transport.options.timeoutMs);
    try {
      for (;;) {
        const next = await body.next();
        if (next.done) {
          source.framed = headers.get("content-length") !== null || headers.get("transfer-encoding") !== null;
          return null;
        }
        const piece = skip === 0 ? next.value : next.value.subarray(skip);
        skip = Math.max(0, skip - next.value.length);
        const wanted = this.#wanted(piece);
        this.#at += wanted.length;
        if (wanted.length > 0) yield wanted;
        // Parts are read to their end all the same: only then their connection serves the next one.
        if (!this.#isPart && this.#done() && this.end !== source.size) return null;
      }
    } catch (error) {
      if (error instanceof DecodeError) throw error;
      return error;
    } finally {
      await body.return(undefined);
    }
  }

  /** @throws DecodeError for bytes behind the part that was asked for. */
  #wanted(piece: Uint8Array): Uint8Array {
    const left = (this.end ?? Infinity) - this.#at;
    if (piece.length <= left) return piece;
    if (!this.#isPart) return piece.subarray(0, left);
    throw new DecodeError(
      `read result of job ${this.#source.jobId} failed: more bytes came than the ${left} left of a part`,
    );
  }

  /**
   * As far as the reply's headers say: it must be this job's, of the size that the first reply gave, and begin at the byte that comes next.
   *
   * @throws DecodeError
   */
  #check({ status, headers }: FetchResponse): void {
    const source = this.#source;
    const what = `read result of job ${source.jobId}`;
    const location = headers.get("content-location");
    const named = location === null ? null : /\/job\/result\/([^/?]+)/.exec(location)?.[1];
    if (named !== null) expectSubject(what, named, source.jobId);
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
    const { jobId, size, announced } = this.#source;
    const said = `read result of job ${jobId} failed: ${this.#at} of ${size ?? announced ?? "?"} bytes came${note}`;
    if (cause === null) return new DecodeError(said);
    return new NetworkError(said, { method: "GET", path: `/v3/job/result/${jobId}`, code: null }, cause);
  }
}
