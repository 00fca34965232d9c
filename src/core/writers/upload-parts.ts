import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { ColumnEncoder } from "../write/encode/column-encoder.ts";
import { RowEncoder } from "../write/encode/row-encoder.ts";
import type { UploadColumn } from "../write/columns/upload-column.ts";

const packed = promisify(gzip);

/** Rows encoded before yielding to the event loop. */
const ROWS_AT_ONCE = 1000;

const MAX_PARTS = 200;

export interface UploadPartsOptions {
  /** Minimum rows of a part; large frames have larger parts. */
  readonly rowsPerPart: number;
  /** Send blocks of columns, one per part, with the row count that loads fastest. */
  readonly asColumns: boolean;
  /** Compress blocks; rows always are. */
  readonly isPacked: boolean;
  /** Maximum concurrent parts. */
  readonly workers: number;
  readonly signal: AbortSignal;
  /** Sends one part; `stopped` aborts when another part has failed. */
  readonly upload: (part: string, body: Uint8Array, rows: number, stopped: AbortSignal) => Promise<void>;
}

/** Splits rows into parts (MessagePack maps, or blocks of columns) and uploads several at a time. The first failure stops the rest. */
export async function uploadParts(
  columns: readonly UploadColumn[],
  rowCount: number,
  { rowsPerPart, asColumns, isPacked, workers, signal, upload }: UploadPartsOptions,
): Promise<void> {
  const blocks = asColumns ? new ColumnEncoder(columns, isPacked) : null;
  const size = blocks?.rows ?? Math.max(rowsPerPart, Math.ceil(rowCount / MAX_PARTS));
  const stop = new AbortController();
  const stopped = AbortSignal.any([signal, stop.signal]);
  let part = 0;
  let row = 0;
  const work = async (): Promise<void> => {
    const rows = new RowEncoder(columns);
    while (row < rowCount) {
      const name = `part-${part++}`;
      const from = row;
      const encoded =
        blocks?.encode(from, rowCount) ?? encodeRows(rows, from, Math.min(from + size, rowCount), stopped);
      const to = (row = encoded.to);
      const body = await encoded.body;
      // Level 1 is fastest.
      await upload(name, asColumns ? body : await packed(body, { level: 1 }), to - from, stopped);
    }
  };
  try {
    await Promise.all(
      Array.from({ length: Math.min(workers, Math.ceil(rowCount / size)) }, () =>
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

function encodeRows(
  encoder: RowEncoder,
  from: number,
  to: number,
  signal: AbortSignal,
): { readonly body: Promise<Uint8Array>; readonly to: number } {
  const encode = async (): Promise<Uint8Array> => {
    for (let row = from; row < to; row += ROWS_AT_ONCE) {
      encoder.add(row, Math.min(row + ROWS_AT_ONCE, to));
      await new Promise((resolve) => setImmediate(resolve));
      signal.throwIfAborted();
    }
    return encoder.take();
  };
  return { body: encode(), to };
}
