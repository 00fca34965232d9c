import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import type { Random } from "../core/helpers/random.ts";
import type { Client } from "../../src/core/client.ts";
import { connect } from "../../src/core/connect.ts";
import { isSvcError } from "../../src/core/error-guards.ts";
import { create_engine } from "../../src/core/query-engine.ts";
import { read_svc_query } from "../../src/core/read/read-query.ts";
import { childProcesses } from "../kernel/support/child-processes.ts";
import { endProcess, spawnService } from "./lib/crash/service-process.ts";
import { expectSame } from "./lib/expect-same.ts";
import { randomPlan, type Fault } from "./lib/fault-plan.ts";
import { startFaultProxy } from "./lib/fault-proxy.ts";
import { longNumber } from "./lib/long-number.ts";
import { report } from "./lib/report.ts";
import { requireTime } from "./lib/require-time.ts";
import { seededRandom } from "./lib/seeded-random.ts";

const KINDS: readonly Exclude<Fault["kind"], "none">[] = [
  "status",
  "reset-before",
  "reset-at",
  "end-at",
  "slow",
  "corrupt",
  "twice",
];

const NUMBERS = "unnest(sequence(1, 10000))";
const ENDLESS = `select count(*) as n from ${NUMBERS} a(x) cross join ${NUMBERS} b(y) cross join ${NUMBERS} c(z) where x * y + z < 0`;

type Work = (client: Client, random: Random, id: number) => Promise<void>;

const WORK: readonly Work[] = [
  async (client, random) => {
    const n = 1 + random.below(2000);
    const engine = create_engine("presto:soak", client);
    const table = await read_svc_query(
      `select x as n from unnest(sequence(1, ${n})) as s(x) order by x`,
      engine,
    );
    expectSame(
      "n",
      Array.from(table.array("n") as Iterable<number>),
      Array.from({ length: n }, (_, i) => i + 1),
    );
  },
  async (client, random) => {
    const n = random.below(1000);
    const table = await client.query(`select ${n} as n`, { db: "soak" });
    expectSame("rows", table.objects(), [{ n }]);
  },
  async (client) => void (await client.list_tables("soak")),
  async (client) => void (await client.list_jobs()),
  async (client, random, id) => {
    const rows = Array.from({ length: 1 + random.below(200) }, (_, n) => ({ time: n, id, n }));
    await client.load_table_from_dataframe(rows, `soak.rows_${id % 5}`, {
      if_exists: "append",
      time_col: "time",
    });
  },
  async (client) => {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), 150);
    try {
      await read_svc_query(ENDLESS, create_engine("presto:soak", client), { signal: stop.signal });
    } finally {
      clearTimeout(timer);
    }
  },
];
/**
 * Kills endless statements without a client: after a lost reply to an issue or a failed kill they would occupy a slot of the queue
 * for ever. @returns a function that stops it and returns their number.
 */
function killOrphans(truth: Client): () => Promise<number> {
  let orphans = 0;
  let round = Promise.resolve();
  const timer = setInterval(() => {
    round = round.then(async () => {
      for (const job of await truth.list_jobs({ status: "running", to: 1000 })) {
        if (!job.query.includes(ENDLESS) || Date.now() - Number(job.start_at ?? Date.now()) < 5000) continue;
        orphans++;
        await job.kill();
      }
    });
  }, 2000);
  return async () => {
    clearInterval(timer);
    await round;
    return orphans;
  };
}

/** Kills are rarer than the other kinds. */
const SHARES = [0, 0, 0, 1, 1, 1, 1, 2, 3, 4, 4, 5];

/** Resident memory of the service and its engine process. */
const memoryMb = (pid: number): number =>
  [pid, ...childProcesses(pid)].reduce((sum, each) => sum + residentMb(each), 0);

function residentMb(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return 0; // It has ended.
  }
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const openFiles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

