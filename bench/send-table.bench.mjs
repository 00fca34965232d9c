// A table of a million rows by eight columns from a variable to the local service's engine, and a group-by over it, by processor time (of
// this process and the service). Peer: the engine's own driver, in the measuring process.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeDatabase } from "./lib/flights-database.mjs";
import { inTurn, medianOf } from "./lib/measure.mjs";
import { withService } from "./lib/service.mjs";

const rows = Number(process.env["SVC_BENCH_ROWS"] ?? 1_000_000);
const script = (name) => fileURLToPath(new URL(`./send-table/${name}`, import.meta.url));

export default async function measure() {
  const folder = mkdtempSync(join(tmpdir(), "svclib-bench-"));
  try {
    const file = join(folder, "flights.duckdb");
    await makeDatabase(file);
    return await withService(async ({ env, pid }) => {
      const [ours, driver] = await inTurn(
        [
          [process.execPath, script("ours.mjs"), String(rows), String(pid)],
          [process.execPath, script("driver.mjs"), file, String(rows)],
        ],
        { env },
      );
      const size = `${rows.toLocaleString("en")} x 8`;
      const row = (what, cpu, ms, aim) => {
        const [own, peer] = [ours, driver].map((samples) => medianOf(samples, cpu));
        return {
          what: `${what} ${size}`,
          ours: `${Math.round(own)} ms of processor time, ${Math.round(medianOf(ours, ms))} ms`,
          peer: `@duckdb/node-api by data chunks: ${Math.round(peer)} ms of processor time, ${Math.round(medianOf(driver, ms))} ms`,
          ratio: `${(own / peer).toFixed(2)} of its processor time`,
          aim,
          samples: { ours, peer: driver },
        };
      };
      return [
        row("a table to the engine", "sendCpuMs", "sendMs", "<= 300 ms, <= 1.3"),
        row("a table to the engine, and a group-by", "cpuMs", "ms", "<= 600 ms, <= 1.3"),
      ];
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
