import type { Batch, ColumnData } from "../engine.ts";

/** A column as it goes from thread to thread: typed arrays keep their memory, texts go as one text with the ends of each. */
export type WireColumn =
  | Exclude<ColumnData, { readonly kind: "text" }>
  | {
      readonly kind: "texts";
      readonly joined: string;
      readonly ends: Uint32Array;
      readonly valid: Uint8Array | null;
    }
  | Extract<ColumnData, { readonly kind: "text" }>;

export interface WireBatch {
  readonly rowCount: number;
  readonly columns: readonly WireColumn[];
}

/** Texts longer than this together, in characters, go one by one: one text of all would be near the longest there is. */
const MOST_JOINED = 1 << 27;

export function packBatch(batch: Batch): WireBatch {
  return { rowCount: batch.rowCount, columns: batch.columns.map(packColumn) };
}

/** What is handed over instead of being copied; nobody may use the batch afterwards. */
export function batchMemory({ columns }: WireBatch): ArrayBuffer[] {
  const found = new Set<ArrayBuffer>();
  for (const column of columns) {
    for (const array of Object.values(column) as unknown[]) {
      // A part of a memory that others use too, such as the pool of `Buffer`, is copied.
      if (ArrayBuffer.isView(array) && array.byteLength === array.buffer.byteLength && array.byteLength > 0)
        found.add(array.buffer as ArrayBuffer);
    }
  }
  return [...found];
}

export function unpackBatch(batch: WireBatch): Batch {
  return { rowCount: batch.rowCount, columns: batch.columns.map(unpackColumn) };
}

function packColumn(column: ColumnData): WireColumn {
  if (column.kind !== "text") return column;
  const { values } = column;
  const ends = new Uint32Array(values.length);
  let valid: Uint8Array | null = null;
  let end = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (value === null || value === undefined) {
      valid ??= new Uint8Array(values.length).fill(1);
      valid[i] = 0;
    } else end += value.length;
    if (end > MOST_JOINED) return column;
    ends[i] = end;
  }
  // Nulls are nothing between the others.
  return { kind: "texts", joined: values.join(""), ends, valid };
}

function unpackColumn(column: WireColumn): ColumnData {
  if (column.kind !== "texts") return column;
  const { joined, ends, valid } = column;
  const values = new Array<string | null>(ends.length);
  let start = 0;
  for (let i = 0; i < ends.length; i++) {
    const end = ends[i] as number;
    values[i] = valid !== null && valid[i] === 0 ? null : joined.slice(start, end);
    start = end;
  }
  return { kind: "text", values };
}
