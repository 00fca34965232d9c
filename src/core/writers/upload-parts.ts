import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { RowEncoder } from "../write/encode/row-encoder.ts";
import type { UploadColumn } from "../write/columns/upload-column.ts";

const packed = promisify(gzip);

/** Rows encoded before yielding to the event loop. */
const ROWS_AT_ONCE = 1000;

/** Maximum parts of one upload. */
const MOST_PARTS = 200;

export interface PartsOptions {
  /** Minimum rows of a part; large frames have larger parts. */
  readonly rowsPerPart: number;
  /** Maximum concurrent parts. */
  readonly workers: number;
  readonly signal: AbortSignal;
  /** Sends one part; `stopped` aborts when another part has failed. */
  readonly upload: (part: string, body: Uint8Array, rows: number, stopped: AbortSignal) => Promise<void>;
}

/** Splits rows into parts (gzip of MessagePack maps) and uploads several at a time. The first failure stops the rest. */
export async function uploadParts(
  columns: readonly UploadColumn[],
  rowCount: number,
  { rowsPerPart, workers, signal, upload }: PartsOptions,
): Promise<void> {
  const size = Math.max(rowsPerPart, Math.ceil(rowCount / MOST_PARTS));
  const partCount = Math.ceil(rowCount / size);
  const stop = new AbortController();
  const stopped = AbortSignal.any([signal, stop.signal]);
  let next = 0;
  const work = async (): Promise<void> => {
    const encoder = new RowEncoder(columns);
    while (next < partCount) {
      const part = next++;
      const from = part * size;
      const to = Math.min(from + size, rowCount);
      const body = await encodePart(encoder, from, to, stopped);
      await upload(`part-${part}`, body, to - from, stopped);
      stopped.throwIfAborted();
    }
  };
  try {
    await Promise.all(
      Array.from({ length: Math.min(workers, partCount) }, () =>
        work().catch((error: unknown) => {
          stop.abort(error);
          throw error;
        }),
      ),
    );
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}

async function encodePart(
  encoder: RowEncoder,
  from: number,
  to: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  for (let row = from; row < to; row += ROWS_AT_ONCE) {
    encoder.add(row, Math.min(row + ROWS_AT_ONCE, to));
    await new Promise((resolve) => setImmediate(resolve));
    signal.throwIfAborted();
  }
  // Level 1: compression is the slowest step of an upload to a nearby service.
  return packed(encoder.take(), { level: 1 });
}
