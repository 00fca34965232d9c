// The pivot of one million rows: days by airports, two measures averaged. Peer: pandas' pivot_table of the same rows.
import { fileURLToPath } from "node:url";
import { finishedJob } from "./lib/job.mjs";
import { checkRows, inTurn, originRow } from "./lib/measure.mjs";
import { originEnv, pythonWithOrigin } from "./lib/python.mjs";
import { withService } from "./lib/service.mjs";

const rows = Number(process.env["SVC_BENCH_ROWS"] ?? 1_000_000);
const script = (name) => fileURLToPath(new URL(`./pivot/${name}`, import.meta.url));

const SHAPES = [
  ["days by airports", "cast(date_trunc('day', from_unixtime(\"time\")) as varchar)"],
  ["minutes by airports, mostly empty", '"time"'],
];

export default async function measure() {
  const python = pythonWithOrigin();
  return withService(async ({ url, apikey, env: ours }) => {
    const env = { ...ours, ...originEnv({ url, apikey }) };
    const found = [];
    for (const [shape, index] of SHAPES) {
      const query = `select ${index} as "time", origin, delay, distance from flights limit ${rows}`;
      const { jobId } = await finishedJob({ url, apikey }, query, { blocks: true });
      const inPublic = await finishedJob({ url, apikey }, query);
      const [mine, pandas] = await inTurn(
        [
          [process.execPath, script("ours.mjs"), jobId],
          python && [python, script("origin.py"), inPublic.jobId],
        ],
        { env },
      );
      checkRows(rows, mine, pandas);
      const sizes = new Set([...mine, ...(pandas ?? [])].map(({ cells }) => cells.join(" x ")));
      if (sizes.size !== 1) throw new Error(`the pivots differ: ${[...sizes].join(", ")}`);
      const what = `pivot of ${rows.toLocaleString("en")} rows, ${shape}: ${[...sizes][0]}`;
      found.push(
        originRow({ what, call: "pandas pivot_table", rows, ours: mine, origin: pandas, aim: ">= 2" }),
      );
    }
    return found;
  });
}
