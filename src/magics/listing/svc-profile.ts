import { isNotFoundError, isQueryError } from "../../core/error-guards.ts";
import { UsageError } from "../../core/errors.ts";
import { create_engine } from "../../core/query-engine.ts";
import { read_svc_query } from "../../core/read/read-query.ts";
import { quoteIdentifier } from "../../core/sql/sql-literal.ts";
import { between, DESCRIBED, topText, type Description } from "../../core/table/describe-columns.ts";
import { Table } from "../../core/table/table.ts";
import { columnKind, isMoment, parseServiceType } from "../../core/wire/service-type.ts";
import { scalarType } from "../../dialect/types/scalar-types.ts";
import { nearestName } from "../../dialect/nearest-name.ts";
import { magic_context } from "../magic-context.ts";
import { MagicTable } from "../magic-table.ts";
import type { ListingOptions } from "./list-table.ts";

/** A column of the table, with its expressions in the query. */
interface Profiled {
  readonly field: string;
  readonly type: string;
  /** Expressions by statistic. */
  readonly expressions: Readonly<Record<string, string>>;
  /** The value as a double, of which there are quantiles: unix seconds of times, null for NaN. */
  readonly double?: string;
  /** The value, for the exact number of distinct ones. */
  readonly column?: string;
}

const SHARES = [0.25, 0.5, 0.75];
/** Up to so many values in all columns, quantiles and distinct values are exact, as those of `describe`; beyond, they are the service's approximations. */
const EXACT_VALUES = 1_000_000;
/** Maximum distinct values for which the service counts the most frequent ones. */
const KEPT_VALUES = 1000;
const MAX_COLUMNS = 200;

/**
 * Describe a table's columns like `Table.describe`, computed by the service over all rows, as `%svc_profile` does. `distinct` and quantiles are
 * those of `describe` for tables of up to a million values in their columns of numbers and times, and approximate for larger ones (within
 * some percent); so is `top` for columns with very many distinct values. Lists and maps have only counts. The column `time` is shown as dates.
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
    const names = (await connection.list_tables(database, rest)).map((entry) => entry.name);
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
  const measured = profiled.filter(({ double }) => double !== undefined).length;
  if (Number(row["n"]) * measured <= EXACT_VALUES) {
    const exact = await read_svc_query(exactOf(profiled, from), engine, rest);
    Object.assign(row, exact.object());
  }
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

/** The values next to each quantile, and the distinct ones: of the sorted values of each column. */
function exactOf(columns: readonly Profiled[], from: string): string {
  const sorted = columns.flatMap(({ double }, c) =>
    double === undefined
      ? []
      : [`array_sort(array_agg(${double}) filter (where ${double} is not null)) as a${c}`],
  );
  const distinct = columns.flatMap(({ column }, c) =>
    column === undefined ? [] : [`count(distinct ${column}) as c${c}_distinct`],
  );
  const near = columns.flatMap(({ double, column }, c) => {
    const at = (share: number, side: string): string =>
      `element_at(a${c}, cast(${side}(${share}e0 * (cardinality(a${c}) - 1)) as integer) + 1)`;
    const places = SHARES.flatMap((share) => [at(share, "floor"), at(share, "ceil")]).join(", ");
    return [
      ...(double === undefined ? [] : [`cardinality(a${c}) as c${c}_size`, `array[${places}] as c${c}_near`]),
      ...(column === undefined ? [] : [`c${c}_distinct`]),
    ];
  });
  return `select ${["1 as one", ...near].join(",\n  ")}\nfrom (select ${["1 as one", ...sorted, ...distinct].join(", ")} from ${from}) as sorted`;
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
  const count = `count(${column})`;
  const service = parseServiceType(type);
  const kind = columnKind(service);
  const isNumber = kind === "integer" || kind === "float" || kind === "decimal";
  const isTime = isMoment(service);
  const isText = scalarType(service.name)?.engine === "VARCHAR";
  if (!isNumber && !isTime && !isText) return { field, type, expressions: { count } };
  // NaN is a value that has no place among the others.
  const value = kind === "float" ? `if(is_nan(${column}), null, ${column})` : column;
  const double = isNumber
    ? `cast(${value} as double)`
    : `to_unixtime(${/with time zone/i.test(type) ? column : `cast(${column} as timestamp)`})`;
  const top = isText ? column : kind === "integer" ? `cast(${column} as bigint)` : null;
  const argument = isTime ? double : value;
  return {
    field,
    type,
    column,
    ...((isNumber || isTime) && { double }),
    expressions: {
      count,
      distinct: `approx_distinct(${column})`,
      min: `min(${argument})`,
      ...(isNumber && { mean: `avg(${double})` }),
      ...((isNumber || isTime) && { quantiles: `approx_percentile(${double}, array[${SHARES.join(", ")}])` }),
      max: `max(${argument})`,
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
  const service = parseServiceType(type);
  const text =
    isMoment(service) || (column === "time" && columnKind(service) === "integer")
      ? (seconds: unknown): unknown =>
          seconds === null ? null : new Date(Math.round(Number(seconds) * 1000))
      : (plain: unknown): unknown => plain;
  const [p25 = null, p50 = null, p75 = null] = quantiles(value);
  const count = Number(value("count"));
  return {
    column,
    type,
    count,
    nulls: rows - count,
    distinct: value("distinct"),
    min: text(value("min")),
    mean: column === "time" ? null : value("mean"),
    p25: text(p25),
    p50: text(p50),
    p75: text(p75),
    max: text(value("max")),
    top: column === "time" ? null : topText(Object.entries((value("top") ?? {}) as Record<string, number>)),
  };
}

/** The exact quantiles if they were asked for, else the service's approximations. */
function quantiles(value: (what: string) => unknown): readonly unknown[] {
  const near = value("near") as readonly (number | null)[] | null;
  if (near === null) return (value("quantiles") ?? []) as unknown[];
  const last = Number(value("size")) - 1;
  return SHARES.map((share, i) => {
    const [below = null, above = null] = near.slice(2 * i, 2 * i + 2);
    return below === null || above === null ? null : between(below, above, (last * share) % 1);
  });
}
