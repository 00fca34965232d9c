import { quoteName } from "../../dialect/quote.ts";
import type { StatementEngine } from "../engine/engine.ts";
import { Fault } from "../errors/fault.ts";
import { wholeNumber } from "../http/form.ts";
import { route, type Route } from "../http/route.ts";
import type { Storage } from "../engine/storage.ts";

const MAX_ROWS = 10_000;
const DEFAULT_ROWS = 30;

/** The newest rows of a table as MessagePack maps. */
export function tailRoutes(storage: Storage, engine: StatementEngine, clock: () => number): Route[] {
  return [
    route("GET /v3/table/tail/:database/:table", "read", {
      summary: "Get the newest rows of a table",
      query: { count: "number of rows, at most 10000 (default 30)", format: "msgpack" },
      gives: ["application/x-msgpack"],
      handle: async ({ params: { database, table }, query, request }) => {
        const format = query.get("format") ?? "msgpack";
        if (format !== "msgpack")
          throw new Fault("bad_request", `Unsupported tail format ${format}; use msgpack.`);
        const count = Math.min(Math.max(wholeNumber(query, "count", DEFAULT_ROWS), 0), MAX_ROWS);
        const { hasTime } = await storage.findTable(database, table);
        const { pages } = await engine.toPages(
          `SELECT * FROM ${quoteName(database)}.${quoteName(table)}${hasTime ? " ORDER BY time DESC" : ""} LIMIT ${count}`,
          "maps",
          { dialect: "presto", database, scheduledTimeMs: clock(), signal: request.signal, mayWrite: false },
        );
        const pieces: Uint8Array[] = [];
        for await (const { bytes } of pages) pieces.push(bytes);
        return new Response(Buffer.concat(pieces), {
          headers: { "content-type": "application/x-msgpack" },
        });
      },
    }),
  ];
}
