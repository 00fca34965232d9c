import { Fault } from "../../engine/errors/fault.ts";
import { route, type RouteReply, type RouteCall, type Route } from "../http/route.ts";
import { streamImport, type StreamImportDeps } from "../imports/stream-import.ts";

export function importRoutes(deps: StreamImportDeps): Route[] {
  type ImportCall = RouteCall<"/:database/:table/:format"> & {
    readonly params: { readonly unique_id?: string };
  };
  const handle = async ({ params, request }: ImportCall): Promise<RouteReply> => {
    const { database, table, unique_id, format } = params;
    if (format !== "msgpack.gz")
      throw new Fault("bad_request", `Unsupported import format ${format}; send msgpack.gz.`);
    const target = { database, table, importId: unique_id ?? null };
    const seconds = await streamImport(deps, target, request);
    return { elapsed_time: seconds, database, table, ...(unique_id === undefined ? {} : { unique_id }) };
  };
  return [
    route("PUT /v3/table/import/:database/:table/:format", "write", {
      summary: "Add records to a table; the format is msgpack.gz",
      takes: "application/octet-stream",
      handle,
    }),
    route("PUT /v3/table/import_with_id/:database/:table/:unique_id/:format", "write", {
      summary: "Add records to a table, once per id; the format is msgpack.gz",
      takes: "application/octet-stream",
      handle,
    }),
  ];
}
