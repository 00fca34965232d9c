import { listDatabases } from "../endpoints/databases.ts";
import { listTables } from "../endpoints/tables.ts";
import { AlreadyExistsError, NotFoundError } from "../errors.ts";
import type { WriteTarget } from "./writer.ts";

/** What has to be done for a mode, given whether the table exists. */
export type WritePlan =
  /** Make the table and fill it; take it away again if that fails. */
  | "create"
  /** Add to the table as it is. */
  | "append"
  /** Fill a new table beside the old one and let them change places once it is full. */
  | "replace"
  | "nothing";

/** @throws NotFoundError when there is no such database; AlreadyExistsError when the table exists and must not. */
export async function writePlan({ client, database, table, mode, signal }: WriteTarget): Promise<WritePlan> {
  const { transport } = client;
  const databases = await listDatabases(transport, signal);
  if (!databases.some(({ name }) => name === database)) {
    throw new NotFoundError(
      `database ${database} does not exist; make it with create_database_if_not_exists("${database}")`,
      { status: 404, method: "GET", path: "/v3/database/list", body: "" },
    );
  }
  const exists = (await listTables(transport, database, signal)).some(({ name }) => name === table);
  if (!exists) return "create";
  if (mode === "fail") {
    throw new AlreadyExistsError(
      `table ${database}.${table} exists; choose if_exists "append", "replace" or "ignore"`,
      { status: 409, method: "GET", path: `/v3/table/list/${database}`, body: "" },
    );
  }
  return mode === "ignore" ? "nothing" : mode;
}
