import { gunzipSync } from "node:zlib";
import { decodeMulti } from "@msgpack/msgpack";
import { httpServer, type HttpServer, type Reply, type SeenRequest } from "./http-server.ts";

export type Row = Readonly<Record<string, unknown>>;

/** State of a fake service with tables. */
export interface FakeTables extends AsyncDisposable {
  readonly url: string;
  readonly tables: Map<string, Row[]>;
  readonly schemas: Map<string, string>;
  readonly sessions: Map<
    string,
    { table: string; mode: string | null; parts: Map<string, Row[]>; status: string }
  >;
  /** `METHOD /path` of every request; the random session name is replaced by `S`, temporary table names by `T`. */
  readonly log: string[];
}

export interface FakeTablesOptions {
  readonly tables?: Readonly<Record<string, readonly Row[]>>;
  /** May answer instead of the service; the path is decoded. */
  readonly override?: (path: string, request: SeenRequest) => Reply | undefined;
  /** True: a service that does not echo request ids, unlike svclib's own. */
  readonly isOther?: boolean;
  /** Status that perform jobs end with. */
  readonly performStatus?: string;
  /** Counters in `show` after the perform job. */
  readonly counters?: { readonly valid_records: number | null; readonly error_records: number | null };
}

/** A service on which database `db1` has tables that bulk import can fill. */
export async function fakeTables(options: FakeTablesOptions = {}): Promise<FakeTables> {
  const tables = new Map(Object.entries(options.tables ?? {}).map(([name, rows]) => [name, [...rows]]));
  const schemas = new Map<string, string>();
  const sessions: FakeTables["sessions"] = new Map();
  const log: string[] = [];
  /** Ids belong to the rows, so a swap exchanges them too. */
  const ids = new Map<readonly Row[], number>();

  const answer = (request: SeenRequest): Reply => {
    const path = decodeURIComponent(request.url.split("?", 1)[0] ?? "");
    log.push(
      `${request.method} ${path}`.replace(/svc-[0-9a-f-]{36}/, "S").replace(/_new_[0-9a-f]{12}/, "_T"),
    );
    const own = options.override?.(path, request);
    if (own !== undefined) return own;
    const [, , group = "", action = "", name = "", second = "", third = ""] = path.split("/");
    const form = new URLSearchParams(request.body.toString());
    const session = sessions.get(name);
    switch (`${group}/${action}`) {
      case "database/list":
        return { body: { databases: [{ name: "db1", count: 0, permission: "administrator" }] } };
      case "table/list":
        return {
          body: {
            tables: [...tables].map(([table, rows]) => ({ name: table, count: rows.length, schema: "[]" })),
          },
        };
      case "table/show": {
        const rows = tables.get(second);
        if (!rows) return { status: 404, body: { message: "no such table" } };
        if (!ids.has(rows)) ids.set(rows, ids.size + 1);
        return { body: { id: ids.get(rows), name: second, count: rows.length, schema: "[]" } };
      }
      case "table/create":
        if (name !== "db1") return { status: 404, body: { message: "no such database" } };
        if (tables.has(second)) return { status: 409, body: { message: "exists" } };
        tables.set(second, []);
        return { body: {} };
      case "table/delete":
        if (form.get("if_empty") === "true" && !options.isOther && tables.get(second)?.length)
          return { status: 409, body: { message: "it has rows" } };
        if (!tables.delete(second)) return { status: 404, body: { message: "no such table" } };
        return { body: { type: "log" } };
      case "table/swap": {
        const [one, two] = [tables.get(second), tables.get(third)];
        if (!one || !two) return { status: 404, body: { message: "no such table" } };
        tables.set(second, two);
        tables.set(third, one);
        return { body: {} };
      }
      case "table/update-schema":
        schemas.set(second, form.get("schema") ?? "");
        return { body: {} };
      case "bulk_import/create":
        sessions.set(name, { table: third, mode: form.get("mode"), parts: new Map(), status: "uploading" });
        return { body: { name } };
      case "bulk_import/upload_part":
        session?.parts.set(second, [
          ...decodeMulti(gunzipSync(request.body), { useBigInt64: true }),
        ] as Row[]);
        return { body: {} };
      case "bulk_import/perform":
        if (session) session.status = "ready";
        return { body: { name, job_id: 77 } };
      case "bulk_import/commit":
        if (session) {
          tables.get(session.table)?.push(...[...session.parts.values()].flat());
          session.status = "committed";
        }
        return { body: {} };
      case "bulk_import/show": {
        const valid = [...(session?.parts.values() ?? [])].flat().length;
        return {
          body: {
            name,
            status: session?.status,
            job_id: session && session.status !== "uploading" ? "77" : null,
            valid_records: valid,
            error_records: 0,
            ...options.counters,
          },
        };
      }
      case "bulk_import/delete":
        sessions.delete(name);
        return { body: {} };
      case "bulk_import/freeze":
        return { body: {} };
      case "job/kill":
        return { body: { job_id: "77", former_status: "running" } };
      case "job/show":
      case "job/status":
        return {
          body: {
            job_id: "77",
            status: options.performStatus ?? "success",
            type: "bulk_import",
            debug: { cmdout: "", stderr: "the parts can't be read" },
          },
        };
      default:
        return { status: 404, body: { message: `no route ${path}` } };
    }
  };

  const server: HttpServer = await httpServer((request) => {
    const reply = answer(request);
    const name = { "x-svc-request": String(request.headers["x-svc-request"]) };
    return options.isOther ? reply : { ...reply, headers: { ...name, ...reply.headers } };
  });
  return {
    url: server.url,
    tables,
    schemas,
    sessions,
    log,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
