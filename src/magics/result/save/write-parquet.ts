import { createParquetFile, type ParquetFile } from "../../../core/parquet/create-parquet-file.ts";
import { Misfit } from "../../../core/parquet/misfit.ts";
import { DateColumn } from "../../../core/table/columns/date-column.ts";
import { BooleanColumn } from "../../../core/table/columns/boolean-column.ts";
import { NullableColumn } from "../../../core/table/columns/nullable-column.ts";
import type { Column, Table } from "../../../core/table/table.ts";
import {
  ANY_TEXT,
  BINARY,
  BOOLEAN,
  DOUBLE,
  INSTANT,
  INT64,
  JSON_TEXT,
  parquetTypeOf,
  storeNullable,
  TEXT,
  type ParquetType,
} from "../../../core/parquet/parquet-type.ts";

/** Maximum rows of a row group, and maximum values, as a group is held in memory. */
const GROUP_ROWS = 100_000;
const GROUP_VALUES = 1_000_000;

interface WrittenColumn {
  readonly name: string;
  readonly type: ParquetType;
}

/**
 * Writes tables with the same columns as Parquet (Snappy). Columns have their service type, even without rows or values: decimals, dates, times,
 * binary, lists, maps and rows as such. Derived columns are typed by their values in the first table: whole numbers INT64, other numbers DOUBLE,
 * dates TIMESTAMP (UTC), text STRING, booleans BOOLEAN, binary BYTE_ARRAY, others JSON text. Null stays null.
 *
 * @param untyped - Columns whose type can't hold all of their values.
 * @param whole - The first table has all values, so they decide such a column's type; otherwise it is text.
 * @throws Misfit naming a column whose type can't hold a value.
 */
export async function writeParquet(
  tables: AsyncIterable<Table>,
  path: string,
  untyped: ReadonlySet<string>,
  whole: boolean,
): Promise<void> {
  let file: ParquetFile | null = null;
  let columns: readonly WrittenColumn[] = [];
  let group: unknown[][] = [];
  const writeGroup = async (): Promise<void> => {
    await file?.write(group);
    group = columns.map(() => []);
  };
  for await (const table of tables) {
    const data = table.data() as Record<string, Column>;
    if (file === null) {
      columns = table.columnNames().map((name) => ({
        name,
        type:
          untyped.has(name) && !whole
            ? ANY_TEXT
            : typeOfColumn(data[name] ?? [], untyped.has(name) ? undefined : table.types[name]),
      }));
      file = await createParquetFile(path, columns);
      group = columns.map(() => []);
    }
    const most = Math.min(GROUP_ROWS, Math.ceil(GROUP_VALUES / Math.max(1, columns.length)));
    for (let from = 0; from < table.numRows();) {
      const end = Math.min(table.numRows(), from + most - (group[0]?.length ?? 0));
      columns.forEach((column, at) => store(column, data[column.name] ?? [], from, end, group[at] ?? []));
      from = end;
      if ((group[0]?.length ?? 0) >= most) await writeGroup();
    }
  }
  if ((group[0]?.length ?? 0) > 0) await writeGroup();
  await file?.finish();
}

function store(
  { name, type }: WrittenColumn,
  values: Column,
  from: number,
  end: number,
  to: unknown[],
): void {
  try {
    for (let row = from; row < end; row += 1) to.push(storeNullable(type, values.at(row)));
  } catch (error) {
    throw error instanceof Misfit ? new Misfit(error.value, name) : error;
  }
}

function typeOfColumn(values: Column, serviceType: string | undefined): ParquetType {
  return serviceType === undefined ? typeOfValues(values) : parquetTypeOf(serviceType);
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
  const types = new Set<ParquetType>();
  for (const value of values) if (value !== null && value !== undefined) types.add(typeOfValue(value));
  if (types.has(INT64) && types.has(DOUBLE) && holdsAll(DOUBLE, values)) types.delete(INT64);
  const [only = typeOfKept(values)] = types;
  return types.size > 1 ? ANY_TEXT : only;
}

function typeOfValue(value: unknown): ParquetType {
  if (typeof value === "string") return TEXT;
  if (typeof value === "boolean") return BOOLEAN;
  if (typeof value === "bigint") return BigInt.asIntN(64, value) === value ? INT64 : JSON_TEXT;
  if (typeof value === "number") return Number.isSafeInteger(value) && !Object.is(value, -0) ? INT64 : DOUBLE;
  if (value instanceof Date) return INSTANT;
  return value instanceof Uint8Array ? BINARY : JSON_TEXT;
}

/** The type of a column without values, by its storage. */
function typeOfKept(column: Column): ParquetType {
  const values: unknown = column instanceof NullableColumn ? column.values : column;
  if (values instanceof DateColumn) return INSTANT;
  if (values instanceof BooleanColumn) return BOOLEAN;
  if (values instanceof Float64Array || values instanceof Float32Array) return DOUBLE;
  return ArrayBuffer.isView(values) ? INT64 : TEXT;
}
