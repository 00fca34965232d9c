import type { Transport } from "../http/transport.ts";
import { encodePath, getRecords } from "./get-record.ts";
import { readCount, readTextField, readTimeField } from "./read-field.ts";
import { nearestName } from "../../dialect/nearest-name.ts";
import { isNotFoundError, isQueryError } from "../error-guards.ts";
import { NotFoundError } from "../errors.ts";

/** A database, as listed by `%svc_databases`. */
export interface DatabaseRecord {
  readonly name: string;
  /** Records in all its tables. */
  readonly count: number;
  /** The caller's access: `administrator`, `full_access`, `import_only`, `query_only`; null when not given. */
  readonly permission: string | null;
  /** 1970-01-01 when the service does not report it. */
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** `GET /v3/database/list` */
export async function listDatabases(
  transport: Transport,
  signal?: AbortSignal,
): Promise<readonly DatabaseRecord[]> {
  const path = "/v3/database/list";
  const { records } = await getRecords("databases", transport, "list databases", path, { signal });
  return records.map((record) => ({
    name: readTextField(record["name"]) ?? "",
    count: readCount(record["count"], 0),
    permission: readTextField(record["permission"]),
    created_at: readTimeField(record["created_at"]) ?? new Date(0),
    updated_at: readTimeField(record["updated_at"]) ?? new Date(0),
  }));
}

/** `POST /v3/database/create/{db}` */
export async function createDatabase(
  transport: Transport,
  database: string,
  signal?: AbortSignal,
): Promise<void> {
  await transport.text({
    what: `create database ${database}`,
    method: "POST",
    path: `/v3/database/create/${encodePath(database)}`,
    signal,
  });
}

const MAX_LISTED = 8;

/** The error for a database that is not in the list; null if it is. @param writes - Whether the caller may want to create it. */
export function databaseAbsence(
  database: string,
  databases: readonly { readonly name: string }[],
  writes: boolean,
  cause?: unknown,
): NotFoundError | null {
  const names = databases.map(({ name }) => name);
  if (names.includes(database)) return null;
  const near = nearestName(database, names);
  const create = `create it with create_database_if_not_exists(${JSON.stringify(database)})`;
  const listed = names.slice(0, MAX_LISTED).join(", ") + (names.length > MAX_LISTED ? ", ..." : "");
  const hint =
    near !== null
      ? `did you mean ${near}?${writes ? ` Otherwise ${create}` : ""}`
      : writes || listed === ""
        ? create
        : `there are ${listed}`;
  return new NotFoundError(
    `database ${database} does not exist; ${hint}`,
    { status: 404, method: "GET", path: "/v3/database/list", body: "" },
    { cause },
  );
}

/** The error of a request about a database; if it failed because the database does not exist, one with the nearest name. */
export async function explainAbsence(
  transport: Transport,
  database: string,
  cause: unknown,
  writes: boolean,
  signal?: AbortSignal,
): Promise<unknown> {
  if (!isNotFoundError(cause) && !isQueryError(cause)) return cause;
  const databases = await listDatabases(transport, signal).catch(() => null);
  return databases === null ? cause : (databaseAbsence(database, databases, writes, cause) ?? cause);
}
