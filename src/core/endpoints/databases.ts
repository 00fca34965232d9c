import type { Transport } from "../http/transport.ts";
import { encodePath } from "./encode-path.ts";
import { getRecords } from "./get-record.ts";
import { readCount, readTextField, readTimeField } from "./read-field.ts";

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
