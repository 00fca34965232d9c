import type { ResultFormat } from "../endpoints/jobs.ts";
import type { Transport } from "../http/transport.ts";
import { LinkPace, type PaceLimits, type Parting } from "./link-pace.ts";
import { PartQueue } from "./part-queue.ts";
import { NoRangesError, ResultRange, type ResultSource } from "./result-range.ts";

export interface DownloadOptions {
  /** @default "msgpack.gz" */
  readonly format?: ResultFormat;
  /** Bytes that the job announced; null when it did not. */
  readonly size: number | null;
  readonly signal?: AbortSignal | undefined;
  /** Hears the count of bytes so far. */
  readonly onBytes?: (bytes: number) => void;
  /** When to use several connections, and how; for tests. */
  readonly limits?: Partial<PaceLimits>;
}

/**
 * The bytes of a job's result file, in order, as they come. A transfer that breaks off is taken up where it broke. Over a link that is
 * slow for each connection the rest comes over several at once, in parts; at most a dozen parts are held.
 *
 * @throws DecodeError when the file is not as long as announced, or changed between two pieces.
 * @throws ResultMovedError when blocks are asked for and the service does not keep the result in them.
 */
export async function* downloadResult(
  transport: Transport,
  jobId: string,
  { format = "msgpack.gz", size, signal, onBytes, limits }: DownloadOptions,
): AsyncGenerator<Uint8Array> {
  const source: ResultSource = { transport, jobId, format, size, etag: null };
  const stop = new AbortController();
  const both = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  const pace = new LinkPace(size, transport.options.now, limits);
  let received = 0;
  const count = (bytes: number): void => {
    received += bytes;
    onBytes?.(received);
  };
  const head = new ResultRange(source, { start: 0, end: size, part: false }, both);
  let delivered = 0;
  let parts: PartQueue | null = null;
  try {
    for await (const piece of pace.watch(head.read())) {
      delivered += piece.length;
      count(piece.length);
      const parted: Parting | null = parts === null ? pace.parted(delivered) : null;
      if (parted !== null) {
        head.end = parted.start;
        parts = new PartQueue(source, parted, both, count);
        // The whole file is on its way to the first connection anyway.
        parts.onNoRanges = () => (head.end = size);
      }
      yield piece;
    }
    if (parts === null) return;
    parts.onNoRanges = null;
    for await (const piece of parts.read(delivered)) {
      delivered += piece.length;
      yield piece;
    }
  } catch (error) {
    if (!(error instanceof NoRangesError)) throw error;
    yield* new ResultRange(source, { start: delivered, end: size, part: false }, signal).read();
  } finally {
    stop.abort();
  }
}
