// This folder: columns as Arrow: the types of the service there, and a stream of batches.

import { columnFromValues, tableToIPC, type DataType, type Table, Type } from "@uwdata/flechette";
import type { Batch } from "../../blocks/batch.ts";
import { type ColumnData, type DataOf, type Numbers, rowCountOf } from "../../blocks/column-data.ts";
import { rowReader, type ReadBytes } from "../../blocks/row-reader.ts";
import { columnKind, parseServiceType } from "../service-type.ts";
import { uniqueNames } from "../unique-names.ts";
import { arrowForm, ArrowValueError, type ArrowForm } from "./arrow-form.ts";
import { arrowTimes, timeArray } from "./arrow-times.ts";
import { ARROW_CODEC } from "./arrow-zstd.ts";
import { asBytes } from "../../blocks/encode-texts.ts";
import { setHalves } from "../../blocks/halves.ts";
import { spelledOut } from "../../blocks/spelled-out.ts";

/** End-of-stream marker: a message of length 0. */
const END = Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0);

interface ArrowColumn {
  readonly name: string;
  readonly serviceType: string;
  readonly type: DataType;
  readonly form: ArrowForm;
}

/** How columns are encoded. */
export interface ArrowEncoding {
  /** Whether dates, times and timestamps without a zone are Arrow's own; else they are text. */
  readonly times: boolean;
  /** Whether batches are compressed by Zstandard, if the runtime has it. */
  readonly zstd?: boolean;
  /** Reads the MessagePack of `packed` columns. */
  readonly packed?: ReadBytes["packed"];
}

/**
 * An Arrow IPC stream: its beginning, a batch of rows for each batch, its end. Numbers and texts are copied as bytes; each field's metadata
 * has the service's type as `svc:type`. Repeated names are made unique, as in a table: `a`, `a_2`.
 */
export class ArrowEncoder {
  readonly beginning: Uint8Array;
  readonly end = END;
  readonly #columns: readonly ArrowColumn[];
  readonly #read: Partial<ReadBytes>;
  readonly #codec: number | null;
  readonly #beginningPieces: number;

  constructor(
    columns: readonly { readonly name: string; readonly type: string }[],
    { times, zstd = false, packed }: ArrowEncoding,
  ) {
    const names = uniqueNames(columns.map(({ name }) => name));
    this.#columns = columns.map(({ type }, c) => {
      const name = names[c] as string;
      const form = arrowForm(name, type);
      const time = times ? arrowTimes(parseServiceType(type)) : null;
      return { name, serviceType: type, type: time ?? form.type, form };
    });
    this.#read = packed === undefined ? {} : { packed };
    this.#codec = zstd ? ARROW_CODEC : null;
    const beginning = this.#encode(null);
    this.beginning = Buffer.concat(beginning);
    this.#beginningPieces = beginning.length;
  }

  /** @throws ArrowValueError for a value that does not match its column's type. */
  batch(batch: Batch): Uint8Array {
    return Buffer.concat(this.pieces(batch));
  }

  /** Like {@link batch}, in pieces, some of them memory of the batch. @throws ArrowValueError */
  pieces(batch: Batch): Uint8Array[] {
    return batch.rowCount === 0 ? [] : this.#encode(batch).slice(this.#beginningPieces);
  }

  /** A stream with one batch, or none, without its end. */
  #encode(batch: Batch | null): Uint8Array[] {
    const children = this.#columns.map((column, c) => ({
      type: column.type,
      data:
        batch === null
          ? []
          : [arrowColumn(column, batch.columns[c] as ColumnData, batch.rowCount, this.#read)],
    }));
    const fields = this.#columns.map(({ name, type, serviceType }) => ({
      name,
      type,
      nullable: true,
      metadata: new Map([["svc:type", serviceType]]),
    }));
    const schema = { version: 4, endianness: 0, fields, metadata: null };
    const pieces: Uint8Array[] = [];
    const sink = { write: (piece: Uint8Array) => pieces.push(piece), finish: () => null };
    tableToIPC(
      { schema, children } as unknown as Table,
      { format: "stream", codec: this.#codec, sink } as never,
    );
    return pieces.slice(0, -1);
  }
}

function arrowColumn(
  { name, serviceType, type, form }: ArrowColumn,
  data: ColumnData,
  rowCount: number,
  readBytes: Partial<ReadBytes>,
): ArrowData {
  const refuse = (value: unknown): never => {
    throw new ArrowValueError(name, serviceType, value);
  };
  // The digits of decimals that are no engine's are completed one by one.
  const mayBeWhole = data.kind !== "other" || columnKind(parseServiceType(serviceType)) !== "decimal";
  const whole = mayBeWhole ? arrowData(data, type, rowCount, refuse) : null;
  if (whole !== null) return whole;
  const read = rowReader(data, readBytes);
  const visit = (add: (value: unknown) => void): void => {
    for (let row = 0; row < rowCount; row++) {
      const value = read(row);
      add(value === null || value === undefined ? null : form.convert(value));
    }
  };
  return columnFromValues(visit, form.type, { maxBatchRows: Infinity }).data[0] as ArrowData;
}

/** A column of a batch as the Arrow library writes it. */
interface ArrowData {
  readonly type: DataType;
  readonly length: number;
  readonly nullCount: number;
  /** One bit per row, 0 for null; empty if there are no nulls. */
  readonly validity: Uint8Array;
  readonly values: NodeJS.TypedArray;
  readonly offsets?: Int32Array;
}

