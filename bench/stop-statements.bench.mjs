// Statements that use all memory or can't be interrupted: how soon one has ended after its kill, when its memory is released, and how
// long `select 1` takes over HTTP beside eight of it. The peer is the statement's own memory at its kill.
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { jobCalls } from "./lib/job-calls.mjs";
import { median } from "./lib/measure.mjs";
import { mega, memoryOf, watchMemory } from "./lib/memory.mjs";
import { withService } from "./lib/service.mjs";

const MEMORY = "4GB";
const TOGETHER = 8;
/** How long one runs before its kill, and how long eight are measured. */
const RUN_MS = Number(process.env["SVC_BENCH_RUN_MS"] ?? 2000);
const WATCH_MS = Number(process.env["SVC_BENCH_WATCH_MS"] ?? 6000);
const only = process.env["SVC_BENCH_KINDS"]?.split(",");
const ROWS = "flights a cross join (select 1 x from flights limit 1000) b";
const KINDS = {
  "replace that grows": "select sum(length(replace(rpad('x', 1000000, 'x'), 'x', rpad('y', 10000, 'y')))) from flights",
  "list of lists": "select sum(cardinality(transform(sequence(1, 10000), x -> sequence(1, 10000)))) from flights",
  "cross joins": "select count(*) from (select distinct a.time, b.time, a.origin || b.destination from flights a cross join flights b)",
  "edit distance of long texts": "select levenshtein_distance(lpad('a', 1000000, 'xy'), lpad('b', 1000000, 'zx'))",
  "lambdas over long lists": "select sum(cardinality(transform(sequence(1, 10000), x -> reduce(sequence(1, 5000 + delay % 2), x, (s, y) -> s + y % 7, s -> s)))) from flights",
  "backtracking pattern": `select count(*) from ${ROWS} where regexp_like(a.origin || lpad('b', 26, 'a'), '(?=[A-Z])\\w{3}(a+)+$')`,
  "large result": "select time, delay, distance, origin, destination, time + delay as t, delay / 2e0 as h, delay > 15 as late from flights",
}; // prettier-ignore

export default async function measure() {
  const rows = [];
  for (const [kind, sql] of Object.entries(KINDS)) {
    if (only && !only.some((word) => kind.startsWith(word))) continue;
    const row = await withService((service) => measureKind(service, kind, sql), {
      more: ["--memory", MEMORY],
    });
    process.stderr.write(`${row.what}: ${row.ours}; ${row.peer}\n`);
    rows.push(row);
  }
  return rows;
}

async function measureKind(service, kind, sql) {
  const { pid } = service;
  const { ask, issue, state } = jobCalls(service);
  const kill = async (id) => {
    const begun = performance.now();
    await ask(`/v3/job/kill/${id}`, {});
    while ((await state(id)) === "running") await sleep(5);
    return performance.now() - begun;
  };
  const smallQuery = async () => {
    const begun = performance.now();
    const id = await issue("select 1");
    let now;
    do now = await state(id, 5);
    while (now === "queued" || now === "running");
    if (now !== "success") throw new Error(`${kind}: select 1 ended as ${now}`);
    return performance.now() - begun;
  };

  await smallQuery();
  const idle = memoryOf(pid);
  const one = await issue(sql);
  let held = 0;
  for (const until = performance.now() + RUN_MS; performance.now() < until; await sleep(20))
    held = Math.max(held, memoryOf(pid));
  const killed = performance.now();
  const goneMs = await kill(one);
  while (memoryOf(pid) > idle + 100e6 && performance.now() - killed < 30_000) await sleep(20);
  const backMs = performance.now() - killed;

  const eight = [];
  for (let i = 0; i < TOGETHER; i++) eight.push(await issue(sql));
  await sleep(300);
  const small = [];
  const peak = watchMemory(pid);
  const until = performance.now() + WATCH_MS;
  while (performance.now() < until) {
    small.push(await smallQuery());
    await sleep(20);
  }
  const ended = {};
  for (const id of eight) {
    const now = await state(id);
    ended[now] = (ended[now] ?? 0) + 1;
  }
  const kills = await Promise.all(eight.map(kill));
  small.sort((a, b) => a - b);
  const states = Object.entries(ended).map(([name, count]) => `${count} ${name}`);
  const most = peak();
  return {
    what: `stop: ${kind}`,
    ours:
      `gone ${goneMs.toFixed(0)} ms after its kill, memory back after ${backMs.toFixed(0)} ms; beside ${TOGETHER}: select 1 median ${median(small).toFixed(0)} ms, ` +
      `p99 ${small[Math.floor((small.length - 1) * 0.99)].toFixed(0)} (${small.length}); then ${states.join(", ")}, all gone within ${Math.max(...kills).toFixed(0)} ms; peak ${mega(most)}`,
    peer: `held ${mega(held)}, idle ${mega(idle)}`,
    ratio: "",
    aim: `gone <= 2 s, peak <= 1.5 x ${MEMORY}`,
  };
}
