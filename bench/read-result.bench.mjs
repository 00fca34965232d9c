// A job result of one million rows by eight columns, read to a table. Peers: a bare walk over the same bytes, and the original client's
// read. Then other shapes of results, against the original client.
import { fileURLToPath } from "node:url";
import { frameQuery, nullQuery, textQuery, wideQuery } from "./lib/frames.mjs";
import { finishedJob } from "./lib/job.mjs";
import { checkRows, inTurn, originRow, speed, timesLonger } from "./lib/measure.mjs";
import { originEnv, pythonWithOrigin } from "./lib/python.mjs";
import { withService } from "./lib/service.mjs";

export { frameQuery };

const rows = Number(process.env["SVC_BENCH_ROWS"] ?? 1_000_000);
const SHAPES = [
  ["two int64, six texts", rows / 2, textQuery],
  ["200 columns", rows / 20, wideQuery],
  ["nine of ten values null", rows / 2, nullQuery],
];

const script = (name) => fileURLToPath(new URL(`./read-result/${name}`, import.meta.url));

export default async function measure() {
  const python = pythonWithOrigin();
  return withService(async ({ url, apikey, env: ours }) => {
    const env = { ...ours, ...originEnv({ url, apikey }) };
    const commands = (jobId) => [
      [process.execPath, script("ours.mjs"), jobId],
      python && [python, script("origin.py"), jobId],
    ];
    return [
      ...(await plainRows({ url, apikey }, commands, env)),
      ...(await shapeRows({ url, apikey }, commands, env)),
    ];
  });
}

async function plainRows(target, commands, env) {
  const { jobId } = await finishedJob(target, frameQuery(rows));
  const walkCommand = [process.execPath, script("msgpack-walk.mjs"), jobId];
  const [ours, origin, walk] = await inTurn([...commands(jobId), walkCommand], { env });
  checkRows(rows, ours, origin, walk);
  const what = `job result ${rows.toLocaleString("en")} x 8 to a table`;
  return [
    {
      what,
      ours: speed(ours, rows),
      peer: `gunzip + @msgpack/msgpack walk: ${speed(walk, rows)}`,
      ratio: `${timesLonger(ours, walk)} of its time`,
      aim: "<= 1.3",
      samples: { ours, peer: walk },
    },
    originRow({ what, call: "read_td_job", rows, ours, origin, aim: ">= 6, <= 0.33" }),
  ];
}

async function shapeRows(target, commands, env) {
  const found = [];
  for (const [shape, count, query] of SHAPES) {
    const { jobId } = await finishedJob(target, query(count));
    const [ours, origin] = await inTurn(commands(jobId), { env });
    checkRows(count, ours, origin);
    const what = `${count.toLocaleString("en")} rows, ${shape}`;
    found.push(originRow({ what, call: "read_td_job", rows: count, ours, origin, aim: ">= 4" }));
  }
  return found;
}
