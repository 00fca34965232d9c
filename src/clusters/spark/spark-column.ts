import { scalarType } from "../../dialect/types/scalar-types.ts";
import type { UploadColumn } from "../../core/write/columns/upload-column.ts";

export interface SparkColumn {
  readonly name: string;
  /** Type of the values, or of the items if the values are lists. */
  readonly type: "long" | "double" | "boolean" | "string";
  readonly isList: boolean;
  /** The column's type in Spark's and Hive's SQL. */
  readonly sqlType: string;
  /** The value of a row: bigint, number, boolean, text, or a list of these; or null. */
  readonly value: (row: number) => unknown;
}

/** Determines a column's type; for lists, the common type of all items. */
export function sparkColumn({ name, kind, values }: UploadColumn): SparkColumn {
  const value = (row: number): unknown => values.at(row) ?? null;
  if (kind !== "list") {
    const scalar = { name, type: kind, isList: false, sqlType: sqlType(kind) };
    return { ...scalar, value: kind === "long" ? (row) => toBigInt(value(row)) : value };
  }
  const type = listItem(values);
  const convert: (part: unknown) => unknown = { long: toBigInt, double: toNumber, string: toText }[type];
  return {
    name,
    type,
    isList: true,
    sqlType: `array<${sqlType(type)}>`,
    value: (row) => (value(row) as unknown[] | null)?.map(convert) ?? null,
  };
}

/** A schema type in Hive's SQL, which is Spark's. */
const sqlType = (type: SparkColumn["type"]): string => scalarType(type)?.hive ?? type;

function listItem(values: UploadColumn["values"]): "long" | "double" | "string" {
  let item: "long" | "double" = "long";
  for (let row = 0; row < values.length; row++) {
    for (const part of (values.at(row) as unknown[] | null) ?? []) {
      if (part === null || part === undefined || typeof part === "bigint") continue;
      if (typeof part !== "number") return "string";
      if (!Number.isSafeInteger(part)) item = "double";
    }
  }
  return item;
}

function toBigInt(value: unknown): bigint | null {
  return value === null || value === undefined ? null : BigInt(value as number | bigint);
}

function toNumber(value: unknown): number | null {
  return value === null || value === undefined ? null : Number(value);
}

function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return value;
  return typeof value === "bigint" ? String(value) : JSON.stringify(value);
}