const INTEGERS = new Map<number, typeof Int8Array | typeof Int16Array | typeof Int32Array>([
  [8, Int8Array],
  [16, Int16Array],
  [32, Int32Array],
]);

/**
 * Copies numbers, booleans, texts and times as a whole. Null: the values must be converted one by one.
 *
 * @param refuse - Called for a value that is no time of the type.
 */
function arrowData(
  data: ColumnData,
  type: DataType,
  rowCount: number,
  refuse: (value: unknown) => never,
): ArrowData | null {
  const of = (nulls: Uint8Array | null, parts: Pick<ArrowData, "values" | "offsets">): ArrowData => ({
    type,
    length: rowCount,
    ...validity(nulls),
    ...parts,
  });
  switch (type.typeId) {
    case Type.Int: {
      const values = integers(data, (type as { readonly bitWidth: number }).bitWidth);
      return values && of((data as DataOf<"integer">).nulls, { values });
    }
    case Type.Float:
      if (data.kind !== "float" && data.kind !== "integer") return null;
      return of(data.nulls, {
        values: data.values instanceof Float64Array ? data.values : new Float64Array(data.values),
      });
    case Type.Bool: {
      if (data.kind !== "boolean") return null;
      const { codes } = data;
      return { ...of(null, { values: bits(codes, 1) }), ...validity(codes.includes(2) ? codes : null, 2) };
    }
    case Type.Utf8: {
      const texts = textsOf(data);
      if (texts === null) return null;
      const { bytes, offsets, nulls } = texts;
      return of(nulls, {
        values: bytes,
        offsets: new Int32Array(offsets.buffer, offsets.byteOffset, rowCount + 1),
      });
    }
    case Type.Date:
    case Type.Time:
    case Type.Timestamp: {
      const texts = textsOf(data);
      if (texts !== null) return of(texts.nulls, { values: timeArray(texts, type, refuse) });
      return refuse(Array.from({ length: rowCount }, (_, row) => rowReader(data)(row)).find((value) => typeof value !== "string" && value !== null)); // prettier-ignore
    }
    default:
      return null;
  }
}

/** The texts of a column that has no other values; null for others. */
function textsOf(data: ColumnData): DataOf<"utf8"> | null {
  switch (data.kind) {
    case "utf8":
      return data;
    case "coded":
      return spelledOut(data);
    case "text":
      return asBytes(data);
    case "other":
      return data.values.every((value) => value === null || typeof value === "string")
        ? asBytes({ kind: "text", values: data.values })
        : null;
    default:
      return null;
  }
}

/** Null if a value does not fit. */
function integers(data: ColumnData, width: number): NodeJS.TypedArray | null {
  if (data.kind === "int64") return width === 64 ? data.values : null;
  if (data.kind !== "integer") return null;
  const Narrow = INTEGERS.get(width);
  if (Narrow === undefined) {
    const wide = new BigInt64Array(rowCountOf(data));
    setHalves(wide, 0, data.values);
    return wide;
  }
  const limit = 2 ** (width - 1);
  const fits = data.values.BYTES_PER_ELEMENT * 8 <= width || isWithin(data.values, limit);
  return fits ? new Narrow(data.values) : null;
}

function isWithin(values: Numbers, limit: number): boolean {
  for (let row = 0; row < values.length; row++)
    if (!((values[row] as number) >= -limit && (values[row] as number) < limit)) return false;
  return true;
}

/** @param missing - What null rows have in `codes`, which are 0, 1 or 2. */
function validity(codes: Uint8Array | null, missing: 1 | 2 = 1): Pick<ArrowData, "validity" | "nullCount"> {
  if (codes === null) return { validity: new Uint8Array(0), nullCount: 0 };
  const present = bits(codes, missing);
  let nullCount = 0;
  for (let i = 0; i < present.length; i++) {
    const nulls = present[i] as number;
    nullCount += (ONES[nulls & 15] as number) + (ONES[nulls >> 4] as number);
    present[i] = ~nulls;
  }
  return { validity: nullCount === 0 ? new Uint8Array(0) : present, nullCount };
}

/** Number of bits that are set in four. */
const ONES = Uint8Array.of(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);

/** One bit per code of 0, 1 or 2: whether it is `wanted`. */
function bits(codes: Uint8Array, wanted: 1 | 2): Uint8Array {
  const out = new Uint8Array((codes.length + 7) >> 3);
  const { buffer, byteOffset } = codes.byteOffset % 4 === 0 ? codes : codes.slice();
  // Four codes at a time: the product has the lowest bits of the word's bytes, in their order, as its highest four.
  const words = new Uint32Array(buffer, byteOffset, codes.length >> 2);
  for (let w = 0; w < words.length; w++) {
    const lowest = ((words[w] as number) >>> (wanted - 1)) & 0x01010101;
    out[w >> 1] = (out[w >> 1] as number) | ((Math.imul(lowest, 0x10204080) >>> 28) << ((w & 1) * 4));
  }
  for (let i = words.length * 4; i < codes.length; i++)
    if (codes[i] === wanted) out[i >> 3] = (out[i >> 3] as number) | (1 << (i & 7));
  return out;
}
