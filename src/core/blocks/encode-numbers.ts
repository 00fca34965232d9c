import type { BlockWriter, ColumnHead, PartType } from "./block-writer.ts";
import { halvesOf, setHalves } from "./halves.ts";
import type { DataOf, Numbers } from "./column-data.ts";

// Numbers take the narrowest form that holds a block's values: less to compress, send and decompress.

type Integers = DataOf<"int64"> | Floats;
type Floats = DataOf<"integer"> | DataOf<"float">;

type NarrowForm = "int8" | "int16" | "int32" | "float64";
const ARRAYS: Readonly<Record<NarrowForm, PartType<Numbers>>> = {
  int8: Int8Array,
  int16: Int16Array,
  int32: Int32Array,
  float64: Float64Array,
};

/** High half of 2^53. */
const SAFE_HIGH = 0x20_0000;

export function encodeIntegers(pieces: readonly Integers[], out: BlockWriter): ColumnHead {
  const range: NumberRange = { least: 0, most: 0 };
  for (const piece of pieces) widen(range, piece);
  const counts = pieces.map(({ values }) => values.length);
  const rows = counts.reduce((sum, count) => sum + count, 0);
  const hasNulls = writeNulls(pieces, counts, out);
  const isSafe = Number.isSafeInteger(range.least) && Number.isSafeInteger(range.most);
  const form = isSafe ? formOf(range) : "int64";
  if (form === "int64") copyBig(pieces, out.part(BigInt64Array, rows));
  else copyIntegers(pieces, out.part(ARRAYS[form], rows));
  return { kind: "integer", form, hasNulls };
}

export function encodeFloats(pieces: readonly Floats[], out: BlockWriter): ColumnHead {
  const range: NumberRange = { least: 0, most: 0 };
  const form = pieces.every((piece) => widenWhole(range, piece)) ? formOf(range) : "float64";
  const counts = pieces.map(({ values }) => values.length);
  const hasNulls = writeNulls(pieces, counts, out);
  copyNumbers(pieces, out.part(ARRAYS[form], counts.reduce((sum, count) => sum + count, 0))); // prettier-ignore
  return { kind: "float", form, hasNulls };
}

/** Writes the null mask of several pieces, if any has nulls. @returns whether it was written */
export function writeNulls(
  pieces: readonly { readonly nulls: Uint8Array | null }[],
  counts: readonly number[],
  out: BlockWriter,
): boolean {
  if (pieces.every(({ nulls }) => nulls === null)) return false;
  const all = out.part(Uint8Array, counts.reduce((sum, count) => sum + count, 0)); // prettier-ignore
  let row = 0;
  pieces.forEach(({ nulls }, i) => {
    if (nulls !== null) all.set(nulls, row);
    row += counts[i] as number;
  });
  return true;
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

/** Widens the range to the values; beyond ±2^53 it becomes infinite. */
function widen(range: NumberRange, piece: Integers): void {
  let { least, most } = range;
  const { nulls } = piece;
  if (piece.kind !== "int64") {
    const { values } = piece;
    for (let i = 0; i < values.length; i++) {
      const value = nulls?.[i] === 1 ? 0 : (values[i] as number);
      if (value < least) least = value;
      if (value > most) most = value;
    }
  } else {
    const halves = halvesOf(piece.values);
    for (let i = 0; i < piece.values.length; i++) {
      if (nulls?.[i] === 1) continue;
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
function widenWhole(range: NumberRange, { values, nulls }: Floats): boolean {
  let { least, most } = range;
  for (let i = 0; i < values.length; i++) {
    if (nulls?.[i] === 1) continue;
    const value = values[i] as number;
    if ((value | 0) !== value || (value === 0 && Object.is(value, -0))) return false;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  range.least = least;
  range.most = most;
  return true;
}

function copyNumbers(pieces: readonly Floats[], target: Numbers): void {
  let row = 0;
  for (const { values, nulls } of pieces) {
    target.set(values, row);
    if (nulls !== null) clearNulls(target, row, nulls);
    row += values.length;
  }
}

function copyIntegers(pieces: readonly Integers[], target: Numbers): void {
  let row = 0;
  for (const piece of pieces) {
    if (piece.kind !== "int64") copyNumbers([piece], target.subarray(row));
    else {
      if (target instanceof Float64Array) copySafe(piece.values, target, row);
      else copyLow(piece.values, target, row);
      if (piece.nulls !== null) clearNulls(target, row, piece.nulls);
    }
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

function copyBig(pieces: readonly Integers[], target: BigInt64Array): void {
  let row = 0;
  for (const { kind, values, nulls } of pieces) {
    if (kind === "int64") target.set(values, row);
    else setHalves(target, row, values);
    for (let i = 0; nulls !== null && i < values.length; i++) if (nulls[i] === 1) target[row + i] = 0n;
    row += values.length;
  }
}

/** Values of null rows are undefined before this. */
function clearNulls(target: Numbers, row: number, nulls: Uint8Array): void {
  for (let i = 0; i < nulls.length; i++) if (nulls[i] === 1) target[row + i] = 0;
}
