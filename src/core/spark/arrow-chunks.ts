import type * as Arrow from "@uwdata/flechette";
import type { DataType } from "@uwdata/flechette";
import type { UploadColumn } from "../write/columns/upload-column.ts";
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

type ArrowLibrary = typeof Arrow;

/** Splits a frame into Arrow streams of some megabytes with one schema. A frame without rows is one stream. */
export async function* arrowChunks(frame: UploadFrame): AsyncGenerator<ArrowChunk> {
  const arrow = await import("@uwdata/flechette");
  const columns = frame.columns.map((column) => arrowColumn(column, arrow));
  let rows = FIRST_ROWS;
  for (let from = 0; from === 0 || from < frame.rowCount;) {
    const to = Math.min(from + rows, frame.rowCount);
    const data = encode(columns, from, to, arrow);
    yield { rows: to - from, data };
    if (to === frame.rowCount) return;
    from = to;
    const perRow = data.length / rows;
    rows = Math.max(1, Math.min(Math.floor(CHUNK_BYTES / perRow), rows * 100));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

interface ArrowColumn {
  readonly name: string;
  readonly type: DataType;
  readonly value: (row: number) => unknown;
}

function encode(columns: readonly ArrowColumn[], from: number, to: number, arrow: ArrowLibrary): Uint8Array {
  const built = columns.map(
    ({ name, type, value }): [string, ReturnType<ArrowLibrary["columnFromArray"]>] => [
      name,
      arrow.columnFromArray(
        Array.from({ length: to - from }, (_, i) => value(from + i)),
        type,
      ),
    ],
  );
  const bytes = arrow.tableToIPC(arrow.tableFromColumns(built), { format: "stream" });
  if (bytes === null) throw new TypeError("Arrow could not encode the rows as an IPC stream.");
  return bytes;
}

/** Plain types only: not all servers accept dictionaries. */
function arrowColumn(column: UploadColumn, arrow: ArrowLibrary): ArrowColumn {
  const { name, type, isList, value } = sparkColumn(column);
  const types = { long: arrow.int64, double: arrow.float64, boolean: arrow.bool, string: arrow.utf8 };
  const plain = types[type]();
  return { name, type: isList ? arrow.list(plain) : plain, value };
}
