// This folder: the service's routes as functions, a file per subject.

import { isHttpError, isNotFoundError } from "../error-guards.ts";
import type { Transport } from "../http/transport.ts";
import { encodePath, getRecord, getRecords } from "./get-record.ts";
import {
  expectSubject,
  readColumn,
  readCount,
  readList,
  readTextField,
  readTimeField,
} from "./read-field.ts";

/** A column of a table's schema, which does not list `time`. */
export interface SchemaColumn {
  readonly name: string;
  /** The service's type name: `int`, `long`, `float`, `double`, `string`, `array<long>`, ... */
  readonly type: string;
  /** Name to use in queries, if different. */
  readonly alias?: string;
}

/** A table, as listed by `%svc_tables`, with its schema. */
export interface TableRecord {
  readonly db_name: string;
  readonly name: string;
  readonly count: number;
  /** Bytes. */
  readonly estimated_storage_size: number;
  /** Time of the newest record; 1970-01-01 for a table without data. */
  readonly last_log_timestamp: Date;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** `log` for all tables created today. */
  readonly type: string;
  readonly schema: readonly SchemaColumn[];
  /** Records older than this are deleted; null: never. */
  readonly expire_days: number | null;
}

function readSchema(value: unknown): SchemaColumn[] {
  return (readList(value) ?? []).flatMap((entry) => {
    const [name, type, alias] = readColumn(entry);
    if (!name) return [];
    return [alias ? { name, type: type ?? "string", alias } : { name, type: type ?? "string" }];
  });
}

function readTable(database: string, record: Record<string, unknown>): TableRecord {
  return {
    db_name: database,
    name: readTextField(record["name"]) ?? "",
    count: readCount(record["count"], 0),
    estimated_storage_size: readCount(record["estimated_storage_size"], 0),
    last_log_timestamp: readTimeField(record["last_log_timestamp"]) ?? new Date(0),
    created_at: readTimeField(record["created_at"]) ?? new Date(0),
    updated_at: readTimeField(record["updated_at"]) ?? new Date(0),
    type: readTextField(record["type"]) ?? "?",
    schema: readSchema(record["schema"]),
    expire_days: readCount(record["expire_days"], null),
  };
}

/** `GET /v3/table/list/{db}`. @throws NotFoundError when the database does not exist. */
export async function listTables(
  transport: Transport,
  database: string,
  signal?: AbortSignal,
): Promise<readonly TableRecord[]> {
  const what = `list tables of ${database}`;
  const path = `/v3/table/list/${encodePath(database)}`;
  const { reply, records } = await getRecords("tables", transport, what, path, { signal });
  expectSubject(what, reply["database"], database);
  return records.map((record) => readTable(database, record));
}

export interface ShownTable extends TableRecord {
  /** Moves with the rows when tables are swapped; null when the service does not report it. */
  readonly id: string | null;
}

/** Replies of services that lack a route. */
const UNKNOWN_ROUTE = [400, 404, 405, 410, 501];

/** `GET /v3/table/show/{db}/{table}`. @returns null when the table or database does not exist, or the service lacks the route. */
export async function showTable(
  transport: Transport,
  database: string,
  table: string,
  signal?: AbortSignal,
): Promise<ShownTable | null> {
  const what = `show table ${database}.${table}`;
  const path = `/v3/table/show/${encodePath(database, table)}`;
  try {
    const reply = await getRecord(transport, what, path, { signal });
    if (readTextField(reply["name"]) === null) return null;
    expectSubject(what, reply["name"], table);
    return { ...readTable(database, reply), id: readTextField(reply["id"]) };
  } catch (error) {
    if (isHttpError(error) && UNKNOWN_ROUTE.includes(error.status)) return null;
    throw error;
  }
}

/** {@link showTable}, but also for services without that route. @throws NotFoundError when the database does not exist. */
export async function findTable(
  transport: Transport,
  database: string,
  table: string,
  signal?: AbortSignal,
): Promise<TableRecord | null> {
  const full = await showTable(transport, database, table, signal);
  if (full !== null) {
    const { id: _id, ...record } = full;
    return record;
  }
  const tables = await listTables(transport, database, signal);
  return tables.find(({ name }) => name === table) ?? null;
}

/** Whether a table exists; not in a database that does not. */
export async function existsTable(
  transport: Transport,
  database: string,
  table: string,
  signal?: AbortSignal,
): Promise<boolean> {
  try {
    return (await findTable(transport, database, table, signal)) !== null;
  } catch (error) {
    if (isNotFoundError(error)) return false;
    throw error;
  }
}

/**
 * `POST /v3/table/create/{db}/{table}/log`, retried if its reply is lost.
 *
 * @param onAgain - Called before a retry: a 409 may then refer to the table that this call created.
 */
export async function createTable(
  transport: Transport,
  database: string,
  table: string,
  signal?: AbortSignal,
  onAgain?: () => void,
): Promise<void> {
  await transport.text({
    what: `create table ${database}.${table}`,
    method: "POST",
    path: `/v3/table/create/${encodePath(database, table)}/log`,
    idempotent: true,
    final: [500],
    signal,
    ...(onAgain && { onAgain }),
  });
}

/**
 * `POST /v3/table/delete/{db}/{table}`
 *
 * @param how - `ifEmpty`: svclib's own service replies 409 if the table has rows; others ignore the field. `isOwnName`: the name is
 * unique, so the request is retried if its reply is lost, and a missing table counts as deleted.
 */
export async function deleteTable(
  transport: Transport,
  database: string,
  table: string,
  signal?: AbortSignal,
  { ifEmpty = false, isOwnName = false } = {},
): Promise<void> {
  try {
    await transport.text({
      what: `delete table ${database}.${table}`,
      method: "POST",
      path: `/v3/table/delete/${encodePath(database, table)}`,
      signal,
      ...(ifEmpty ? { form: { if_empty: "true" } } : {}),
      ...(isOwnName ? { idempotent: true } : {}),
    });
  } catch (error) {
    if (!isOwnName || !isNotFoundError(error)) throw error;
  }
}

/**
 * `POST /v3/table/swap/{db}/{table1}/{table2}`: swaps the two names atomically.
 *
 * @param onAgain - Called before a request that was refused is sent again; throws if the swap was made all the same.
 */
export async function swapTables(
  transport: Transport,
  database: string,
  table: string,
  other: string,
  onAgain?: () => Promise<void>,
): Promise<void> {
  // Retried only after a refusal, whatever the connection's settings: a second swap undoes the first, and some gateways reply 503 after
  // processing.
  await transport.text({
    what: `swap tables ${table} and ${other} of ${database}`,
    method: "POST",
    path: `/v3/table/swap/${encodePath(database, table, other)}`,
    idempotent: false,
    final: [503],
    ...(onAgain && { onAgain }),
  });
}

/** `POST /v3/table/update-schema/{db}/{table}` */
export async function updateSchema(
  transport: Transport,
  database: string,
  table: string,
  columns: readonly SchemaColumn[],
  signal?: AbortSignal,
): Promise<void> {
  const schema = JSON.stringify(columns.map(({ name, type, alias }) => [name, type, alias ?? name]));
  await transport.text({
    what: `update schema of ${database}.${table}`,
    method: "POST",
    path: `/v3/table/update-schema/${encodePath(database, table)}`,
    form: { schema },
    idempotent: true,
    final: [500],
    signal,
  });
}
