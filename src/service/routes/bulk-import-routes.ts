import { readFile } from "node:fs/promises";
import { COLUMNS_HEADER } from "../../core/wire/columns-header.ts";
import { ifThere } from "../files/if-there.ts";
import { readForm } from "../http/form.ts";
import type { Call, Route } from "../http/route.ts";
import type { BulkImports } from "../imports/bulk-imports.ts";
import { bulkSessionJson } from "../imports/bulk-session.ts";

const BASE = "/v3/bulk_import";

export function bulkImportRoutes(imports: BulkImports): Route[] {
  const nameOf = ({ params }: Call): string => params["name"] as string;
  const partOf = ({ params }: Call): string => params["part"] ?? "";
  const named = (name: string): Record<string, unknown> => ({ name, bulk_import: name });

  /** A POST on a session that replies with its name. */
  const step = (
    verb: string,
    summary: string,
    run: (name: string, call: Call) => Promise<unknown>,
  ): Route => ({
    method: "POST",
    path: `${BASE}/${verb}/:name`,
    access: "write",
    summary,
    handle: async (call) => {
      const name = nameOf(call);
      await run(name, call);
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
    [`${BASE}/${verb}/:name/:part`, `${BASE}/${verb}/:name/`].map((path) => ({
      method,
      path,
      access: "write",
      summary,
      ...(method === "PUT" ? { takes: "application/octet-stream" } : {}),
      handle: async (call) => {
        await run(nameOf(call), partOf(call), call.request);
        return named(nameOf(call));
      },
    }));

  return [
    {
      method: "POST",
      path: `${BASE}/create/:name/:database/:table`,
      access: "write",
      summary: "Create a bulk import session for a table",
      fields: { mode: "accepted but ignored: rows are always appended to the table" },
      handle: async (call) => {
        const { name, database, table } = call.params as { name: string; database: string; table: string };
        await readForm(call.request);
        await imports.create(name, database, table);
        return Response.json(named(name), { headers: { [COLUMNS_HEADER]: "1" } });
      },
    },
    {
      method: "GET",
      path: `${BASE}/show/:name`,
      access: "read",
      summary: "Show a session",
      handle: (call) => bulkSessionJson(imports.get(nameOf(call))),
    },
    {
      method: "GET",
      path: `${BASE}/list`,
      access: "read",
      summary: "List the sessions",
      handle: () => ({ bulk_imports: imports.list().map(bulkSessionJson) }),
    },
    {
      method: "GET",
      path: `${BASE}/list_parts/:name`,
      access: "read",
      summary: "List the parts of a session",
      handle: async (call) => ({ ...named(nameOf(call)), parts: await imports.parts(nameOf(call)) }),
    },
    ...onPart(
      "PUT",
      "upload_part",
      "Upload a part: gzip over MessagePack maps, or svclib's blocks of columns; an equal name replaces",
      (name, part, request) => imports.uploadPart(name, part, request),
    ),
    ...onPart("POST", "delete_part", "Delete a part", (name, part) => imports.deletePart(name, part)),
    step("freeze", "Take no more parts", (name) => imports.setFrozen(name, true)),
    step("unfreeze", "Take parts again", (name) => imports.setFrozen(name, false)),
    {
      method: "POST",
      path: `${BASE}/perform/:name`,
      access: "write",
      summary: "Start the job that reads the parts",
      handle: async (call) => {
        const jobId = await imports.perform(nameOf(call), call.caller?.user_name ?? "");
        return { ...named(nameOf(call)), job_id: Number(jobId) };
      },
    },
    step("commit", "Put the rows that were read into the table, all or none", (name) => imports.commit(name)),
    {
      method: "GET",
      path: `${BASE}/error_records/:name`,
      access: "read",
      summary: "Download the rejected records as gzipped MessagePack maps; empty if there are none",
      gives: ["application/gzip"],
      handle: async (call) => {
        const path = imports.errorRecords(nameOf(call));
        // The file is missing if the engine was killed while loading.
        const records = path === null ? null : await ifThere(readFile(path));
        return new Response(records ?? new Uint8Array(0), {
          headers: { "content-type": "application/gzip" },
        });
      },
    },
    step("delete", "Delete a session and its parts", (name) => imports.delete(name)),
  ];
}
