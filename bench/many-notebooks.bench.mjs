// 50 notebooks' clients at once on one service, with mixed work. Peer: one notebook with the same work on the same service.
import { median, rounds } from "./lib/measure.mjs";
import { withService } from "./lib/service.mjs";

const notebookCount = 50;
const roundMs = 8000;

/** One notebook's work, repeated until the time is up: mostly small queries, some larger ones, listings and writes. */
async function work({ connect, create_engine, read_svc_query, to_svc }, server, number, untilMs, seen) {
  const client = connect(server.apikey, server.url);
  const engine = create_engine("presto:sample_datasets", client);
  const one = async () => {
    const started = performance.now();
    await read_svc_query("select 1 as one", engine);
    seen.selectMs.push(performance.now() - started);
  };
  const steps = [
    one,
    () =>
      read_svc_query(
        "select origin, count(*) as n, avg(delay) as d from flights group by 1 order by 2 desc limit 20",
        engine,
      ),
    one,
    () => client.list_tables("sample_datasets"),
    one,
    () => read_svc_query("select * from sp500", engine),
    one,
    () => to_svc(frame, `many.notebook_${number}`, client, { if_exists: "append", index: false }),
    one,
    () => client.query("select symbol, max(price) as high from stocks group by 1", { db: "sample_datasets" }),
  ];
  for (let step = number; performance.now() < untilMs; step++) {
    await steps[step % steps.length]();
    seen.done += 1;
  }
  client.close();
}

const frame = Array.from({ length: 200 }, (_, i) => ({ host: `host ${i % 7}`, n: i }));

const percentile = (values, share) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];

async function run(library, server, count) {
  const seen = { selectMs: [], done: 0 };
  const started = performance.now();
  const all = Array.from({ length: count }, (_, i) => work(library, server, i, started + roundMs, seen));
  await Promise.all(all);
  const seconds = (performance.now() - started) / 1000;
  return {
    perSecond: seen.done / seconds,
    medianMs: median(seen.selectMs),
    p99Ms: percentile(seen.selectMs, 0.99),
  };
}

export default async function measure() {
  const library = await import("svclib/pandas_td");
  return withService(async (server) => {
    const client = library.connect(server.apikey, server.url);
    await client.create_database_if_not_exists("many");
    client.close();
    await run(library, server, 1);
    const one = [];
    const many = [];
    for (let round = 0; round < rounds; round++) {
      one.push(await run(library, server, 1));
      many.push(await run(library, server, notebookCount));
    }
    const of = (samples, field) => median(samples.map((sample) => sample[field]));
    const told = (samples) =>
      `${of(samples, "perSecond").toFixed(0)} operations/s, select 1: median ${of(samples, "medianMs").toFixed(0)} ms, 99 % ${of(samples, "p99Ms").toFixed(0)} ms`;
    const spread = median(many.map(({ p99Ms, medianMs }) => p99Ms / medianMs));
    return [
      {
        what: `${notebookCount} notebooks at once on one service, mixed work`,
        ours: told(many),
        peer: `one notebook: ${told(one)}`,
        ratio: `${(of(many, "perSecond") / of(one, "perSecond")).toFixed(2)} x the throughput, 99 % at ${spread.toFixed(2)} x the median`,
        aim: ">= 1, < 5",
        samples: { ours: many, peer: one },
      },
    ];
  });
}
