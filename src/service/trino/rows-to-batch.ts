import type { Batch, ColumnData, ResultColumn } from "../engine/engine.ts";
import { columnKind, parseServiceType } from "../../core/wire/service-type.ts";
import { floatOf, jsonValueReader } from "./json-value-reader.ts";
import type { Rows } from "./protocol/statement-reply.ts";

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
  // As 32-bit halves, because a BigInt is a heap object.
  const halves = new Int32Array(values.buffer);
  const valid = eachValue(rows, index, (value: number | string, i) => {
    if (typeof value === "string") values[i] = BigInt(value);
    else {
      halves[2 * i] = value | 0;
      halves[2 * i + 1] = Math.floor(value / 0x1_0000_0000);
    }
  });
  return { kind: "int64", values, valid };
}

function readInt32(rows: Rows, index: number): ColumnData {
  const values = new Int32Array(rows.length);
  return { kind: "int32", values, valid: eachValue(rows, index, (value: number, i) => (values[i] = value)) };
}

function readFloat64(rows: Rows, index: number): ColumnData {
  const values = new Float64Array(rows.length);
  const valid = eachValue(rows, index, (value: number | string, i) => (values[i] = floatOf(value)));
  return { kind: "float64", values, valid };
}

function readBoolean(rows: Rows, index: number): ColumnData {
  const values = new Uint8Array(rows.length);
  const valid = eachValue(rows, index, (value: boolean, i) => (values[i] = value ? 1 : 0));
  return { kind: "boolean", values, valid };
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

/** Passes on the values other than null. @returns the validity mask, 0 for null rows; null if there are no nulls. */
function eachValue<T>(rows: Rows, index: number, set: (value: T, row: number) => void): Uint8Array | null {
  let valid: Uint8Array | null = null;
  rows.forEach((row, i) => {
    const value = row[index] as T | null | undefined;
    if (value !== null && value !== undefined) set(value, i);
    else (valid ??= new Uint8Array(rows.length).fill(1))[i] = 0;
  });
  return valid;
}
