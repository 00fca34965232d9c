import { isNotFoundError, isQueryError } from "../../core/error-guards.ts";
import { UsageError } from "../../core/errors.ts";
import { create_engine } from "../../core/query-engine.ts";
import { read_svc_query } from "../../core/read/read-query.ts";
import { quoteIdentifier } from "../../core/sql/quote-identifier.ts";
import { DESCRIBED, topText, type Description } from "../../core/table/describe-columns.ts";
import { Table } from "../../core/table/table.ts";
import { nearestName } from "../../dialect/nearest-name.ts";
import { magic_context } from "../magic-context.ts";
import { MagicTable } from "../magic-table.ts";
import type { ListingOptions } from "./listing-options.ts";

/** A column of the table, with its expressions in the query. */
interface Profiled {
  readonly field: string;
  readonly type: string;
  /** Expressions by statistic. */
  readonly expressions: Readonly<Record<string, string>>;
}

const NUMBER = /^(?:tinyint|smallint|int|integer|long|bigint|float|real|double|decimal)\b/i;
const INTEGER = /^(?:tinyint|smallint|int|integer|long|bigint)\b/i;
const TEXT = /^(?:string|varchar|char)\b/i;
/** Maximum distinct values for which the service counts the most frequent ones. */
const KEPT_VALUES = 1000;
const MAX_COLUMNS = 200;

/**
 * Describe a table's columns like `Table.describe`, computed by the service with one Presto query over all rows, as `%svc_profile` does.
 * `distinct` and quantiles are approximate (within some percent), and so is `top` for columns with very many distinct values; lists and maps
 * have only counts. The column `time` is shown as dates.
 *
 * @param name - `database.table`, or a table of the current database.
 * @throws UsageError when the table does not exist, or there is no current database.
 */
export async function svc_profile(name: string, options: ListingOptions = {}): Promise<Table> {
  const { connection = magic_context.connect(), ...rest } = options;
  const [database, table] = tableName(name);
  const handle = await connection.get_table(database, table, rest);
  const record = await handle.describe(rest).catch(async (error: unknown) => {
    if (!isNotFoundError(error)) throw error;
    const names = (await connection.list_tables(database, rest)).map((found) => found.name);
    const nearest = nearestName(table, names);
    const hint = nearest === null ? `%svc_tables ${database} lists its tables` : `did you mean ${nearest}?`;
    throw new UsageError(`there is no table ${database}.${table}; ${hint}`, { cause: error });
  });
  const columns = new MagicTable(record).columns.objects() as {
    field: string;
    type: string;
    alias: string;
  }[];
  if (columns.length > MAX_COLUMNS)
    throw new UsageError(
      `${database}.${table} has ${columns.length} columns, and one query profiles ${MAX_COLUMNS} at most; describe a selection: select ... -o df, df.describe()`,
    );
  const engine = create_engine(`presto:${database}`, connection);
  const from = `${quoted(database)}.${quoted(table)}`;
  let profiled = columns.map(({ field, type, alias }) => profile(field, type, alias || field));
  const answer = await read_svc_query(selectOf(profiled, from), engine, rest).catch((error: unknown) => {
    // A table that a query made may lack `time`, which every other one has.
    if (!isQueryError(error) || !/'time' cannot be resolved/i.test(error.message)) throw error;
    profiled = profiled.filter(({ field }) => field !== "time");
    return read_svc_query(selectOf(profiled, from), engine, rest);
  });
  const [row = {}] = answer.objects() as Record<string, unknown>[];
  const rows = profiled.map(({ field, type }, c) =>
    description(field, type, Number(row["n"]), (what) => row[`c${c}_${what}`] ?? null),
  );
  return Table.of(
    DESCRIBED.map((name) => rows.map((described) => described[name])),
    DESCRIBED,
    { index: ["column"], source: answer.source },
  );
}

function selectOf(columns: readonly Profiled[], from: string): string {
  const selected = columns.flatMap(({ expressions }, c) =>
    Object.entries(expressions).map(([what, code]) => `${code} as c${c}_${what}`),
  );
  return `select ${["count(*) as n", ...selected].join(",\n  ")}\nfrom ${from}`;
}

const quoted = (name: string): string => quoteIdentifier(name, "presto");

function tableName(name: string): [database: string, table: string] {
  const parts = name.trim().split(".");
  if (parts.length === 2) return parts as [string, string];
  const database = magic_context.database;
  if (parts.length !== 1 || parts[0] === "")
    throw new UsageError(`${JSON.stringify(name)} is not a table name; write database.table`);
  if (database === null)
    throw new UsageError(`no database: write database.${name}, or choose one with %svc_use`);
  return [database, parts[0] as string];
}

function profile(field: string, type: string, name: string): Profiled {
  const column = quoted(name);
  const isNumber = NUMBER.test(type);
  const count = `count(${column})`;
  if (!isNumber && !TEXT.test(type)) return { field, type, expressions: { count } };
  const double = `cast(${column} as double)`;
  const top = !isNumber ? column : INTEGER.test(type) ? `cast(${column} as bigint)` : null;
  return {
    field,
    type,
    expressions: {
      count,
      distinct: `approx_distinct(${column})`,
      min: `min(${column})`,
      ...(isNumber && {
        mean: `avg(${double})`,
        quantiles: `approx_percentile(${double}, array[0.25, 0.5, 0.75])`,
      }),
      max: `max(${column})`,
      ...(top !== null && { top: `approx_most_frequent(3, ${top}, ${KEPT_VALUES})` }),
    },
  };
}

function description(
  column: string,
  type: string,
  rows: number,
  value: (what: string) => unknown,
): Description {
  const shown =
    column === "time" && INTEGER.test(type)
      ? (seconds: unknown): unknown => (seconds === null ? null : new Date(Number(seconds) * 1000))
      : (plain: unknown): unknown => plain;
  const [p25 = null, p50 = null, p75 = null] = (value("quantiles") ?? []) as unknown[];
  const count = Number(value("count"));
  return {
    column,
    type,
    count,
    nulls: rows - count,
    distinct: value("distinct"),
    min: shown(value("min")),
    mean: column === "time" ? null : value("mean"),
    p25: shown(p25),
    p50: shown(p50),
    p75: shown(p75),
    max: shown(value("max")),
    top: column === "time" ? null : topText(Object.entries((value("top") ?? {}) as Record<string, number>)),
  };
}
