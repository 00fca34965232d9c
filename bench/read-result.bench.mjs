// A job result of one million rows by eight columns, read to a table: as column blocks, as svclib reads it from its own service, and in
// the public form, as from any other. Peers: the original client's read of the public form, and a plain walk over its bytes. Then other
// shapes of results. Both sides first read a small result, so that the time to load their modules is not counted.
import { fileURLToPath } from "node:url";
import { frameQuery, nullQuery, textQuery, wideQuery } from "./lib/frames.mjs";
import { finishedJob } from "./lib/job.mjs";
import { checkRows, inTurn, originRow, speed, timesLonger } from "./lib/measure.mjs";
import { originEnv, pythonWithOrigin } from "./lib/python.mjs";
import { withService } from "./lib/service.mjs";

const rows = Number(process.env["SVC_BENCH_ROWS"] ?? 1_000_000);
const SHAPES = [
  ["two int64, six texts", rows / 2, textQuery],
  ["200 columns", rows / 20, wideQuery],
  ["nine of ten values null", rows / 2, nullQuery],
];

const script = (name) => fileURLToPath(new URL(`./read-result/${name}`, import.meta.url));
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;

export default async function measure() {
  const python = pythonWithOrigin();
  return withService(async ({ url, apikey, env: ours }) => {
    const target = { url, apikey };
    const env = { ...ours, ...originEnv(target) };
    const small = await jobs(target, "select 1 as n");
    const commands = ({ blocks, packed }) => [
      [process.execPath, script("ours.mjs"), blocks.jobId, small.blocks.jobId],
      python && [python, script("origin.py"), packed.jobId, small.packed.jobId],
      [process.execPath, script("ours.mjs"), packed.jobId, small.packed.jobId],
    ];
    return [...(await plainRows(target, commands, env)), ...(await shapeRows(target, commands, env))];
  });
}

/** The same result in both forms. */
async function jobs(target, query) {
  const blocks = await finishedJob(target, query, { blocks: true });
  return { blocks, packed: await finishedJob(target, query) };
}

async function plainRows(target, commands, env) {
  const both = await jobs(target, frameQuery(rows));
  const walkCommand = [process.execPath, script("msgpack-walk.mjs"), both.packed.jobId];
  const [ours, origin, inPublic, walk] = await inTurn([...commands(both), walkCommand], { env });
  checkRows(rows, ours, origin, inPublic, walk);
  const what = `job result ${rows.toLocaleString("en")} x 8 to a table`;
  const asBlocks = `${what}, as blocks (${megabytes(both.blocks.bytes)})`;
  const asPublic = `${what}, as msgpack.gz (${megabytes(both.packed.bytes)})`;
  const call = "read_td_job, msgpack.gz";
  return [
    originRow({ what: asBlocks, call, rows, ours, origin, aim: ">= 6, <= 0.33" }),
    originRow({ what: asPublic, call, rows, ours: inPublic, origin, aim: "" }),
    {
      what: asPublic,
      ours: speed(inPublic, rows),
      peer: `gunzip + @msgpack/msgpack walk: ${speed(walk, rows)}`,
      ratio: `${timesLonger(inPublic, walk)} of its time`,
      aim: "<= 1.3",
      samples: { ours: inPublic, peer: walk },
    },
  ];
}

async function shapeRows(target, commands, env) {
  const found = [];
  for (const [shape, count, query] of SHAPES) {
    const [ours, origin, inPublic] = await inTurn(commands(await jobs(target, query(count))), { env });
    checkRows(count, ours, origin, inPublic);
    const what = `${count.toLocaleString("en")} rows, ${shape}`;
    const row = { call: "read_td_job, msgpack.gz", rows: count, origin };
    found.push(originRow({ ...row, what: `${what}, as blocks`, ours, aim: ">= 4" }));
    found.push(originRow({ ...row, what: `${what}, as msgpack.gz`, ours: inPublic, aim: "" }));
  }
  return found;
}
