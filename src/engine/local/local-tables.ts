// This folder: tables of a notebook in one statement: files that the statement names and rows that the client sent, seen by this statement alone.

import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { DuckDBConnection, DuckDBType } from "@duckdb/node-api";
import type { LocalColumn, LocalTable } from "../../core/wire/local-request.ts";
import { type TableShape, LOCAL_DATABASE } from "../../dialect/catalogue.ts";
import { columnType } from "../../dialect/column-type.ts";
import { quoteName, quoteText } from "../../dialect/quote.ts";
import { query, word } from "../../dialect/sql/tree.ts";
import { SqlError } from "../../dialect/sql-error.ts";
import { storedTypeName } from "../../dialect/types/engine-type.ts";
import { type Type, arrayOf, mapOf, UTC_TIMESTAMP } from "../../dialect/types/type.ts";
import { ifThere } from "../../system/system.ts";
import { errorMessage } from "../errors/fault.ts";
import { fileScan, scanFault, typedScan } from "../tables/file-scan.ts";
import { fromEngineType, LIST, MAP, STRUCT, type EngineTypeParts } from "../values/from-engine-type.ts";

type ShapeColumn = TableShape["columns"][number];

/** A CSV file up to this size is read twice: first all of it, for the types of its columns. */
const WHOLE_SAMPLE_BYTES = 64 * 2 ** 20;
const SAMPLE_ROWS = 200_000;

/** The tables that one statement brings along: files in the only folder, besides that of imports, which SQL can read. */
export class LocalTables {
  readonly #connection: DuckDBConnection;
  readonly #folder: string;
  readonly #tables: readonly LocalTable[];

  constructor(connection: DuckDBConnection, folder: string, tables: readonly LocalTable[]) {
    this.#connection = connection;
    this.#folder = folder;
    this.#tables = tables;
  }

