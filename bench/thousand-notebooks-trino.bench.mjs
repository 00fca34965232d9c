// A thousand notebooks on a service in front of a real Trino on the same machine. Peer: the same service with ten notebooks.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { trino476 } from "../scripts/engines/trino-476.mjs";
import { inFront } from "./thousand-notebooks/rows.mjs";

const ORDERS = {
  engine: "presto:tiny",
  sql: "select o_orderpriority, count(*) as n, avg(o_totalprice) as mean from orders group by 1 order by 1",
  rows: 5,
};

export default async function measure() {
  const name = `in front of ${trino476.name}`;
  if (!trino476.isObtained())
    return [
      { what: name, ours: "NOT RUN: `npm run test:engines -- trino-new --obtain-only` was not run before" },
    ];
  const run = mkdtempSync(join(tmpdir(), "svclib-bench-trino-"));
  const { stop, env } = await trino476.start(run);
  try {
    return await inFront(name, ORDERS, { "": env.TRINO_URL, "-catalog": "tpch" });
  } finally {
    await stop();
    rmSync(run, { recursive: true, force: true });
  }
}
