import type { Column, Table } from "../../core/table/table.ts";
import { jsonText } from "./json-text.ts";

type ParquetType = "BOOLEAN" | "INT64" | "DOUBLE" | "STRING" | "TIMESTAMP";
/** JSON is stored as text, which keeps its integers exact: the writer would make doubles of them. */
type ValueType = ParquetType | "JSON";

interface ParquetColumn {
  readonly name: string;
  readonly type: ParquetType;
  readonly data: unknown[];
}

/**
 * Writes a table as Parquet (Snappy). Column types go by the values: whole numbers INT64, other numbers DOUBLE, dates TIMESTAMP (UTC, to
 * the millisecond), texts STRING, booleans BOOLEAN, anything else
 * JSON texts. Null stays null.
 */
export async function writeParquet(table: Table, path: string): Promise<void> {
  const { parquetWriteFile } = await import("hyparquet-writer");
  const data = table.data() as Record<string, Column>;
  const columnData = table
    .columnNames()
    .map((name) => parquetColumn(name, data[name] ?? [], table.types[name]));
  parquetWriteFile({ filename: path, columnData });
}

function parquetColumn(name: string, column: Column, serviceType: string | undefined): ParquetColumn {
  const type = valueType(column, serviceType);
  return {
    name,
    type: type === "JSON" ? "STRING" : type,
    data: Array.from(column, (value) => toParquet(value, type)),
  };
}

function valueType(column: Column, serviceType = ""): ValueType {
  const found = new Set<ValueType>();
  for (const value of column) if (value !== null && value !== undefined) found.add(typeOf(value));
  // A double column may happen to hold whole numbers only.
  if (found.has("INT64") && (found.has("DOUBLE") || /^(?:double|float|real)/i.test(serviceType))) {
    found.delete("INT64");
    found.add("DOUBLE");
  }
  const [only = "STRING"] = found;
  return found.size > 1 ? "JSON" : only;
}

function typeOf(value: unknown): ValueType {
  if (typeof value === "string") return "STRING";
  if (typeof value === "boolean") return "BOOLEAN";
  if (typeof value === "bigint") return BigInt.asIntN(64, value) === value ? "INT64" : "JSON";
  if (typeof value === "number")
    return Number.isSafeInteger(value) && !Object.is(value, -0) ? "INT64" : "DOUBLE";
  return value instanceof Date ? "TIMESTAMP" : "JSON";
}

function toParquet(value: unknown, type: ValueType): unknown {
  if (value === null || value === undefined) return null;
  if (value instanceof Date && Number.isNaN(value.getTime())) return null;
  if (type === "INT64") return BigInt(value as number | bigint);
  if (type === "DOUBLE") return Number(value);
  return type === "JSON" ? jsonText(value) : value;
}
