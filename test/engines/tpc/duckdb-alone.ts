import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { DuckDBDecimalValue, DuckDBInstance, type DuckDBValue } from "@duckdb/node-api";

/** DuckDB without svclib. */
export interface DuckdbAlone {
  /** Rows, with their decimals as numbers and dates as texts. */
  rows(sql: string): Promise<unknown[][]>;
  close(): void;
}

/** A file with the tables of a folder of Parquet files. */
export async function openDuckdbAlone(
  file: string,
  parquet: string,
  memoryBytes: number,
): Promise<DuckdbAlone> {
  const instance = await DuckDBInstance.create(file, {
    memory_limit: `${Math.floor(memoryBytes / 1024)}KiB`,
  });
  const connection = await instance.connect();
  for (const name of readdirSync(parquet))
    await connection.run(`CREATE TABLE ${basename(name, ".parquet")} AS FROM '${join(parquet, name)}'`);
  return {
    rows: async (sql) => {
      const rows = await (await connection.stream(sql)).getRows();
      return rows.map((row) => row.map(plain));
    },
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

const plain = (value: DuckDBValue): unknown =>
  value === null || typeof value === "number" || typeof value === "string"
    ? value
    : value instanceof DuckDBDecimalValue
      ? value.toDouble()
      : typeof value === "bigint"
        ? Number(value)
        : String(value);
