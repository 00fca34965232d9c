import type { Batch, ColumnData, ResultColumn } from "../engine/engine.ts";
import { parseServiceType } from "../../core/wire/service-type.ts";
import { floatOf, valueReader } from "./value-reader.ts";

type Rows = readonly (readonly unknown[])[];
type ReadColumn = (rows: Rows, index: number) => ColumnData;

/** Returns a function that converts rows of the protocol to columns. */
export function rowsToBatch(columns: readonly ResultColumn[]): (rows: Rows) => Batch {
  const readers = columns.map(({ type }) => columnReader(type));
  return (rows) => ({ rowCount: rows.length, columns: readers.map((read, index) => read(rows, index)) });
}

function columnReader(typeText: string): ReadColumn {
  const type = parseServiceType(typeText);
  switch (type.name) {
    case "bigint":
      return readInt64;
    case "integer":
    case "smallint":
    case "tinyint":
      return readInt32;
    case "double":
    case "real":
      return readFloat64;
    case "boolean":
      return readBoolean;
    case "varchar":
    case "char":
    case "decimal":
    case "date":
    case "json":
    case "uuid":
    case "ipaddress":
    case "ipprefix":
      return readText;
  }
  if (/^(time|interval)/.test(type.name)) return readText;
  const read = valueReader(type);
  return (rows, index) => ({ kind: "other", values: rows.map((row) => read(row[index])) });
}

function readInt64(rows: Rows, index: number): ColumnData {
  const values = new BigInt64Array(rows.length);
  // As 32-bit halves, because a BigInt is a heap object.
  const halves = new Int32Array(values.buffer);
  const valid = new Validity(rows.length);
  rows.forEach((row, i) => {
    const value = row[index] as number | string | null;
    if (value === null || value === undefined) valid.clear(i);
    else if (typeof value === "string") values[i] = BigInt(value);
    else {
      halves[2 * i] = value | 0;
      halves[2 * i + 1] = Math.floor(value / 0x1_0000_0000);
    }
  });
  return { kind: "int64", values, valid: valid.bits };
}

function readInt32(rows: Rows, index: number): ColumnData {
  const values = new Int32Array(rows.length);
  const valid = new Validity(rows.length);
  rows.forEach((row, i) => {
    const value = row[index] as number | null;
    if (value === null || value === undefined) valid.clear(i);
    else values[i] = value;
  });
  return { kind: "int32", values, valid: valid.bits };
}

function readFloat64(rows: Rows, index: number): ColumnData {
  const values = new Float64Array(rows.length);
  const valid = new Validity(rows.length);
  rows.forEach((row, i) => {
    const value = row[index] as number | string | null;
    if (value === null || value === undefined) valid.clear(i);
    else values[i] = floatOf(value);
  });
  return { kind: "float64", values, valid: valid.bits };
}

function readBoolean(rows: Rows, index: number): ColumnData {
  const values = new Uint8Array(rows.length);
  const valid = new Validity(rows.length);
  rows.forEach((row, i) => {
    const value = row[index] as boolean | null;
    if (value === null || value === undefined) valid.clear(i);
    else values[i] = value ? 1 : 0;
  });
  return { kind: "boolean", values, valid: valid.bits };
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

/** Validity mask, allocated with the first null. */
class Validity {
  readonly #length: number;
  bits: Uint8Array | null = null;

  constructor(length: number) {
    this.#length = length;
  }

  clear(index: number): void {
    this.bits ??= new Uint8Array(this.#length).fill(1);
    this.bits[index] = 0;
  }
}
