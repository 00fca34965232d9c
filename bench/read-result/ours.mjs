// ours.mjs JOB SMALL_JOB: reads a finished job's result with read_svc_job, after the small one, which loads the modules and opens the
// connection. `textMs` is the cost of then converting every text to a string (texts stay bytes until read), `blockedMs` the longest
// block of the event loop.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { connect, create_engine, read_svc_job } from "svclib/pandas_td";
import { report } from "../lib/measure.mjs";

const RESOLUTION_MS = 2;
const client = connect();
const engine = create_engine("presto:sample_datasets", client);
await read_svc_job(Number(process.argv[3]), engine);
const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delays.enable();
const started = performance.now();
const table = await read_svc_job(Number(process.argv[2]), engine);
const ms = performance.now() - started;
await new Promise((resolve) => setTimeout(resolve, 2 * RESOLUTION_MS));
delays.disable();
const blockedMs = Math.max(0, delays.max / 1e6 - RESOLUTION_MS);
const { maxRSS } = process.resourceUsage();
const textStarted = performance.now();
for (const name of table.columnNames()) {
  const column = table.data()[name];
  if (!ArrayBuffer.isView(column)) for (let row = 0; row < column.length; row++) column.at(row);
}
report({
  ms,
  rows: table.numRows(),
  blockedMs,
  textMs: performance.now() - textStarted,
  peakMb: Math.round(maxRSS / 1024),
});
client.close();