test("fifty clients for ten minutes: only injected errors, constant memory, no leftovers", async () => {
  const seconds = longNumber("SVC_SOAK_SECONDS", 600);
  const clients = longNumber("SVC_SOAK_CLIENTS", 50);
  requireTime("the soak", seconds);
  const folder = mkdtempSync(join(tmpdir(), "svc-soak-"));
  const { child, ready } = spawnService(folder);
  const pid = child.pid as number;
  const service = await ready;
  const proxy = await startFaultProxy(service.url);
  let closing: Promise<void> | undefined;
  const closeProxy = (): Promise<void> => (closing ??= proxy.close());
  const truth = connect(service.apikey, service.url, { env: {} });
  try {
    await truth.create_database_if_not_exists("soak");
    for (let i = 0; i < 5; i++)
      await truth.query(`create table rows_${i} (time bigint, id bigint, n bigint)`, { db: "soak" });
    const filesBefore = openFiles(pid);
    const plan = randomPlan(seededRandom(1), 0.02, KINDS);
    const endsAt = Date.now() + seconds * 1000;
    const done = new Map<string, number>();
    const samples: number[] = [];
    const timer = setInterval(
      () => {
        samples.push(memoryMb(pid));
        // Clears the proxy's log, which grows.
        proxy.use(plan);
      },
      (seconds * 1000) / 60,
    );
    const endOrphans = killOrphans(truth);
    await Promise.all(
      Array.from({ length: clients }, async (_, id) => {
        const random = seededRandom(id + 1);
        const client = connect(service.apikey, proxy.url, {
          env: {},
          timeout: 20,
          max_cumul_retry_delay: 10,
        });
        while (Date.now() < endsAt) {
          const kind = SHARES[random.below(SHARES.length)] as number;
          let end = "answered";
          try {
            await (WORK[kind] as Work)(client, random, id);
          } catch (error) {
            // Under faults typed errors are expected; wrong answers are not.
            if (!isSvcError(error)) throw error;
            if (error.name === "QueryError" && !error.message.includes("killed")) throw error;
            end = error.name;
          }
          done.set(end, (done.get(end) ?? 0) + 1);
        }
        client.close();
      }),
    );
    clearInterval(timer);
    const orphans = await endOrphans();
    for (const status of ["running", "queued"] as const)
      for (const job of await truth.list_jobs({ status })) await job.kill();
    // Each sample includes the work of that moment, so the median of many is used.
    const early = median(samples.slice(6, 18));
    const late = median(samples.slice(-18));
    await new Promise((resolve) => setTimeout(resolve, 10_000));
    const idle = memoryMb(pid);
    // The proxy's idle connections count as open files of the service.
    await closeProxy();
    const jobs = (await truth.list_jobs({ to: 100_000 })).length;
    const figures = {
      seconds,
      clients,
      ...Object.fromEntries(done),
      orphans_killed: orphans,
      jobs,
      rss_mb_early: Math.round(early),
      rss_mb_late: Math.round(late),
      rss_mb_highest: Math.round(Math.max(...samples)),
      rss_mb_idle: Math.round(idle),
      files_before: filesBefore,
      files_after: openFiles(pid),
    };
    report("soak", figures);
    // The job list grows in memory: about 1.5 KB per job, up to ten thousand jobs.
    const listMb = Math.min(jobs, 10_500) * 0.003;
    // Heaps fluctuate under load; a leak shows in what remains afterwards.
    expect(late).toBeLessThan(early * 1.25 + listMb);
    expect(idle).toBeLessThan(early * 1.05 + listMb);
    // Idle connections of `truth` and of this test remain.
    expect(openFiles(pid)).toBeLessThan(filesBefore + 20);
    expect(readdirSync(join(folder, "spill"))).toEqual([]);
    expect(readdirSync(join(folder, "results")).filter((name) => name.endsWith(".tmp"))).toEqual([]);
    const { bulk_imports } = await service.get<{ bulk_imports: unknown[] }>("/v3/bulk_import/list");
    expect(readdirSync(join(folder, "uploads"))).toHaveLength(bulk_imports.length);
    expect(readdirSync(join(folder, "stages")).length).toBeLessThanOrEqual(bulk_imports.length);
  } finally {
    truth.close();
    await closeProxy();
    await endProcess(child, "SIGTERM");
    rmSync(folder, { recursive: true, force: true });
  }
});
