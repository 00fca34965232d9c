// A result of 100 MB over a link of 2 MB/s per connection and 50 ms round trip. Peers: the original client's single stream, and its
// ranged mode.
import { fileURLToPath } from "node:url";
import { noiseQuery } from "./lib/frames.mjs";
import { finishedJob } from "./lib/job.mjs";
import { checkRows, inTurn, originRow } from "./lib/measure.mjs";
import { originEnv, pythonWithOrigin } from "./lib/python.mjs";
import { withService } from "./lib/service.mjs";
import { slowLink } from "./lib/slow-link.mjs";

const rows = 1.5 * Number(process.env["SVC_BENCH_ROWS"] ?? 1_000_000);
const script = (name) => fileURLToPath(new URL(`./read-result/${name}`, import.meta.url));

export default async function measure() {
  const python = pythonWithOrigin();
  return withService(async ({ url, apikey, env: ours }) => {
    const own = { url, apikey };
    const { jobId, bytes } = await finishedJob(own, noiseQuery(rows), { blocks: true });
    const inPublic = await finishedJob(own, noiseQuery(rows));
    const small = await finishedJob(own, "select 1 as n", { blocks: true });
    const smallPublic = await finishedJob(own, "select 1 as n");
    const link = await slowLink(url, { bytesPerSecond: 2e6, roundTripMs: 50 });
    try {
      const target = { url: link.url, apikey };
      const env = { ...ours, SVC_API_SERVER: link.url, ...originEnv(target) };
      const [mine, single, ranged] = await inTurn(
        [
          [process.execPath, script("ours.mjs"), jobId, small.jobId],
          python && [python, script("origin.py"), inPublic.jobId, smallPublic.jobId],
          python && [python, script("origin-ranged.py"), inPublic.jobId],
        ],
        { env },
      );
      checkRows(rows, mine, single, ranged);
      const what = `result of ${Math.round(bytes / 1e6)} MB (as msgpack.gz ${Math.round(inPublic.bytes / 1e6)} MB) at 2 MB/s a connection, 50 ms`;
      const row = { what, rows, ours: mine };
      return [
        originRow({ ...row, call: "read_td_job, a single stream", origin: single, aim: ">= 5" }),
        originRow({ ...row, call: "job.result_format, ranged", origin: ranged, aim: ">= 1" }),
      ];
    } finally {
      await link.close();
    }
  });
}
