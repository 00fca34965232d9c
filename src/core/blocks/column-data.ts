/** Texts or MessagePack values, concatenated: number i spans `offsets[i]` to `offsets[i + 1]`; a null has no bytes. */
export interface ByteList {
  readonly bytes: Uint8Array;
  readonly offsets: Uint32Array;
}

/** One byte per row, 1 for null; null if there are no nulls. The other data of a null row is undefined. */
type Nulls = Uint8Array | null;

/** Numbers in any width. */
export type Numbers = Int8Array | Int16Array | Int32Array | Float64Array;

/**
 * Some rows of one column, in every form that engines give, blocks have and tables keep:
 *
 * - `int64`: integers of 64 bits. `integer`: safe integers. `float`: doubles.
 * - `boolean`: 0 false, 1 true, 2 null.
 * - `utf8`: texts as bytes. `coded`: texts as codes of a dictionary: 0 is null, 1 the first entry. `text`: texts as strings.
 *   All that the protocol sends as text is text: varchar, date, timestamp, decimal.
 * - `packed`: MessagePack values. `other`: values as objects: null, boolean, number, bigint, string, Uint8Array, lists and string-keyed
 *   objects of them.
 */
export type ColumnData =
  | { readonly kind: "int64"; readonly values: BigInt64Array; readonly nulls: Nulls }
  | { readonly kind: "integer"; readonly values: Numbers; readonly nulls: Nulls }
  | { readonly kind: "float"; readonly values: Numbers; readonly nulls: Nulls }
  | { readonly kind: "boolean"; readonly codes: Uint8Array }
  | ({ readonly kind: "utf8"; readonly nulls: Nulls } & ByteList)
  | ({ readonly kind: "packed"; readonly nulls: Nulls } & ByteList)
  | { readonly kind: "coded"; readonly entries: ByteList; readonly codes: Uint8Array | Uint16Array }
  | { readonly kind: "text"; readonly values: readonly (string | null)[] }
  | { readonly kind: "other"; readonly values: readonly unknown[] };

/** Data of one of the kinds. */
export type DataOf<K extends ColumnData["kind"]> = K extends unknown
  ? Extract<ColumnData, { readonly kind: K }>
  : never;

export function rowCountOf(data: ColumnData): number {
  if ("codes" in data) return data.codes.length;
  return "offsets" in data ? data.offsets.length - 1 : data.values.length;
}

/** The rows from `from` to before `to`, without a copy of their bytes. */
export function cutData(data: ColumnData, from: number, to: number): ColumnData {
  switch (data.kind) {
    case "boolean":
    case "coded":
      return { ...data, codes: data.codes.subarray(from, to) } as ColumnData;
    case "text":
    case "other":
      return { ...data, values: data.values.slice(from, to) } as ColumnData;
    case "utf8":
    case "packed":
      return {
        ...data,
        offsets: data.offsets.subarray(from, to + 1),
        nulls: data.nulls?.subarray(from, to) ?? null,
      };
    default:
      return {
        ...data,
        values: data.values.subarray(from, to),
        nulls: data.nulls?.subarray(from, to) ?? null,
      } as ColumnData;
  }
}

/** Approximate bytes of a column's rows. */
export function sizeOf(data: ColumnData): number {
  switch (data.kind) {
    case "text":
      return data.values.reduce((sum, value) => sum + 2 + (value?.length ?? 0), 0);
    case "utf8":
    case "packed":
      return byteCount(data) + data.offsets.byteLength;
    case "coded":
      return byteCount(data.entries) + data.codes.byteLength;
    case "boolean":
      return data.codes.byteLength;
    case "other":
      return data.values.reduce<number>((sum, value) => sum + deepSize(value), 0);
    default:
      return data.values.byteLength;
  }
}

/** Number of bytes of all items. */
export const byteCount = ({ offsets }: ByteList): number =>
  (offsets[offsets.length - 1] as number) - (offsets[0] as number);

function deepSize(value: unknown): number {
  if (typeof value === "string" || value instanceof Uint8Array) return value.length + 2;
  if (typeof value !== "object" || value === null) return 8;
  return Object.entries(value).reduce((sum, [key, item]) => sum + key.length + deepSize(item), 8);
}
