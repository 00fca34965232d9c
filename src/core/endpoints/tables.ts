import { isNotFoundError } from "../error-guards.ts";
import { DecodeError } from "../errors.ts";
import type { Transport } from "../http/transport.ts";
import { parseWireTime } from "./wire-time.ts";
import { encodePath } from "./encode-path.ts";
import { expectSubject } from "./expect-subject.ts";
import { readCount, readList, readRecords, readText } from "./read-field.ts";

/** A column of a table's schema; `time` is not listed there. */
export interface SchemaColumn {
  readonly name: string;
  /** The service's type name: `int`, `long`, `float`, `double`, `string`, `array<long>`, ... */
  readonly type: string;
  /** Name to use in queries where it differs. */
  readonly alias?: string;
}

/** A table, as `%svc_tables` lists it, with its schema. */
export interface TableRecord {
  readonly db_name: string;
  readonly name: string;
  readonly count: number;
  /** Bytes. */
  readonly estimated_storage_size: number;
  /** Newest record; 1970-01-01 when the table has received no data. */
  readonly last_log_timestamp: Date;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** `log` for all tables made today. */
  readonly type: string;
  readonly schema: readonly SchemaColumn[];
  /** Records older than this are dropped; null: kept for ever. */
  readonly expire_days: number | null;
}

function readSchema(value: unknown): SchemaColumn[] {
  return (readList(value) ?? []).flatMap((entry) => {
    if (!Array.isArray(entry)) return [];
    const [name, type, alias] = entry.map(readText);
    if (!name) return [];
    return [alias ? { name, type: type ?? "string", alias } : { name, type: type ?? "string" }];
  });
}

function readTable(database: string, record: Record<string, unknown>): TableRecord {
  return {
    db_name: database,
    name: readText(record["name"]) ?? "",
    count: readCount(record["count"], 0),
    estimated_storage_size: readCount(record["estimated_storage_size"], 0),
    last_log_timestamp: parseWireTime(record["last_log_timestamp"]) ?? new Date(0),
    created_at: parseWireTime(record["created_at"]) ?? new Date(0),
    updated_at: parseWireTime(record["updated_at"]) ?? new Date(0),
    type: readText(record["type"]) ?? "?",
    schema: readSchema(record["schema"]),
    expire_days: readCount(record["expire_days"], null),
  };
}

/** `GET /v3/table/list/{db}`. @throws NotFoundError when there is no such database. */
export async function listTables(
  transport: Transport,
  database: string,
  signal?: AbortSignal,
): Promise<readonly TableRecord[]> {
  const what = `list tables of ${database}`;
  const path = `/v3/table/list/${encodePath(database)}`;
  const reply = await transport.json<{ database?: unknown; tables?: unknown }>({
    what,
    method: "GET",
    path,
    signal,
  });
  const records = readRecords(reply.tables);
  if (records === null) throw new DecodeError(`${what} failed: the reply has no list of tables`);
  expectSubject(what, reply.database, database);
  return records.map((record) => readTable(database, record));
}

/** A table, as `table/show` has it. */
export interface ShownTable extends TableRecord {
  /** It stays with the rows when tables change places; null where the service does not tell. */
  readonly id: string | null;
}

/** `GET /v3/table/show/{db}/{table}`. @returns null when there is no such table or database, and from a service that does not know the route. */
export async function showTable(
  transport: Transport,
  database: string,
  table: string,
  signal?: AbortSignal,
): Promise<ShownTable | null> {
  const what = `show table ${database}.${table}`;
  const path = `/v3/table/show/${encodePath(database, table)}`;
  try {
    const reply = await transport.json<Record<string, unknown>>({ what, method: "GET", path, signal });
    if (readText(reply["name"]) === null) return null;
    expectSubject(what, reply["name"], table);
    return { ...readTable(database, reply), id: readText(reply["id"]) };
  } catch (error) {
    if (isNotFoundError(error)) return null;
    throw error;
  }
}

/** {@link showTable}, sure also of a service without that route. @throws NotFoundError when there is no such database. */
export async function findTable(
  transport: Transport,
  database: string,
  table: string,
  signal?: AbortSignal,
): Promise<TableRecord | null> {
  const shown = await showTable(transport, database, table, signal);
  if (shown !== null) {
    const { id: _id, ...record } = shown;
    return record;
  }
  const tables = await listTables(transport, database, signal);
  return tables.find(({ name }) => name === table) ?? null;
}

async function changeTable(
  transport: Transport,
  what: string,
  path: string,
  form: Record<string, string> | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  await transport.text({ what, method: "POST", path, signal, ...(form ? { form } : {}) });
}

/** `POST /v3/table/create/{db}/{table}/log` */
export function createTable(
  transport: Transport,
  database: string,
  table: string,
  signal?: AbortSignal,
): Promise<void> {
  const path = `/v3/table/create/${encodePath(database, table)}/log`;
  return changeTable(transport, `create table ${database}.${table}`, path, undefined, signal);
}

/**
 * `POST /v3/table/delete/{db}/{table}`
 *
 * @param ifEmpty - svclib's own service answers 409 where the table has rows; others don't know the field.
 */
export function deleteTable(
  transport: Transport,
  database: string,
  table: string,
  signal?: AbortSignal,
  ifEmpty = false,
): Promise<void> {
  const path = `/v3/table/delete/${encodePath(database, table)}`;
  const form = ifEmpty ? { if_empty: "true" } : undefined;
  return changeTable(transport, `delete table ${database}.${table}`, path, form, signal);
}

/** `POST /v3/table/swap/{db}/{table1}/{table2}`: the two names change places at once. */
export function swapTables(
  transport: Transport,
  database: string,
  table: string,
  other: string,
  signal?: AbortSignal,
): Promise<void> {
  // Never sent twice, whatever the connection's settings: twice is not at all.
  return transport
    .text({
      what: `swap tables ${table} and ${other} of ${database}`,
      method: "POST",
      path: `/v3/table/swap/${encodePath(database, table, other)}`,
      idempotent: false,
      signal,
    })
    .then(() => undefined);
}

/** `POST /v3/table/update-schema/{db}/{table}` */
export function updateSchema(
  transport: Transport,
  database: string,
  table: string,
  columns: readonly SchemaColumn[],
  signal?: AbortSignal,
): Promise<void> {
  const schema = JSON.stringify(columns.map(({ name, type, alias }) => [name, type, alias ?? name]));
  const path = `/v3/table/update-schema/${encodePath(database, table)}`;
  return changeTable(transport, `update schema of ${database}.${table}`, path, { schema }, signal);
}
