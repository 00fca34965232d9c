// Listings, a create and a write of one row in a service with 200 databases and 5,000 tables: alone, and beside eight heavy statements.
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { jobCalls } from "./lib/job-calls.mjs";
import { median } from "./lib/measure.mjs";
import { withService } from "./lib/service.mjs";

const DATABASES = Number(process.env["SVC_BENCH_DATABASES"] ?? 200);
const TABLES_EACH = Number(process.env["SVC_BENCH_TABLES_EACH"] ?? 25);
const HEAVY = 8;
const ROUNDS = 10;
const ENDLESS = "flights a cross join (select 1 x from flights limit 1000) b";
const HEAVY_SQL = `select a.origin, approx_percentile(a.delay, 0.5), count(distinct a.time) from ${ENDLESS} group by 1`;

const databaseName = (index) => `database_${index}`;

export default async function measure() {
  return await withService(async (service) => {
    const { ask, issue, state } = jobCalls(service);
    const timed = async (path, body) => {
      const started = performance.now();
      await ask(path, body);
      return performance.now() - started;
    };
    const run = async (sql) => {
      const id = await issue(sql);
      let now;
      do now = await state(id, 5);
      while (now === "queued" || now === "running");
      if (now !== "success") throw new Error(`${sql}: ${(await ask(`/v3/job/show/${id}`)).debug.stderr}`);
    };

    const creates = [];
    for (let d = 0; d < DATABASES; d++) {
      await ask(`/v3/database/create/${databaseName(d)}`, {});
      for (let t = 0; t < TABLES_EACH; t++)
        creates.push(await timed(`/v3/table/create/${databaseName(d)}/table_${t}/log`, {}));
      await run(`insert into ${databaseName(d)}.table_0 (time) values (${d})`);
    }

    /** Runs each kind of request a few times: the first one separately, as it may be slower. */
    const series = async (what, once) => {
      const samples = [];
      for (let i = 0; i < ROUNDS; i++) samples.push(await once(i));
      const [first, ...again] = samples;
      return { what, first, again };
    };
    let made = 0;
    const catalogue = async (where) => [
      await series(`list databases${where}`, () => timed("/v3/database/list")),
      await series(`list the tables of a database${where}`, (i) => timed(`/v3/table/list/${databaseName(i)}`)),
      await series(`show a table${where}`, (i) => timed(`/v3/table/show/${databaseName(i)}/table_1`)),
      await series(`create a table${where}`, () => timed(`/v3/table/create/${databaseName(0)}/made_${made++}/log`, {})),
      await series(`insert one row${where}`, async (i) => {
        const started = performance.now();
        await run(`insert into ${databaseName(i)}.table_2 (time) values (${i})`);
        return performance.now() - started;
      }),
      await series(`list databases after a write${where}`, async (i) => {
        await run(`insert into ${databaseName(i)}.table_3 (time) values (${i})`);
        return timed("/v3/database/list");
      }),
    ]; // prettier-ignore

    const alone = await catalogue("");
    const heavy = [];
    for (let i = 0; i < HEAVY; i++) heavy.push(await issue(HEAVY_SQL));
    await sleep(1000);
    const beside = await catalogue(`, beside ${HEAVY} heavy statements`);
    for (const id of heavy) await ask(`/v3/job/kill/${id}`, {});

    const ms = (value) => value.toFixed(value < 10 ? 1 : 0);
    creates.sort((a, b) => a - b);
    const atEnd = creates.slice(-1)[0];
    return [
      {
        what: `create ${creates.length} tables in ${DATABASES} databases`,
        ours: `median ${ms(median(creates))} ms, longest ${ms(atEnd)} ms`,
        peer: "",
        ratio: "",
        aim: "<= 10 ms",
      },
      ...[...alone, ...beside].map(({ what, first, again }) => ({
        what,
        ours: `first ${ms(first)} ms, again ${ms(median(again))} ms (longest ${ms(Math.max(...again))})`,
        peer: "",
        ratio: "",
        aim: what.includes("beside") ? "<= 300 ms" : what.startsWith("create") ? "<= 10 ms" : "<= 100 ms",
      })),
    ];
  });
}
