import { encodeNulls, type EncodedColumn, type BlockPart } from "./encoded-column.ts";

/** Texts or MessagePack values; `ends` are offsets, and a null has no bytes. */
export interface List {
  readonly bytes: Uint8Array;
  readonly ends: Uint32Array;
  readonly valid: Uint8Array | null;
}

export function encodeList(kind: "text" | "value", lists: readonly List[]): EncodedColumn {
  const byteCount = lists.reduce((sum, { ends }) => sum + (ends.at(-1) ?? 0), 0);
  const counts = lists.map(({ ends }) => ends.length);
  const rows = counts.reduce((sum, count) => sum + count, 0);
  const Length = lengthArray(lists);
  const lengths: BlockPart = {
    length: Length.BYTES_PER_ELEMENT * rows,
    write: (buffer, at) => {
      const target = new Length(buffer as ArrayBuffer, at, rows);
      let row = 0;
      for (const { ends } of lists) {
        let start = 0;
        for (const end of ends) {
          target[row++] = end - start;
          start = end;
        }
      }
    },
  };
  const bytes: BlockPart = {
    length: byteCount,
    write: (buffer, at) => {
      const target = new Uint8Array(buffer, at, byteCount);
      let to = 0;
      for (const list of lists) {
        const length = list.ends.at(-1) ?? 0;
        target.set(list.bytes.subarray(0, length), to);
        to += length;
      }
    },
  };
  return {
    kind,
    form: "bytes",
    nulls: encodeNulls(lists, counts),
    bytes: byteCount,
    lengthBytes: Length.BYTES_PER_ELEMENT,
    parts: [lengths, bytes],
  };
}

/** The narrowest type that holds every length. */
function lengthArray(lists: readonly List[]): typeof Uint8Array | typeof Uint16Array | typeof Uint32Array {
  let most = 0;
  for (const { ends } of lists) {
    let start = 0;
    for (const end of ends) {
      if (end - start > most) most = end - start;
      start = end;
    }
  }
  if (most < 0x100) return Uint8Array;
  return most < 0x1_0000 ? Uint16Array : Uint32Array;
}
