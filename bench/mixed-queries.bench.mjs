// Memory of the whole local service (its process and the engine's) over ten thousand mixed queries of eight clients with `--memory 1GB`:
// small ones, aggregations, joins, sorts, windows, results that are read, errors, and now and then one that wants all memory. It ends
// after SVC_BENCH_MINUTES (8) at the latest and says how many ran. The peer is the same service before the first query.
import { setTimeout as sleep } from "node:timers/promises";
import { jobCalls } from "./lib/job-calls.mjs";
import { median } from "./lib/measure.mjs";
import { mega, memoryOf, watchMemory } from "./lib/memory.mjs";
import { withService } from "./lib/service.mjs";

const QUERIES = Number(process.env["SVC_BENCH_QUERIES"] ?? 10_000);
const MINUTES = Number(process.env["SVC_BENCH_MINUTES"] ?? 8);
const CLIENTS = 8;
const MEMORY = /memory/i;

/** Statements with how many of a hundred they are, and how they must end: with success, or an error that says this. `$` is a number that differs each time. */
const KINDS = [
  [30, "select $ as n", "success"],
  [12, "select origin, count(*) n, avg(delay) d from flights where time % 97 = $ % 97 group by 1 order by 2 desc", "success"],
  [10, "select * from stocks where price > $ % 200", "success"],
  [8, "select time, delay, distance, origin, destination from flights limit 20000", "success"],
  [8, "select symbol, time, price, avg(price) over (partition by symbol order by time rows 20 preceding) m from stocks", "success"],
  [7, "select a.origin, b.destination, count(*) from (select * from flights limit 20000) a join (select * from flights limit 20000) b on a.destination = b.origin and a.delay = b.delay group by 1, 2", "success"],
  [6, "select count(distinct origin || destination || cast(delay % 100 as varchar)) from flights", "success"],
  [5, "select cardinality(transform(sequence(1, 1000 + $ % 1000), x -> x * x))", "success"],
  [5, "select regexp_replace(origin, '([A-Z])', '$1.') r, json_extract(json_format(cast(map(array['a'], array[delay]) as json)), '$.a') j from flights limit 5000", "success"],
  [4, "select * from flights order by distance, delay, time limit 1000", "success"],
  [2, "select 1 / (delay - delay) from flights", /Division by zero/],
  [1, "select no_such_column from flights", /no_such_column/],
  [1, "create table if not exists mixed_$ as select time, origin, delay from flights limit 10000", "success"],
  [0.5, "select sum(length(replace(rpad('x', 1000000, 'x'), 'x', rpad('y', 10000, 'y')))) from flights", MEMORY],
  [0.5, "select sum(cardinality(transform(sequence(1, 10000), x -> sequence(1, 10000)))) from flights limit $", MEMORY],
]; // prettier-ignore

export default async function measure() {
  return withService(run, { more: ["--memory", "1GB"] });
}

async function run({ url, apikey, pid }) {
  const { ask, issue, state } = jobCalls({ url, apikey });
  const headers = { authorization: `TD1 ${apikey}` };
  const idle = memoryOf(pid);
  const peak = watchMemory(pid);
  const endsAt = performance.now() + MINUTES * 60_000;
  const ended = {};
  const small = [];
  const total = KINDS.reduce((sum, [share]) => sum + share, 0);
  let next = 0;
  const client = async () => {
    while (next < QUERIES && performance.now() < endsAt) {
      const n = next++;
      // Multiples of the golden ratio are evenly distributed, and the same in every run.
      let at = ((n * 0.618_033_988_75) % 1) * total;
      const [, sql, wanted] = KINDS.find(([share]) => (at -= share) < 0);
      const begun = performance.now();
      const id = await issue(sql.replaceAll(/\$(?![.\d])/g, String(n)));
      let now;
      do now = await state(id, 5);
      while (now === "queued" || now === "running");
      if (sql.startsWith("select $")) small.push(performance.now() - begun);
      const stderr = now === "success" ? "" : (await ask(`/v3/job/show/${id}`)).debug.stderr;
      const isWanted = wanted === now || (wanted !== "success" && wanted.test(stderr));
      // Where one takes all memory, another beside it may fail, and says so.
      if (!isWanted && !MEMORY.test(stderr)) throw new Error(`${sql} ended as ${now}: ${stderr}`);
      if (now === "success" && n % 5 === 0) {
        const response = await fetch(`${url}/v3/job/result/${id}?format=msgpack.gz`, { headers });
        if (!response.ok) throw new Error(`result of ${sql}: ${response.status}`);
        await response.arrayBuffer();
      }
      const end =
        now === "success"
          ? now
          : isWanted
            ? `refused as they must be (${wanted.source})`
            : "for want of memory beside others";
      ended[end] = (ended[end] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  const most = peak();
  await sleep(5000);
  small.sort((a, b) => a - b);
  const ends = Object.entries(ended).map(([name, count]) => `${count} ${name}`);
  return [
    {
      what: `${Math.min(next, QUERIES).toLocaleString("en")} mixed queries with --memory 1GB`,
      ours:
        `peak ${mega(most)}, 5 s later ${mega(memoryOf(pid))}; ${ends.join(", ")}; ` +
        `select n: median ${median(small).toFixed(0)} ms, 99 % ${small[Math.floor((small.length - 1) * 0.99)].toFixed(0)} ms`,
      peer: `before the first: ${mega(idle)}`,
      ratio: "",
      aim: "peak <= 1500 MB",
    },
  ];
}
