import { Fault } from "../errors/fault.ts";
import type { Call, Route } from "../http/route.ts";
import { streamImport, type StreamImportDeps } from "../imports/stream-import.ts";

export function importRoutes(deps: StreamImportDeps): Route[] {
  const handle = async ({ params, request }: Call): Promise<Record<string, unknown>> => {
    const { database, table, unique_id, format } = params as Record<string, string>;
    if (format !== "msgpack.gz")
      throw new Fault("bad_request", `Unsupported import format ${format}; send msgpack.gz.`);
    const target = { database: database as string, table: table as string, importId: unique_id ?? null };
    const seconds = await streamImport(deps, target, request);
    return { elapsed_time: seconds, database, table, ...(unique_id === undefined ? {} : { unique_id }) };
  };
  return [
    {
      method: "PUT",
      path: "/v3/table/import/:database/:table/:format",
      access: "write",
      summary: "Add records to a table; the format is msgpack.gz",
      takes: "application/octet-stream",
      handle,
    },
    {
      method: "PUT",
      path: "/v3/table/import_with_id/:database/:table/:unique_id/:format",
      access: "write",
      summary: "Add records to a table, once per id; the format is msgpack.gz",
      takes: "application/octet-stream",
      handle,
    },
  ];
}
