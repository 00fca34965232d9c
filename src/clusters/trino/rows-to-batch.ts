import type { Batch } from "../../core/blocks/batch.ts";
import type { ColumnData } from "../../core/blocks/column-data.ts";
import { halvesOf, setHalf } from "../../core/blocks/halves.ts";
import type { ResultColumn } from "../../engine/contract/engine.ts";
import { columnKind, parseServiceType, type ServiceType } from "../../core/wire/service-type.ts";
import type { Rows } from "../../core/wire/statement/statement-reply.ts";

type ReadColumn = (rows: Rows, index: number) => ColumnData;

/** Returns a function that converts rows of the protocol to columns. */
export function rowsToBatch(columns: readonly ResultColumn[]): (rows: Rows) => Batch {
  const readers = columns.map(({ type }) => columnReader(type));
  return (rows) => ({ rowCount: rows.length, columns: readers.map((read, index) => read(rows, index)) });
}

function columnReader(typeText: string): ReadColumn {
  const type = parseServiceType(typeText);
  switch (columnKind(type)) {
    case "integer":
      return type.name === "bigint" ? readInt64 : readInt32;
    case "float":
      return readFloat64;
    case "boolean":
      return readBoolean;
    case "text":
      return readText;
  }
  const read = jsonValueReader(type);
  return (rows, index) => ({ kind: "other", values: rows.map((row) => read(row[index])) });
}

function readInt64(rows: Rows, index: number): ColumnData {
  const values = new BigInt64Array(rows.length);
  const halves = halvesOf(values);
  const nulls = eachValue(rows, index, (value: number | string, i) => {
    if (typeof value === "string") values[i] = BigInt(value);
    else setHalf(halves, i, value);
  });
  return { kind: "int64", values, nulls };
}

function readInt32(rows: Rows, index: number): ColumnData {
  const values = new Int32Array(rows.length);
  return {
    kind: "integer",
    values,
    nulls: eachValue(rows, index, (value: number, i) => (values[i] = value)),
  };
}

function readFloat64(rows: Rows, index: number): ColumnData {
  const values = new Float64Array(rows.length);
  const nulls = eachValue(rows, index, (value: number | string, i) => (values[i] = floatOf(value)));
  return { kind: "float", values, nulls };
}

function readBoolean(rows: Rows, index: number): ColumnData {
  const codes = new Uint8Array(rows.length).fill(2);
  eachValue(rows, index, (value: boolean, i) => (codes[i] = value ? 1 : 0));
  return { kind: "boolean", codes };
}

function readText(rows: Rows, index: number): ColumnData {
  return {
    kind: "text",
    values: rows.map((row) => {
      const value = row[index] as string | number | null;
      return value === null || value === undefined ? null : String(value);
    }),
  };
}

/** Passes on the values other than null. @returns a mask, 1 for null rows; null if there are no nulls. */
function eachValue<T>(rows: Rows, index: number, set: (value: T, row: number) => void): Uint8Array | null {
  let nulls: Uint8Array | null = null;
  rows.forEach((row, i) => {
    const value = row[index] as T | null | undefined;
    if (value !== null && value !== undefined) set(value, i);
    else (nulls ??= new Uint8Array(rows.length))[i] = 1;
  });
  return nulls;
}

/** Converts a JSON value of the protocol to a value of its type; null stays null. */
type ReadValue = (value: unknown) => unknown;

/** Types with base64 values. */
const BYTES = new Set(
  "varbinary hyperloglog p4hyperloglog qdigest tdigest setdigest geometry bingtile sphericalgeography".split(
    " ",
  ),
);

/** Returns the reader of a type. Integers are exact: bigint beyond the safe range. Rows are arrays of their fields. */
function jsonValueReader(type: ServiceType): ReadValue {
  const reader = readerOf(type);
  return (value) => (value === null || value === undefined ? null : reader(value));
}

function readerOf(type: ServiceType): ReadValue {
  const { name, inner } = type;
  const kind = columnKind(type);
  if (kind === "integer") return (value) => (typeof value === "string" ? BigInt(value) : value);
  if (kind === "float") return (value) => floatOf(value as string | number);
  if (BYTES.has(name)) return (value) => (typeof value === "string" ? Buffer.from(value, "base64") : value);
  const readers = inner.map(jsonValueReader);
  if (name === "array") {
    const read = readers[0] as ReadValue;
    return (value) => (value as unknown[]).map(read);
  }
  if (name === "map") {
    const read = readers[1] as ReadValue;
    return (value) =>
      new Map(Object.entries(value as object).map(([key, item]): [string, unknown] => [key, read(item)]));
  }
  if (name === "row")
    return (value) => (value as unknown[]).map((item, i) => (readers[i] as ReadValue)(item));
  return (value) => (typeof value === "object" ? JSON.stringify(value) : value);
}

/** NaN and the infinities are strings; so are integers of more than 15 digits after `parseExactJson`. */
function floatOf(value: number | string): number {
  return typeof value === "number" ? value : Number(value);
}
