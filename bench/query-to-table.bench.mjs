// A query on the embedded engine to a table, through the service. Peer: the engine's own driver, in the measuring process.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeDatabase } from "./lib/flights-database.mjs";
import { checkRows, inTurn, speed, timesLonger, timesMemory } from "./lib/measure.mjs";
import { withService } from "./lib/service.mjs";

const rows = Number(process.env["SVC_BENCH_ROWS"] ?? 1_000_000);
const script = (name) => fileURLToPath(new URL(`./query-to-table/${name}`, import.meta.url));

export default async function measure() {
  const folder = mkdtempSync(join(tmpdir(), "svclib-bench-"));
  try {
    const file = join(folder, "flights.duckdb");
    await makeDatabase(file);
    return await withService(async ({ env }) => {
      const [ours, driver] = await inTurn(
        [
          [process.execPath, script("ours.mjs"), String(rows)],
          [process.execPath, script("driver.mjs"), file, String(rows)],
        ],
        { env },
      );
      checkRows(rows, ours, driver);
      return [
        {
          what: `query on the embedded engine ${rows.toLocaleString("en")} x 8 to a table`,
          ours: speed(ours, rows),
          peer: `@duckdb/node-api to columns: ${speed(driver, rows)}`,
          ratio: `${timesLonger(ours, driver)} of its time, ${timesMemory(ours, driver)} of its memory`,
          aim: "<= 0.8",
          samples: { ours, peer: driver },
        },
      ];
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
