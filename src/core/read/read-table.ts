import { ConfigError } from "../errors.ts";
import { checkForm, form, type SignalOption } from "../options/option-forms.ts";
import { engineTarget } from "../query/client-query.ts";
import { checkQuery, runQuery } from "../query/run-query.ts";
import { parseParams } from "../query/query-params.ts";
import type { QueryEngine } from "../query-engine.ts";
import { quoteIdentifier } from "../sql/sql-literal.ts";
import { checkRead } from "./check-read.ts";
import type { IndexAndDateOptions } from "./index-and-dates.ts";
import type { Table } from "../table/table.ts";
import type { AnyRow } from "../table/verbs/types/row-types.ts";
import { timeRangeSql, type TimeBound } from "./time-range.ts";

/** Options of {@link read_svc_table}. */
export interface ReadTableOptions extends IndexAndDateOptions, SignalOption {
  /** Columns to select, in this order. Default: all. */
  readonly columns?: readonly string[] | null | undefined;
  /** Rows with `time` from start (inclusive) to end (exclusive); null leaves an end open. */
  readonly time_range?: readonly [start: TimeBound, end: TimeBound] | null | undefined;
  /** Maximum rows; null reads all, which must fit in memory. @default 10000 */
  readonly limit?: number | null | undefined;
}

/** Maximum rows without a `limit`. */
export const DEFAULT_LIMIT = 10_000;

const COLUMNS = {
  wanted: "a list of column names; leave it out to select all",
  holds: (value: unknown) => Array.isArray(value) && value.length > 0 && value.every(form.text.holds),
};

/**
 * Read a table. It is read as a job, on presto and hive, so values equal those of `read_svc_query`.
 *
 * @param table_name - `table` in the engine's database, or `database.table`.
 * @example await read_svc_table("access", engine, { columns: ["time", "host"], time_range: ["2024-01-01", null] });
 */
export async function read_svc_table<R extends object = AnyRow>(
  table_name: string,
  engine: QueryEngine,
  options: ReadTableOptions = {},
): Promise<Table<R>> {
  const shape = checkRead("read_svc_table", engine, options, { columns: COLUMNS, time_range: form.anything });
  const sql = tableSql(table_name, engine, options);
  const source = `read_svc_table('${table_name}')`;
  const request = { ...parseParams(null), source, shape, signal: options.signal };
  return (await runQuery(checkQuery(sql, engineTarget(engine), request))) as Table<R>;
}

function tableSql(tableName: string, { type }: QueryEngine, options: ReadTableOptions): string {
  const { columns, limit = DEFAULT_LIMIT } = options;
  checkForm("table_name", tableName, form.text);
  const parts = tableName.split(".");
  if (parts.length > 2)
    throw new ConfigError(`table name ${JSON.stringify(tableName)} has more than one dot`);
  const where = timeRangeSql(options.time_range);
  return [
    `SELECT ${columns == null ? "*" : columns.map((name) => quoteIdentifier(name, type)).join(", ")}`,
    `FROM ${parts.map((name) => quoteIdentifier(name, type)).join(".")}`,
    ...(where === null ? [] : [`WHERE ${where}`]),
    ...(limit === null ? [] : [`LIMIT ${limit}`]),
  ].join("\n");
}
