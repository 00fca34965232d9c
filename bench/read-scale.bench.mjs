// Ten times the rows: time and memory per row, and the longest block of the event loop. Peer: the same read of a tenth. A small
// result is read first, so that the time to load the library is not counted.
import { fileURLToPath } from "node:url";
import { frameQuery } from "./lib/frames.mjs";
import { finishedJob } from "./lib/job.mjs";
import { checkRows, inTurn, median, medianOf, speed } from "./lib/measure.mjs";
import { withService } from "./lib/service.mjs";

const rows = Number(process.env["SVC_BENCH_ROWS"] ?? 1_000_000);
const script = fileURLToPath(new URL("./read-result/ours.mjs", import.meta.url));

export default async function measure() {
  return withService(async ({ url, apikey, env }) => {
    const one = await finishedJob({ url, apikey }, frameQuery(rows), { blocks: true });
    const ten = await finishedJob({ url, apikey }, frameQuery(10 * rows), { blocks: true });
    const small = await finishedJob({ url, apikey }, "select 1 as n", { blocks: true });
    const [few, many] = await inTurn(
      [one, ten].map(({ jobId }) => [process.execPath, script, jobId, small.jobId]),
      { env },
    );
    checkRows(rows, few);
    checkRows(10 * rows, many);
    const perRow = (field) => (medianOf(many, field) / medianOf(few, field) / 10).toFixed(2);
    const blocked = (samples) => median(samples.map(({ blockedMs }) => blockedMs)).toFixed(0);
    const worst = Math.max(...[...few, ...many].map(({ blockedMs }) => blockedMs)).toFixed(0);
    return [
      {
        what: `job result ${(10 * rows).toLocaleString("en")} x 8 to a table`,
        ours: speed(many, 10 * rows),
        peer: `itself at ${rows.toLocaleString("en")}: ${speed(few, rows)}`,
        ratio: `${perRow("ms")} of its time and ${perRow("peakMb")} of its memory for each row`,
        aim: "<= 1.15, <= 1.15",
        samples: { ours: many, peer: few },
      },
      {
        what: "the same: event loop blocked at most",
        ours: `median ${blocked(many)} ms, worst ${worst} ms`,
        peer: `itself at ${rows.toLocaleString("en")}: median ${blocked(few)} ms`,
        ratio: "",
        aim: "<= 50 ms",
      },
    ];
  });
}
