import type { ColumnData } from "../../../core/blocks/column-data.ts";
import { isNested, type ThriftColumn } from "./thrift-types.ts";
import { withUnsafeIntegers } from "../../../core/wire/exact-json.ts";

/** Number of values. Exactly one member of a column is set. */
export function columnLength(column: ThriftColumn): number {
  return Object.values(
    column as Readonly<Record<string, { readonly values?: readonly unknown[] } | null>>,
  ).reduce((length, member) => Math.max(length, member?.values?.length ?? 0), 0);
}

/** The values of a column, exact: 64-bit integers are read from their bytes, decimals stay text. */
export function columnData(column: ThriftColumn, type: string): ColumnData {
  const { boolVal, i64Val, doubleVal, stringVal, binaryVal } = column;
  const small = column.byteVal ?? column.i16Val ?? column.i32Val;
  if (i64Val) {
    const { values, nulls } = i64Val;
    return {
      kind: "int64",
      values: BigInt64Array.from(values, ({ buffer, offset }) => buffer.readBigInt64BE(offset)),
      nulls: nullBytes(nulls, values.length),
    };
  }
  if (small)
    return {
      kind: "integer",
      values: Int32Array.from(small.values),
      nulls: nullBytes(small.nulls, small.values.length),
    };
  if (doubleVal) {
    const { values, nulls } = doubleVal;
    return { kind: "float", values: Float64Array.from(values), nulls: nullBytes(nulls, values.length) };
  }
  if (boolVal) {
    const { values, nulls } = boolVal;
    return {
      kind: "boolean",
      codes: Uint8Array.from(values, (value, i) => (isNull(nulls, i) ? 2 : value ? 1 : 0)),
    };
  }
  if (binaryVal) {
    const { values, nulls } = binaryVal;
    return { kind: "other", values: values.map((value, i) => (isNull(nulls, i) ? null : value)) };
  }
  if (stringVal) {
    const { values, nulls } = stringVal;
    if (isNested(type))
      return {
        kind: "other",
        values: values.map((value, i) => (isNull(nulls, i) ? null : nestedValue(value))),
      };
    return { kind: "text", values: values.map((value, i) => (isNull(nulls, i) ? null : value)) };
  }
  return { kind: "other", values: [] };
}

function isNull(nulls: Buffer | null, index: number): boolean {
  return nulls !== null && ((nulls[index >> 3] ?? 0) & (1 << (index & 7))) !== 0;
}

/** One byte per value, 1 for null; null if there are no nulls. */
function nullBytes(nulls: Buffer | null, length: number): Uint8Array | null {
  if (nulls === null || nulls.every((byte) => byte === 0)) return null;
  return Uint8Array.from({ length }, (_, index) => (isNull(nulls, index) ? 1 : 0));
}

/** Prefix of numbers with more digits than a double has, which pass the JSON parser as strings. */
const MARK = "\ue000";

/**
 * Parses the JSON text of an array, map or struct; integers are exact, and decimals too, as text where a number
 * would lose digits. Invalid JSON is returned as text, because Spark does not escape nested strings.
 */
export function nestedValue(text: string): unknown {
  const big = /\d{16}|\d{8}\.\d|\d\.\d{8}/.test(text) && !text.includes(MARK) && !/\\ue000/i.test(text);
  try {
    if (!big) return JSON.parse(text);
    const marked = withUnsafeIntegers(text, (digits) => `"${MARK}${digits}"`, true);
    return JSON.parse(marked, (_key, value: unknown) => {
      if (typeof value !== "string" || !value.startsWith(MARK)) return value;
      return value.includes(".") ? value.slice(1) : BigInt(value.slice(1));
    });
  } catch {
    return text;
  }
}
