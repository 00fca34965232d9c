// The pivot of one million rows: days by airports, two measures averaged. Peer: pandas' pivot_table of the same rows.
import { fileURLToPath } from "node:url";
import { finishedJob } from "./lib/job.mjs";
import { checkRows, inTurn, originRow } from "./lib/measure.mjs";
import { originEnv, pythonWithOrigin } from "./lib/python.mjs";
import { withService } from "./lib/service.mjs";

const rows = Number(process.env["SVC_BENCH_ROWS"] ?? 1_000_000);
const script = (name) => fileURLToPath(new URL(`./pivot/${name}`, import.meta.url));

export default async function measure() {
  const python = pythonWithOrigin();
  return withService(async ({ url, apikey, env: ours }) => {
    const { jobId } = await finishedJob(
      { url, apikey },
      `select "time", origin, delay, distance from flights limit ${rows}`,
    );
    const [mine, pandas] = await inTurn(
      [[process.execPath, script("ours.mjs"), jobId], python && [python, script("origin.py"), jobId]],
      { env: { ...ours, ...originEnv({ url, apikey }) } },
    );
    checkRows(rows, mine, pandas);
    const shapes = new Set([...mine, ...(pandas ?? [])].map(({ cells }) => cells.join(" x ")));
    if (shapes.size !== 1) throw new Error(`the pivots differ: ${[...shapes].join(", ")}`);
    const what = `pivot of ${rows.toLocaleString("en")} rows to ${[...shapes][0]}`;
    return [originRow({ what, call: "pandas pivot_table", rows, ours: mine, origin: pandas, aim: ">= 2" })];
  });
}
