// Effect of eight heavy queries on other users: the event loop's delay, how long `select 1` and a listing take over HTTP, and how soon the
// eight end after a kill.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { jobCalls } from "./lib/job-calls.mjs";
import { median } from "./lib/measure.mjs";
import { withService } from "./lib/service.mjs";

const HEAVY = Number(process.env["SVC_BENCH_HEAVY"] ?? 8);
/** How long each kind is measured. */
const WATCH_MS = Number(process.env["SVC_BENCH_WATCH_MS"] ?? 6000);
const only = process.env["SVC_BENCH_KINDS"]?.split(",");
/** Statements that end by themselves, here with an error that the compiler finds last: each is issued again until the time is over. */
const again = (sql) => ({ sql, again: true });
const ENDLESS = "flights a cross join (select 1 x from flights limit 1000) b";
const KINDS = {
  nothing: null,
  aggregation: `select a.origin, approx_percentile(a.delay, 0.5), count(distinct a.time) from ${ENDLESS} group by 1`,
  "cross join": "select count(*) from flights a cross join flights b where a.delay * b.distance % 7 = 3",
  "large result": "select time, delay, distance, origin, destination, time + delay as t, delay / 2e0 as h, delay > 15 as late from flights",
  "look-around pattern": `select count(*) from ${ENDLESS} where regexp_like(a.origin || cast(a.time as varchar), '(?=[A-Z])\\w+(?<!9)x')`,
  "format, a script function": `select count(*) from ${ENDLESS} where format('%s-%05d', a.origin, a.time) = 'x'`,
  "lambda over long lists": "select count(*) from (select reduce(sequence(1, 5000 + delay % 2), 0, (s, x) -> s + x * x % 7, s -> s) as n from flights) where n < 0",
  "compilation of long statements": again(`select nowhere from (values ${"(1, 'a'), ".repeat(50_000)}(1, 'a')) t (a, b)`),
  "compilation of many calls": again(`select ${Array.from({ length: 1500 }, (_, i) => `case when regexp_like(origin, 'a${i}') then date_format(from_unixtime(delay), '%Y-%m') else json_extract_scalar(origin, '$.a[${i}]') end`).join(", ")}, nowhere from flights`),
}; // prettier-ignore

export default async function measure() {
  const folder = mkdtempSync(join(tmpdir(), "svclib-bench-"));
  const lagFile = join(folder, "lag.json");
  const hook = fileURLToPath(new URL("./beside-heavy/loop-lag.cjs", import.meta.url));
  const env = { SVC_BENCH_LAG: lagFile, NODE_OPTIONS: `--require ${hook}` };
  try {
    return await withService(
      async (service) => {
        const rows = [];
        for (const [kind, heavy] of Object.entries(KINDS))
          if (!only || only.some((word) => kind.startsWith(word))) {
            const row = await beside(
              service,
              kind,
              heavy?.sql === undefined ? { sql: heavy } : heavy,
              lagFile,
            );
            process.stderr.write(`${row.what}: ${row.ours}; ${row.peer}\n`);
            rows.push(row);
          }
        return rows;
      },
      { env },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function beside(service, kind, { sql, again: isRepeated = false }, lagFile) {
  const { ask, issue, state } = jobCalls(service);
  const lag = async () => {
    rmSync(lagFile, { force: true });
    process.kill(service.pid, "SIGUSR2");
    for (;;) {
      await sleep(5);
      try {
        return JSON.parse(readFileSync(lagFile, "utf8"));
      } catch {
        continue; // Missing or incomplete.
      }
    }
  };

  const heavy = [];
  let isOver = false;
  const ends = {};
  const repeat = async (place) => {
    while (!isOver) {
      const now = await state(heavy[place], 5);
      if (now === "queued" || now === "running") continue;
      ends[now] = (ends[now] ?? 0) + 1;
      if (!isOver) heavy[place] = await issue(sql);
    }
  };
  if (sql !== null) for (let i = 0; i < HEAVY; i++) heavy.push(await issue(sql));
  const repeats = isRepeated ? heavy.map((_, place) => repeat(place)) : [];
  await sleep(500);
  await lag();
  const [small, listing, status] = [[], [], []];
  const until = performance.now() + WATCH_MS;
  let stuck = 0;
  while (performance.now() < until) {
    const begun = performance.now();
    await ask("/v3/system/server_status");
    status.push(performance.now() - begun);
    const asked = performance.now();
    await ask("/v3/table/list/sample_datasets");
    listing.push(performance.now() - asked);
    const started = performance.now();
    const id = await issue("select 1");
    let now;
    do now = await state(id, 5);
    while ((now === "queued" || now === "running") && performance.now() - started < WATCH_MS);
    if (now === "success") small.push(performance.now() - started);
    else stuck++;
    if (stuck > 0) break;
    await sleep(20);
  }
  const figures = await lag();
  isOver = true;
  await Promise.all(repeats);
  const kills = await Promise.all(
    heavy.map(async (id) => {
      const killed = performance.now();
      const { former_status } = await ask(`/v3/job/kill/${id}`, {});
      let now;
      while ((now = await state(id)) === "running") await sleep(5);
      if (now === "error" && !isRepeated)
        throw new Error(`${kind}: ${(await ask(`/v3/job/show/${id}`)).debug.stderr}`);
      return former_status === "running" ? performance.now() - killed : 0;
    }),
  );
  for (const times of [small, listing, status]) times.sort((a, b) => a - b);
  const at = (list, share) =>
    list.length === 0 ? "none" : list[Math.floor((list.length - 1) * share)].toFixed(0);
  return {
    what: `beside ${kind === "nothing" ? kind : `${HEAVY} x ${kind}`}`,
    ours: `select 1: median ${small.length ? median(small).toFixed(0) : "-"} ms, p99 ${at(small, 0.99)}, max ${at(small, 1)} (${small.length} answered, ${stuck} not); listing median ${at(listing, 0.5)}, max ${at(listing, 1)}; loop late p99 ${Number(figures.p99).toFixed(1)} ms, max ${Number(figures.max).toFixed(1)}; status p99 ${at(status, 0.99)} ms`,
    peer:
      sql === null
        ? ""
        : `${isRepeated ? `${JSON.stringify(ends)}, the last ` : ""}killed within ${Math.max(...kills).toFixed(0)} ms, median ${median(kills).toFixed(0)}`,
    ratio: "",
    aim: "loop <= 100 ms, kill <= 100 ms",
  };
}
