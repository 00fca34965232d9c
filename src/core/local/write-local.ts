// This folder: the notebook's tables and files on their way to the local service.

import { open, type FileHandle } from "node:fs/promises";
import { createParquetFile } from "../parquet/create-parquet-file.ts";
import { ANY_TEXT, parquetTypeOf, storeNullable, type ParquetType } from "../parquet/parquet-type.ts";
import { Misfit } from "../parquet/misfit.ts";
import { isNone } from "../table/is-none.ts";
import type { Column } from "../table/table.ts";
import type { LocalColumn } from "../wire/local-request.ts";
import { plainValues } from "../blocks/plain-values.ts";
import { ParquetGroups } from "../wire/parquet-groups.ts";
import { columnPieces } from "../write/encode/column-pieces.ts";
import type { Frame } from "../write/frame.ts";
import { typeOfColumn } from "./type-of-column.ts";
import { quickColumn, type QuickColumn } from "./quick-column.ts";

/** Rows of a row group, each of which a thread of the engine reads. */
const GROUP_ROWS = 122_880;
/** Values of a row group whose values are converted one by one. */
const GROUP_VALUES = 500_000;

/**
 * Writes a frame as a Parquet file with the columns `c0`, `c1`, ...
 *
 * @returns the columns with their service types: those that the frame has, where they hold its values; else by the values.
 * @throws ConfigError for values that no type holds.
 */
export async function writeLocal({ columns, rowCount }: Frame, path: string): Promise<LocalColumn[]> {
  const quick = columns.map(quickColumn);
  if (quick.every((column) => column !== null)) {
    await writeQuick(quick, rowCount, path);
    return quick.map(({ column }) => column);
  }
  const typedColumns = columns.map(({ name, values, type }) => ({
    name,
    values,
    type: type ?? typeOfColumn(values),
  }));
  for (;;) {
    try {
      await writeTyped(typedColumns, rowCount, path);
      return typedColumns.map(({ name, type }) => ({ name, type }));
    } catch (error) {
      const index = error instanceof Misfit ? Number(error.column) : NaN;
      const column = typedColumns[index];
      if (column === undefined) throw error;
      const byValues = typeOfColumn(column.values);
      if (byValues === column.type) throw new Misfit((error as Misfit).value, JSON.stringify(column.name));
      typedColumns[index] = { ...column, type: byValues };
    }
  }
}

async function writeQuick(columns: readonly QuickColumn[], rowCount: number, path: string): Promise<void> {
  const parquet = new ParquetGroups(
    columns.map(({ kind }, i) => ({
      name: `c${i}`,
      type: kind === "string" ? "BYTE_ARRAY" : kind === "long" ? "INT64" : "DOUBLE",
    })),
  );
  const file = await open(path, "w", 0o600);
  try {
    for (let from = 0; from < rowCount; from += GROUP_ROWS) {
      const to = Math.min(rowCount, from + GROUP_ROWS);
      const group = columns.map((column) => plainValues(columnPieces(column, from, to)));
      await writeAll(file, parquet.group(group, to - from));
    }
    await writeAll(file, parquet.end());
  } finally {
    await file.close();
  }
}

async function writeAll(file: FileHandle, pieces: readonly Uint8Array[]): Promise<void> {
  const size = pieces.reduce((sum, { length }) => sum + length, 0);
  const { bytesWritten } = await file.writev(pieces);
  // The rest of a group that was written in part, as on a disk that is nearly full.
  if (bytesWritten < size) await file.writeFile(Buffer.concat(pieces).subarray(bytesWritten));
}

interface CheckedColumn {
  readonly name: string;
  readonly values: Column;
  readonly type: string;
}

/** @throws Misfit with the number of the column that holds a value not of its type */
async function writeTyped(columns: readonly CheckedColumn[], rowCount: number, path: string): Promise<void> {
  const types = columns.map(({ type }) => parquetTypeOf(type, ANY_TEXT));
  const file = await createParquetFile(
    path,
    types.map((type, i) => ({ name: `c${i}`, type })),
  );
  const groupRows = Math.max(1, Math.min(GROUP_ROWS, Math.ceil(GROUP_VALUES / columns.length)));
  for (let from = 0; from < rowCount; from += groupRows) {
    const to = Math.min(rowCount, from + groupRows);
    await file.write(
      columns.map(({ values }, i) => storedValues(values, types[i] as ParquetType, from, to, String(i))),
    );
  }
  await file.finish();
}

function storedValues(
  values: Column,
  type: ParquetType,
  from: number,
  to: number,
  column: string,
): unknown[] {
  const stored = new Array<unknown>(to - from);
  try {
    for (let row = from; row < to; row++) {
      const value: unknown = values.at(row);
      stored[row - from] = isNone(value) ? null : storeNullable(type, value);
    }
  } catch (error) {
    throw error instanceof Misfit ? new Misfit(error.value, column) : error;
  }
  return stored;
}
