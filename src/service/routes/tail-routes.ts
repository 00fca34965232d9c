import type { Batch, QueryRunner, ResultColumn } from "../engine.ts";
import { Fault } from "../fault.ts";
import { wholeNumber } from "../http/form.ts";
import type { Route } from "../http/route.ts";
import { batchValue } from "../results/batch-value.ts";
import { MsgpackBuffer } from "../msgpack/msgpack-buffer.ts";
import type { Storage } from "../storage.ts";

const MOST_ROWS = 10_000;
const DEFAULT_ROWS = 30;

/** The tail of section 4 of the protocol: the newest rows as MessagePack maps. */
export function tailRoutes(storage: Storage, runner: QueryRunner, clock: () => number): Route[] {
  return [
    {
      method: "GET",
      path: "/v3/table/tail/:database/:table",
      access: "read",
      summary: "The newest rows of a table",
      query: { count: "how many, at most 10000 (default 30)", format: "msgpack" },
      gives: ["application/x-msgpack"],
      handle: async ({ params, query, request }) => {
        const { database, table } = params as { database: string; table: string };
        const format = query.get("format") ?? "msgpack";
        if (format !== "msgpack")
          throw new Fault("bad_request", `A tail in the format ${format} is not made; ask for msgpack.`);
        const count = Math.min(Math.max(wholeNumber(query, "count", DEFAULT_ROWS), 0), MOST_ROWS);
        const { hasTime } = await storage.findTable(database, table);
        const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
        const { columns, batches } = await runner.run(
          `SELECT * FROM ${quote(database)}.${quote(table)}${hasTime ? " ORDER BY time DESC" : ""} LIMIT ${count}`,
          { dialect: "presto", database, scheduledTimeMs: clock(), signal: request.signal, mayWrite: false },
        );
        const out = new MsgpackBuffer();
        for await (const batch of batches) encodeMaps(columns, batch, out);
        return new Response(out.take() as Uint8Array<ArrayBuffer>, {
          headers: { "content-type": "application/x-msgpack" },
        });
      },
    },
  ];
}

function encodeMaps(columns: readonly ResultColumn[], batch: Batch, out: MsgpackBuffer): void {
  for (let row = 0; row < batch.rowCount; row++) {
    out.mapHeader(columns.length);
    columns.forEach(({ name }, index) => {
      out.text(name);
      const data = batch.columns[index];
      const value = data === undefined ? null : batchValue(data, row);
      if (data?.kind === "float64" && typeof value === "number") out.float64(value);
      else out.value(value);
    });
  }
}
