import type { UploadColumn } from "../write/columns/upload-column.ts";

type Scalar = "long" | "double" | "boolean" | "string";

/** A column as Spark stores it. */
export interface SparkColumn {
  readonly name: string;
  /** Of the values, or of the items where the values are lists. */
  readonly type: Scalar;
  readonly isList: boolean;
  /** The value of a row: a bigint, a number, a boolean, a text, or a list of one of them; null anywhere. */
  readonly value: (row: number) => unknown;
}

/** Finds the one type of a column's values: lists get that of all their items. */
export function sparkColumn({ name, kind, values }: UploadColumn): SparkColumn {
  const value = (row: number): unknown => values.at(row) ?? null;
  if (kind === "long") return { name, type: kind, isList: false, value: (row) => toBigInt(value(row)) };
  if (kind !== "list") return { name, type: kind, isList: false, value };
  const type = listItem(values);
  const convert: (part: unknown) => unknown = { long: toBigInt, double: toNumber, string: toText }[type];
  return {
    name,
    type,
    isList: true,
    value: (row) => (value(row) as unknown[] | null)?.map(convert) ?? null,
  };
}

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
