import type { UploadFrame } from "../write/upload-frame.ts";
import { sparkColumn } from "./spark-column.ts";

/** Rows of the first chunk, when their size is still unknown. */
const FIRST_ROWS = 1000;
/** Target size of a chunk in bytes: well below server limits, and small in the driver's memory. */
const CHUNK_BYTES = 8 << 20;

export interface ArrowChunk {
  readonly rows: number;
  /** An Arrow stream: schema and one batch. */
  readonly data: Uint8Array;
}

/** Splits a frame into Arrow streams of some megabytes with one schema. A frame without rows is one stream. */
export async function* arrowChunks(frame: UploadFrame): AsyncGenerator<ArrowChunk> {
  const { ArrowStream } = await import("../wire/arrow-stream.ts");
  const columns = frame.columns.map(sparkColumn);
  const stream = new ArrowStream(columns.map(({ name, sqlType }) => ({ name, type: sqlType })));
  const chunk = (from: number, rows: number): ArrowChunk => {
    const batch = stream.batch(rows, (row, c) => columns[c]?.value(from + row));
    return { rows, data: Buffer.concat([stream.schema, batch, stream.end]) };
  };
  let rows = FIRST_ROWS;
  for (let from = 0; from === 0 || from < frame.rowCount;) {
    const to = Math.min(from + rows, frame.rowCount);
    const next = chunk(from, to - from);
    yield next;
    if (to === frame.rowCount) return;
    from = to;
    const perRow = next.data.length / rows;
    rows = Math.max(1, Math.min(Math.floor(CHUNK_BYTES / perRow), rows * 100));
    await new Promise((resolve) => setImmediate(resolve));
  }
}
