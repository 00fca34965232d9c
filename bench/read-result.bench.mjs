// A job result of one million rows by eight columns, read to a table; the peer only fetches, gunzips and walks the same bytes.
import { fileURLToPath } from "node:url";
import { inTurn, median } from "./lib/measure.mjs";
import { withService } from "./lib/service.mjs";

const rows = Number(process.env["SVC_BENCH_ROWS"] ?? 1_000_000);

/** Two int64, four double, two text with nulls, out of the real flights. */
const query = `
select "time", delay, cast(distance as double) as distance, delay / 60e0 as hours, sqrt(cast(distance as double)) as root,
  cast(delay as double) * distance as product, origin, if(delay > 60, null, destination) as destination
from flights limit ${rows}`;

const script = (name) => fileURLToPath(new URL(`./read-result/${name}.mjs`, import.meta.url));

export default async function measure() {
  return withService(async ({ env }) => {
    const { connect, create_engine, read_svc_query } = await import("svclib/pandas_td");
    const client = connect(env.SVC_API_KEY, env.SVC_API_SERVER);
    await read_svc_query(query, create_engine("presto:sample_datasets", client));
    const [job] = await client.list_jobs();
    client.close();
    const [ours, peer] = await inTurn(
      [
        [script("ours"), String(job.job_id)],
        [script("msgpack-walk"), String(job.job_id)],
      ],
      { rounds: Number(process.env["SVC_BENCH_ROUNDS"] ?? 5), env },
    );
    for (const sample of [...ours, ...peer]) {
      if (sample.rows !== rows) throw new Error(`read ${sample.rows} rows of ${rows}`);
    }
    const show = (samples) =>
      `${Math.round(median(samples.map(({ ms }) => ms)))} ms, ${Math.round(rows / median(samples.map(({ ms }) => ms))).toLocaleString("en")}k rows/s, peak ${median(samples.map(({ peakMb }) => peakMb))} MB`;
    return [
      {
        what: `job result ${rows.toLocaleString("en")} x 8 to a table`,
        ours: show(ours),
        peer: `fetch + gunzip + @msgpack/msgpack walk: ${show(peer)}`,
        ratio: (median(ours.map(({ ms }) => ms)) / median(peer.map(({ ms }) => ms))).toFixed(2),
        aim: "<= 1.5 x its time",
        samples: { ours, peer },
      },
    ];
  });
}
