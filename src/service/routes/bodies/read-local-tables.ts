import {
  LOCAL_FILE,
  LOCAL_SESSION,
  type LocalColumn,
  type LocalTable,
} from "../../../core/wire/local-request.ts";
import { Fault } from "../../../engine/errors/fault.ts";
import type { ApiKey } from "../../access/keys.ts";
import type { Form } from "../../http/form.ts";

const MAX_TABLES = 1000;

/**
 * The tables that a query brings along; null if it brings none. They are files that the client put into the data folder, which only the
 * service's own user can; so another key is refused.
 *
 * @throws Fault
 */
export function readLocalTables(
  form: Form,
  caller: ApiKey,
  administrator: ApiKey,
): readonly LocalTable[] | null {
  if (!form.has("local")) return null;
  if (caller.key === undefined || caller.key !== administrator.key)
    throw new Fault(
      "forbidden",
      "SQL over local tables needs a local service of your own, and its own key: unset SVC_API_KEY and SVC_API_SERVER, or start one with svclib serve.",
    );
  const tables = form.json("local");
  if (!Array.isArray(tables) || tables.length > MAX_TABLES || !tables.every(isTable))
    throw new Fault(
      "bad_request",
      "The field local must be a list of tables, each with name, file and columns.",
    );
  return tables.map(({ name, file, columns }) => ({ name, file, columns }));
}

function isTable(value: unknown): value is LocalTable {
  const { name, file, columns } = (value ?? {}) as Partial<LocalTable>;
  if (typeof name !== "string" || typeof file !== "string") return false;
  const [session = "", of = "", ...more] = file.split("/");
  if (!LOCAL_SESSION.test(session) || !LOCAL_FILE.test(of) || more.length > 0) return false;
  return columns === null || (Array.isArray(columns) && columns.length > 0 && columns.every(isColumn));
}

function isColumn(value: unknown): value is LocalColumn {
  const { name, type, inMs } = (value ?? {}) as Partial<LocalColumn>;
  return typeof name === "string" && typeof type === "string" && (inMs === undefined || inMs === true);
}
