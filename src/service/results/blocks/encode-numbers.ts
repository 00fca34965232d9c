import type { ColumnData } from "../../engine/engine.ts";
import { encodeNulls, type EncodedColumn, type BlockPart } from "./encoded-column.ts";

// Numbers take the narrowest form that holds a block's values: less to compress, send and decompress.

type Integers = Extract<ColumnData, { kind: "int64" | "int32" }>;
type Floats = Extract<ColumnData, { kind: "float64" }>;

type NarrowForm = "int8" | "int16" | "int32" | "float64";
const ARRAYS = { int8: Int8Array, int16: Int16Array, int32: Int32Array, float64: Float64Array } as const;

/** High half of 2^53. */
const SAFE_HIGH = 0x20_0000;

export function encodeIntegers(pieces: readonly Integers[]): EncodedColumn {
  const range: NumberRange = { least: 0, most: 0 };
  for (const piece of pieces) widen(range, piece);
  const isSafe = Number.isSafeInteger(range.least) && Number.isSafeInteger(range.most);
  const form = isSafe ? formOf(range) : "int64";
  return encodeAs(form, "integer", pieces, (...place) => {
    if (form === "int64") copyBig(pieces, new BigInt64Array(...place));
    else copyIntegers(pieces, new ARRAYS[form](...place));
  });
}

export function encodeFloats(pieces: readonly Floats[]): EncodedColumn {
  const range: NumberRange = { least: 0, most: 0 };
  const form = pieces.every((piece) => widenWhole(range, piece)) ? formOf(range) : "float64";
  return encodeAs(form, "float", pieces, (...place) => {
    const target = new ARRAYS[form](...place);
    let row = 0;
    for (const { values, valid } of pieces) {
      target.set(values, row);
      if (valid !== null) clearNulls(target, row, valid);
      row += values.length;
    }
  });
}

interface NumberRange {
  least: number;
  most: number;
}

function formOf({ least, most }: NumberRange): NarrowForm {
  if (least >= -0x80 && most < 0x80) return "int8";
  if (least >= -0x8000 && most < 0x8000) return "int16";
  return least >= -0x8000_0000 && most < 0x8000_0000 ? "int32" : "float64";
}

function encodeAs(
  form: NarrowForm | "int64",
  kind: "integer" | "float",
  pieces: readonly (Integers | Floats)[],
  fill: (buffer: ArrayBuffer, at: number, rows: number) => void,
): EncodedColumn {
  const counts = pieces.map(({ values }) => values.length);
  const rows = counts.reduce((sum, count) => sum + count, 0);
  const length = rows * (form === "int64" ? 8 : ARRAYS[form].BYTES_PER_ELEMENT);
  const write: BlockPart["write"] = (buffer, at) => fill(buffer as ArrayBuffer, at, rows);
  return { kind, form, nulls: encodeNulls(pieces, counts), parts: [{ length, write }] };
}

type Numbers = Int8Array | Int16Array | Int32Array | Float64Array;

/** As 32-bit halves, because reading a BigInt64Array allocates an object per value. */
function halvesOf({ buffer, byteOffset, length }: BigInt64Array): Int32Array {
  return new Int32Array(buffer, byteOffset, length * 2);
}

/** Widens the range to the values; beyond ±2^53 it becomes infinite. */
function widen(range: NumberRange, piece: Integers): void {
  let { least, most } = range;
  const { valid } = piece;
  if (piece.kind === "int32") {
    const { values } = piece;
    for (let i = 0; i < values.length; i++) {
      const value = valid !== null && valid[i] === 0 ? 0 : (values[i] as number);
      if (value < least) least = value;
      if (value > most) most = value;
    }
  } else {
    const halves = halvesOf(piece.values);
    for (let i = 0; i < piece.values.length; i++) {
      if (valid !== null && valid[i] === 0) continue;
      const high = halves[2 * i + 1] as number;
      const low = halves[2 * i] as number;
      let value = low;
      if (high !== low >> 31) {
        if (high >= SAFE_HIGH) value = Infinity;
        else if (high < -SAFE_HIGH || (high === -SAFE_HIGH && low === 0)) value = -Infinity;
        else value = high * 0x1_0000_0000 + (low >>> 0);
      }
      if (value < least) least = value;
      if (value > most) most = value;
    }
  }
  range.least = least;
  range.most = most;
}

/** @returns false if a value is fractional, -0, or needs more than 32 bits. */
function widenWhole(range: NumberRange, { values, valid }: Floats): boolean {
  let { least, most } = range;
  for (let i = 0; i < values.length; i++) {
    if (valid !== null && valid[i] === 0) continue;
    const value = values[i] as number;
    if ((value | 0) !== value || (value === 0 && Object.is(value, -0))) return false;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  range.least = least;
  range.most = most;
  return true;
}

function copyIntegers(pieces: readonly Integers[], target: Numbers): void {
  let row = 0;
  for (const piece of pieces) {
    if (piece.kind === "int32") target.set(piece.values, row);
    else if (target instanceof Float64Array) copySafe(piece.values, target, row);
    else copyLow(piece.values, target, row);
    if (piece.valid !== null) clearNulls(target, row, piece.valid);
    row += piece.values.length;
  }
}

function copyLow(values: BigInt64Array, target: Numbers, row: number): void {
  const halves = halvesOf(values);
  for (let i = 0; i < values.length; i++) target[row + i] = halves[2 * i] as number;
}

function copySafe(values: BigInt64Array, target: Float64Array, row: number): void {
  const halves = halvesOf(values);
  for (let i = 0; i < values.length; i++)
    target[row + i] = (halves[2 * i + 1] as number) * 0x1_0000_0000 + ((halves[2 * i] as number) >>> 0);
}

/** Only columns of 64 bits have such values. */
function copyBig(pieces: readonly Integers[], target: BigInt64Array): void {
  let row = 0;
  for (const { values, valid } of pieces) {
    target.set(values as BigInt64Array, row);
    for (let i = 0; valid !== null && i < values.length; i++) if (valid[i] === 0) target[row + i] = 0n;
    row += values.length;
  }
}

/** Values of null rows are undefined before this. */
function clearNulls(target: Numbers, row: number, valid: Uint8Array): void {
  for (let i = 0; i < valid.length; i++) if (valid[i] === 0) target[row + i] = 0;
}