  /** @throws SqlError for a file that is gone or can't be read, and for a column that the dialects can't hold */
  async describe(name: string): Promise<TableShape | null> {
    const table = this.#tables.find((one) => one.name === name);
    if (table === undefined) return null;
    const path = join(this.#folder, ...table.file.split("/"));
    const size = (await ifThere(stat(path)))?.size;
    if (size === undefined)
      throw new SqlError("TABLE_NOT_FOUND", `the rows of ${name} are gone with their notebook; run the statement there again`); // prettier-ignore
    const { columns } = table;
    const rows = columns === null ? await this.#fileRows(path, size, name) : writtenRows(path, columns);
    checkNames(name, rows.columns);
    return {
      query: query([word(rows.sql)]),
      database: LOCAL_DATABASE,
      name,
      columns: rows.columns,
      system: true,
    };
  }

  /** A file of the user, read in place. */
  async #fileRows(path: string, size: number, name: string): Promise<LocalRows> {
    let scan;
    let prepared;
    try {
      scan = (await typedScan(this.#connection, [path], {
        json: "format = 'newline_delimited', maximum_object_size = 67108864",
        rows: size <= WHOLE_SAMPLE_BYTES ? -1 : SAMPLE_ROWS,
      }))!;
      prepared = await this.#connection.prepare(`SELECT * FROM ${scan}`);
    } catch (error) {
      const message = scanFault(errorMessage(withoutPaths(error, this.#folder, this.#tables)));
      throw new SqlError("INVALID_FUNCTION_ARGUMENT", `${name} can't be read: ${message}`, null, error);
    }
    try {
      const columns: ShapeColumn[] = [];
      const list: string[] = [];
      for (let i = 0; i < prepared.columnCount; i++) {
        const column = prepared.columnName(i);
        const engineType = prepared.columnType(i);
        const { type, sql } = fileType(engineType, quoteName(column), `${name}, column ${column}`);
        columns.push({ name: column, type });
        list.push(`${sql} AS ${quoteName(column)}`);
      }
      return { sql: `(SELECT ${list.join(", ")} FROM ${scan})`, columns };
    } finally {
      prepared.destroySync();
    }
  }
}

/** @throws SqlError for names that no statement can tell apart, or write */
function checkNames(table: string, columns: readonly ShapeColumn[]): void {
  const names = new Set<string>();
  for (const { name } of columns) {
    const fault =
      name === "" || name.includes("\0")
        ? `a column without a name, or with a zero byte in it`
        : names.has(name.toLowerCase())
          ? `two columns ${name}, which differ at most in case`
          : null;
    if (fault !== null) throw new SqlError("NOT_SUPPORTED", `${table} has ${fault}; rename it`);
    names.add(name.toLowerCase());
  }
}

interface LocalRows {
  readonly sql: string;
  readonly columns: readonly ShapeColumn[];
}

/** A file that the client wrote. */
function writtenRows(path: string, localColumns: readonly LocalColumn[]): LocalRows {
  const columns = localColumns.map(({ name, type }) => ({ name, type: columnType(name, type) }));
  const list = columns.map(
    ({ name, type }, i) =>
      `${storedValue(`c${i}`, type, localColumns[i]?.inMs === true)} AS ${quoteName(name)}`,
  );
  return { sql: `(SELECT ${list.join(", ")} FROM ${fileScan([path])!})`, columns };
}

const storedValue = (column: string, type: Type, inMs: boolean): string =>
  `CAST(${inMs ? `epoch_ms(CAST(${column} AS BIGINT))` : column} AS ${storedTypeName(type)})`;

/** An error whose text names the tables instead of their files. */
export function withoutPaths(error: unknown, folder: string, tables: readonly LocalTable[]): unknown {
  const message = errorMessage(error);
  if (!message.includes(folder)) return error;
  const named = tables.reduce(
    (text, { name, file }) =>
      text.replaceAll(join(folder, ...file.split("/")), () => name.replace(/^'(.*)'$/s, "$1")),
    message,
  );
  return new Error(named.replaceAll(folder, ""), { cause: error });
}

/** DuckDB's type ids whose values files have finer than tables of the service: times with microseconds. */
const FINER: Readonly<Record<number, Type>> = {
  12: { kind: "timestamp", precision: 6 },
  14: { kind: "time", precision: 6 },
  31: { ...UTC_TIMESTAMP, precision: 6 } as Type,
};
const NANOSECONDS = 22;
/** Types of the engine that no type of the dialects holds: intervals, 128 bits, bits, zoned times, unions and later ones. */
const REFUSED = new Set([0, 15, 16, 28, 29, 30, 32]);
const LAST = 31;

/**
 * The dialect's type of a file's column, and SQL that reads the column in it.
 *
 * @param what - Names the column in errors.
 * @throws SqlError NOT_SUPPORTED for a type that the dialects can't hold
 */
function fileType(engineType: DuckDBType, column: string, what: string): { type: Type; sql: string } {
  const type = typeOf(engineType, what);
  const stored = storedTypeName(type);
  if ((engineType as unknown as EngineTypeParts).typeId === NANOSECONDS) {
    const lost = quoteText(
      `svc!NUMERIC_VALUE_OUT_OF_RANGE!${what} has nanoseconds, and the dialects hold microseconds`,
    );
    return { type, sql: `CASE WHEN epoch_ns(${column}) % 1000 = 0 OR ${column} IS NULL THEN CAST(${column} AS ${stored}) ELSE CAST(${lost} AS ${stored}) END` }; // prettier-ignore
  }
  return { type, sql: String(engineType) === stored ? column : `CAST(${column} AS ${stored})` };
}

function typeOf(engineType: DuckDBType, what: string): Type {
  const { typeId, valueType, keyType, entryNames, entryTypes } = engineType as unknown as EngineTypeParts;
  if (typeId === LIST) return arrayOf(typeOf(valueType, what));
  if (typeId === MAP) return mapOf(typeOf(keyType, what), typeOf(valueType, what));
  if (typeId === STRUCT)
    return {
      kind: "row",
      fields: entryTypes.map((type, i) => ({ name: entryNames[i]!, type: typeOf(type, what) })),
    };
  if (REFUSED.has(typeId) || typeId > LAST)
    throw new SqlError(
      "NOT_SUPPORTED",
      `${what} has the type ${String(engineType)}, which Presto and Hive SQL can't hold; write the file with another type`,
    );
  return FINER[typeId] ?? fromEngineType(engineType);
}
