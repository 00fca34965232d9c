import type { ResultFormat } from "../../endpoints/jobs.ts";
import type { Transport } from "../../http/transport.ts";
import { Throughput, type ThroughputLimits, type Parting } from "./throughput.ts";
import { PartQueue } from "./part-queue.ts";
import { NoRangesError, ResultRange, type ResultSource } from "./result-range.ts";

export interface DownloadOptions {
  /** @default "msgpack.gz" */
  readonly format?: ResultFormat;
  /** Bytes that the job announced; null when it did not. */
  readonly size: number | null;
  readonly signal?: AbortSignal | undefined;
  /** Called with the bytes received so far. */
  readonly onBytes?: (bytes: number) => void;
  /** When to use several connections, and how; for tests. */
  readonly limits?: Partial<ThroughputLimits>;
  /** Called at the end with the count of bytes that came; `framed`: a transfer that is cut off would have shown it. */
  readonly onEnd?: (bytes: number, framed: boolean) => void;
}

/**
 * The bytes of a job's result file, in order, as they come. A transfer that breaks off is taken up where it broke. Over a link that is
 * slow for each connection the rest comes over several at once, in parts; at most a dozen parts are held.
 *
 * The replies say how long the file is; the size that the job announced only decides whether to ask for more.
 *
 * @throws DecodeError when the file changed between two pieces.
 * @throws ResultMovedError when blocks are asked for and the service does not keep the result in them.
 */
export async function* downloadResult(
  transport: Transport,
  jobId: string,
  { format = "msgpack.gz", size: announced, signal, onBytes, limits, onEnd }: DownloadOptions,
): AsyncGenerator<Uint8Array> {
  const replies = { size: null, etag: null, coded: false, framed: false };
  const source: ResultSource = { transport, jobId, format, announced, ...replies };
  const stop = new AbortController();
  const both = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  const throughput = new Throughput(transport.options.now, limits);
  let received = 0;
  const count = (bytes: number): void => {
    received += bytes;
    onBytes?.(received);
  };
  const head = new ResultRange(source, { start: 0, end: null, part: false }, both);
  let delivered = 0;
  let parts: PartQueue | null = null;
  try {
    for await (const piece of throughput.watch(head.read())) {
      delivered += piece.length;
      count(piece.length);
      const parted: Parting | null =
        parts === null && !source.coded ? throughput.parted(delivered, source.size) : null;
      if (parted !== null) {
        head.end = parted.start;
        parts = new PartQueue(source, parted, both, count);
        // The whole file is on its way to the first connection anyway.
        parts.onNoRanges = () => (head.end = null);
      }
      yield piece;
    }
    if (parts !== null) {
      parts.onNoRanges = null;
      for await (const piece of parts.read(delivered)) {
        delivered += piece.length;
        yield piece;
      }
    }
  } catch (error) {
    if (!(error instanceof NoRangesError)) throw error;
    const rest = new ResultRange(source, { start: delivered, end: null, part: false }, signal);
    for await (const piece of rest.read()) {
      delivered += piece.length;
      yield piece;
    }
  } finally {
    stop.abort();
  }
  onEnd?.(delivered, source.framed);
}
