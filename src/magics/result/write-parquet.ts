import { DateColumn } from "../../core/table/date-column.ts";
import { BooleanColumn } from "../../core/table/boolean-column.ts";
import { NullableColumn } from "../../core/table/nullable-column.ts";
import type { Column, Table } from "../../core/table/table.ts";
import {
  BINARY,
  BOOLEAN,
  DOUBLE,
  INSTANT,
  INT64,
  JSON_TEXT,
  Misfit,
  parquetTypeOf,
  storeNullable,
  TEXT,
  type ParquetType,
} from "./parquet-type.ts";

const ROWS_AT_ONCE = 100_000;

/**
 * Writes a table as Parquet (Snappy). A column has the type that the service gave it, also where it has no rows or no values:
 * decimals, dates, times, binary values, lists, maps and rows as such. A column that was derived, or holds what its type can't, goes by its
 * values: whole numbers INT64, other numbers DOUBLE, dates TIMESTAMP (UTC), texts STRING, booleans BOOLEAN, binary values BYTE_ARRAY, anything
 * else JSON texts. Null stays null.
 */
export async function writeParquet(table: Table, path: string): Promise<void> {
  const { fileWriter, ParquetWriter } = await import("hyparquet-writer");
  const data = table.data() as Record<string, Column>;
  const columns = table.columnNames().map((name) => {
    const values = data[name] ?? [];
    return { name, values, type: typeOfColumn(values, table.types[name]) };
  });
  const schema = [
    { name: "root", num_children: columns.length },
    ...columns.flatMap(({ name, type }) => type.schema(name)),
  ];
  const writer = new ParquetWriter({ writer: fileWriter(path), schema });
  for (let from = 0; from < table.numRows(); from += ROWS_AT_ONCE) {
    const length = Math.min(ROWS_AT_ONCE, table.numRows() - from);
    const columnData = columns.map(({ name, values, type }) => ({
      name,
      data: Array.from({ length }, (_, row) => storeNullable(type, values.at(from + row))),
    }));
    await writer.write({ columnData, rowGroupSize: ROWS_AT_ONCE });
    // Other work of the process goes on in between.
    await new Promise((resolve) => setImmediate(resolve));
  }
  await writer.finish();
}

function typeOfColumn(values: Column, serviceType: string | undefined): ParquetType {
  const declared = serviceType === undefined ? null : parquetTypeOf(serviceType);
  return declared !== null && holdsAll(declared, values) ? declared : typeOfValues(values);
}

function holdsAll(type: ParquetType, values: Column): boolean {
  try {
    for (const value of values) storeNullable(type, value);
    return true;
  } catch (error) {
    if (error instanceof Misfit) return false;
    throw error;
  }
}

function typeOfValues(values: Column): ParquetType {
  const found = new Set<ParquetType>();
  for (const value of values) if (value !== null && value !== undefined) found.add(typeOfValue(value));
  if (found.has(INT64) && found.has(DOUBLE) && holdsAll(DOUBLE, values)) found.delete(INT64);
  const [only = typeOfKept(values)] = found;
  return found.size > 1 ? JSON_TEXT : only;
}

function typeOfValue(value: unknown): ParquetType {
  if (typeof value === "string") return TEXT;
  if (typeof value === "boolean") return BOOLEAN;
  if (typeof value === "bigint") return BigInt.asIntN(64, value) === value ? INT64 : JSON_TEXT;
  if (typeof value === "number") return Number.isSafeInteger(value) && !Object.is(value, -0) ? INT64 : DOUBLE;
  if (value instanceof Date) return INSTANT;
  return value instanceof Uint8Array ? BINARY : JSON_TEXT;
}

/** The type of a column without values: what it was made to hold. */
function typeOfKept(column: Column): ParquetType {
  const values: unknown = column instanceof NullableColumn ? column.values : column;
  if (values instanceof DateColumn) return INSTANT;
  if (values instanceof BooleanColumn) return BOOLEAN;
  if (values instanceof Float64Array || values instanceof Float32Array) return DOUBLE;
  return ArrayBuffer.isView(values) ? INT64 : TEXT;
}
