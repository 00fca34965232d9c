import type { ByteList, ColumnData } from "./column-data.ts";

/** How to read bytes. */
export interface ReadBytes {
  /** The text of UTF-8. */
  readonly text: (bytes: Uint8Array) => string;
  /** The values of MessagePack. */
  readonly packed: (list: ByteList) => (row: number) => unknown;
}

const PLAIN: ReadBytes = {
  text: (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString(),
  packed: () => () => {
    throw new TypeError("packed values need a reader");
  },
};

/** Returns a function that gives the value of a row: null, number, bigint, boolean, string, or an object. */
export function rowReader(
  data: ColumnData,
  { text = PLAIN.text, packed = PLAIN.packed }: Partial<ReadBytes> = {},
): (row: number) => unknown {
  const textOf = ({ offsets, bytes }: ByteList, i: number): string =>
    text(bytes.subarray(offsets[i], offsets[i + 1]));
  const orNull = (nulls: Uint8Array | null, read: (row: number) => unknown): ((row: number) => unknown) =>
    nulls === null ? read : (row) => (nulls[row] === 1 ? null : read(row));
  switch (data.kind) {
    case "integer":
    case "float":
    case "int64":
      return orNull(data.nulls, (row) => data.values[row]);
    case "boolean":
      return (row) => (data.codes[row] === 2 ? null : data.codes[row] === 1);
    case "coded": {
      const { entries, codes } = data;
      const texts: (string | null)[] = [null];
      return (row) => {
        const code = codes[row] as number;
        return code === 0 ? null : (texts[code] ??= textOf(entries, code - 1));
      };
    }
    case "utf8":
      return orNull(data.nulls, (row) => textOf(data, row));
    case "packed":
      return orNull(data.nulls, packed(data));
    case "text":
    case "other":
      return (row) => data.values[row] ?? null;
  }
}
