// A job result of one million rows by eight columns, read to a table. Peers: a bare walk over the same bytes, and the original client's read.
import { fileURLToPath } from "node:url";
import { inTurn, speed, timesLonger, timesMemory } from "./lib/measure.mjs";
import { originEnv, pythonWithOrigin } from "./lib/python.mjs";
import { withService } from "./lib/service.mjs";

const rows = Number(process.env["SVC_BENCH_ROWS"] ?? 1_000_000);

/** Two int64, four double, two text with nulls, out of the real flights. */
export const frameQuery = (limit) => `
select "time", delay, cast(distance as double) as distance, delay / 60e0 as hours, sqrt(cast(distance as double)) as root,
  cast(delay as double) * distance as product, origin, if(delay > 60, null, destination) as destination
from flights limit ${limit}`;

const script = (name) => fileURLToPath(new URL(`./read-result/${name}`, import.meta.url));

export default async function measure() {
  const python = pythonWithOrigin();
  return withService(async ({ url, apikey, env }) => {
    const { connect, create_engine, read_svc_query } = await import("svclib/pandas_td");
    const client = connect(apikey, url);
    await read_svc_query(frameQuery(rows), create_engine("presto:sample_datasets", client));
    const [{ job_id }] = await client.list_jobs();
    client.close();
    const [ours, walk, origin] = await inTurn(
      [
        [process.execPath, script("ours.mjs"), String(job_id)],
        [process.execPath, script("msgpack-walk.mjs"), String(job_id)],
        python && [python, script("origin.py"), String(job_id)],
      ],
      { env: { ...env, ...originEnv({ url, apikey }) } },
    );
    for (const sample of [...ours, ...walk, ...(origin ?? [])]) {
      if (sample.rows !== rows) throw new Error(`read ${sample.rows} rows of ${rows}`);
    }
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
      origin
        ? {
            what,
            ours: speed(ours, rows),
            peer: `original read_td_job: ${speed(origin, rows)}`,
            ratio: `${timesLonger(origin, ours)} x faster, ${timesMemory(ours, origin)} of its memory`,
            aim: ">= 6, <= 0.33",
            samples: { ours, peer: origin },
          }
        : {
            what,
            ours: speed(ours, rows),
            peer: "original read_td_job: NOT RUN, it can't be installed here",
          },
    ];
  });
}
