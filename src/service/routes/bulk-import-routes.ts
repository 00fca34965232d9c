import { stat } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { COLUMNS_HEADER } from "../../core/wire/own-headers.ts";
import { ifThere } from "../../system/system.ts";
import { readForm } from "../http/form.ts";
import { sendFile } from "../http/send-file.ts";
import { streamBytes } from "../http/stream-response.ts";
import { rightsOf } from "../access/keys.ts";
import { roleIn } from "../../dialect/statements/statement-rights.ts";
import { route, type DatabaseOf, type Route } from "../http/route.ts";
import { noSession, type BulkImports } from "../imports/bulk-imports.ts";
import { bulkSessionJson } from "../imports/bulk-folder.ts";

const BASE = "/v3/bulk_import";

export function bulkImportRoutes(imports: BulkImports): Route[] {
  /** The database of a session. */
  const database = ({ name = "" }: Readonly<Record<string, string>>): DatabaseOf => {
    const session = imports.list().find((one) => one.name === name);
    return { name: session?.database ?? null, missing: noSession(name) };
  };
  const named = (name: string): Record<string, unknown> => ({ name, bulk_import: name });

  /** A POST on a session that replies with its name. */
  const step = (verb: string, summary: string, run: (name: string) => Promise<unknown>): Route =>
    route(`POST ${BASE}/${verb}/:name`, "write", {
      summary,
      database,
      handle: async ({ params: { name } }) => {
        await run(name);
        return named(name);
      },
    });
  /** A part's name may be empty; then the path ends in a slash. */
  const onPart = (
    method: "PUT" | "POST",
    verb: string,
    summary: string,
    run: (name: string, part: string, request: Request) => Promise<void>,
  ): Route[] =>
    ([":name/:part", ":name/"] as const).map((path) =>
      route(`${method} ${BASE}/${verb}/${path}`, "write", {
        summary,
        database,
        ...(method === "PUT" ? { takes: "application/octet-stream" } : {}),
        handle: async ({ params, request }) => {
          await run(params.name, "part" in params ? params.part : "", request);
          return named(params.name);
        },
      }),
    );

  return [
    route(`POST ${BASE}/create/:name/:database/:table`, "write", {
      summary: "Create a bulk import session for a table",
      fields: { mode: "accepted but ignored: rows are always appended to the table" },
      handle: async (call) => {
        const { name, database, table } = call.params;
        (await readForm(call)).text("mode");
        await imports.create(name, database, table);
        return Response.json(named(name), { headers: { [COLUMNS_HEADER]: "1" } });
      },
    }),
    route(`GET ${BASE}/show/:name`, "read", {
      summary: "Show a session",
      database,
      handle: ({ params: { name } }) => bulkSessionJson(imports.get(name)),
    }),
    route(`GET ${BASE}/list`, "any", {
      summary: "List the sessions",
      handle: ({ caller }) => {
        const rights = rightsOf(caller);
        const visible = imports.list().filter((session) => roleIn(rights, session.database) !== null);
        return { bulk_imports: visible.map(bulkSessionJson) };
      },
    }),
    route(`GET ${BASE}/list_parts/:name`, "read", {
      summary: "List the parts of a session",
      database,
      handle: async ({ params: { name } }) => ({ ...named(name), parts: await imports.parts(name) }),
    }),
    ...onPart(
      "PUT",
      "upload_part",
      "Upload a part: gzip over MessagePack maps, or svclib's blocks of columns; an equal name replaces",
      (name, part, request) => imports.uploadPart(name, part, request),
    ),
    ...onPart("POST", "delete_part", "Delete a part", (name, part) => imports.deletePart(name, part)),
    step("freeze", "Take no more parts", (name) => imports.setFrozen(name, true)),
    step("unfreeze", "Take parts again", (name) => imports.setFrozen(name, false)),
    route(`POST ${BASE}/perform/:name`, "write", {
      summary: "Start the job that reads the parts",
      database,
      handle: async ({ params: { name }, caller }) => {
        const jobId = await imports.perform(name, caller.user_name);
        return { ...named(name), job_id: Number(jobId) };
      },
    }),
    step("commit", "Put the rows that were read into the table, all or none", (name) => imports.commit(name)),
    route(`GET ${BASE}/error_records/:name`, "read", {
      summary: "Download the rejected records as gzipped MessagePack maps; none is an empty gzip file",
      database,
      gives: ["application/gzip"],
      handle: async ({ request, params: { name }, memory }) => {
        const path = imports.errorRecords(name);
        const headers = { "content-type": "application/gzip" };
        // The file is missing if the engine was killed while loading.
        const stats = path === null ? null : await ifThere(stat(path));
        if (path === null || stats === null) return new Response(gzipSync(""), { headers });
        const { size, mtimeMs } = stats;
        memory.add(streamBytes(size));
        return sendFile(request, path, { size, etag: `"${mtimeMs}-${size}"`, headers });
      },
    }),
    step("delete", "Delete a session and its parts", (name) => imports.delete(name)),
  ];
}
