// This folder: the read_svc functions: options to a statement, a result to a table.

import { ConfigError } from "../errors.ts";
import { form, type SignalOption } from "../options/option-forms.ts";
import { engineTarget } from "../query/client-query.ts";
import { checkQuery, runQuery } from "../query/run-query.ts";
import { parseParams, type QueryParams } from "../query/query-params.ts";
import type { QueryEngine } from "../query-engine.ts";
import type { CheckedRow, CheckedText } from "../sql/known-statements.ts";
import type { SqlText } from "../sql/sql-template.ts";
import { checkRead } from "./check-read.ts";
import type { IndexAndDateOptions, WithoutDates } from "./index-and-dates.ts";
import type { Table } from "../table/table.ts";
import type { AnyRow } from "../table/verbs/types/row-types.ts";

/** Options of {@link read_svc_query}. */
export interface ReadQueryOptions extends IndexAndDateOptions, SignalOption {
  /** Presto only: true for a partitioned join, which distributes both sides; false for a broadcast join. @default false */
  readonly distributed_join?: boolean | null | undefined;
  /** Passed to the execute step. The query type is not allowed: it comes from the engine. */
  readonly params?: QueryParams | null | undefined;
  /** Maximum rows to read; the rest is not fetched, and the SQL is not changed. `source.rows` has the total. Default: all. */
  readonly limit?: number | null | undefined;
}

/**
 * Run a query and return its result as a table.
 *
 * @param query - One statement, as SQL text or an {@link sql} template; comment lines are prepended (see `header` of `create_engine`).
 * @typeParam R - Row type, as in `read_svc_query<{ origin: string; flights: number }>(...)`, to type-check column names.
 * @typeParam Q - The statement: one that the project's `svclib types` has written has its own row type.
 * @returns n rows × p columns in the order of the query. int64 is exact: numbers if every value of the column is safe, else BigInt.
 * Dates and timestamps are text unless listed in `parse_dates`; decimals are numbers unless one has more than 15 digits.
 * @throws QueryError when the service rejects or fails the query; `sql`, `jobId`, `line` and `column` are set.
 * @throws ConfigError for invalid options, before anything is sent.
 * @example const t = await read_svc_query("select 1 as a", create_engine("presto:sample_datasets"));
 */
export function read_svc_query<R extends object = AnyRow, Q extends string | SqlText = string | SqlText>(
  query: CheckedText<Q>,
  engine: QueryEngine,
  options?: ReadQueryOptions & WithoutDates,
): Promise<Table<CheckedRow<Q, R>>>;
export function read_svc_query<R extends object = AnyRow, Q extends string | SqlText = string | SqlText>(
  query: CheckedText<Q>,
  engine: QueryEngine,
  options: ReadQueryOptions,
): Promise<Table<R>>;
export async function read_svc_query<R extends object>(
  query: string | SqlText,
  engine: QueryEngine,
  options: ReadQueryOptions = {},
): Promise<Table<R>> {
  const shape = checkRead("read_svc_query", engine, options, {
    distributed_join: form.flag,
    params: form.anything,
  });
  const { limit, signal } = options;
  const params = parseParams(options.params);
  const hints = joinHints(engine, options.distributed_join ?? false);
  const request = { ...params, source: "read_svc_query", hints, limit, shape, signal };
  return (await runQuery(checkQuery(query, engineTarget(engine), request))) as Table<R>;
}

/** Alias of {@link read_svc_query}. */
export const read_svc = read_svc_query;

/** The join setting is sent as a comment that the service reads; with the header off, only if the option is true. */
function joinHints(engine: QueryEngine, distributed: boolean): string[] {
  if (engine.type === "hive") {
    if (distributed) throw new ConfigError("distributed_join is for presto engines; this one is hive");
    return [];
  }
  if (!distributed && engine.header === false) return [];
  return [`set session join_distribution_type = '${distributed ? "PARTITIONED" : "BROADCAST"}'`];
}
