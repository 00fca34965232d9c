import type { Client } from "../core/client.ts";
import { isClient } from "../core/is-client.ts";
import { UsageError } from "../core/errors.ts";
import { create_engine, type EngineOptions, type QueryEngine } from "../core/query-engine.ts";
import { magic_context } from "./magic-context.ts";

/**
 * The engine of a magic with `-c`, on the connection of a Client or QueryEngine.
 *
 * @param con - A QueryEngine supplies connection, header and database; the type is the descriptor's.
 * @param descriptor - `presto:<database>`, or `presto` for the database of `con` if it is a QueryEngine, else the current one,
 * else the Client's own; likewise with `hive`.
 * @throws UsageError when `con` is neither.
 */
export function engine_on(
  con: Client | QueryEngine,
  descriptor: string,
  options: Pick<EngineOptions, "show_progress"> = {},
): QueryEngine {
  const engine = isEngine(con) ? con : null;
  const client = engine?.client ?? (isClient(con) ? con : null);
  if (client === null)
    throw new UsageError("the variable of --connection holds neither a Client nor a QueryEngine");
  const database = engine?.database ?? magic_context.database ?? client.database;
  return create_engine(descriptor.includes(":") ? descriptor : `${descriptor}:${database}`, {
    con: client,
    ...(engine === null ? {} : { header: engine.header }),
    ...options,
  });
}

/**
 * An engine for reading jobs, which only supplies the connection: jobs have their own type and database.
 *
 * @throws UsageError when `con` is neither a Client nor a QueryEngine.
 */
export function job_engine(
  con: Client | QueryEngine,
  options: Pick<EngineOptions, "show_progress"> = {},
): QueryEngine {
  return engine_on(con, "presto", options);
}

function isEngine(value: unknown): value is QueryEngine {
  return isClient((value as Partial<QueryEngine> | null | undefined)?.client);
}
