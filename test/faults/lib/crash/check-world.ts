import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { decodeMulti } from "@msgpack/msgpack";
import type { Entry, Ledger } from "./ledger.ts";
import type { ServiceProcess } from "./service-process.ts";
import { runStatement } from "./statement.ts";

/** Checks after a restart: answered work is stored once, unanswered work entirely or not at all, and nothing else remains. */
export async function checkWorld(service: ServiceProcess, folder: string, ledger: Ledger): Promise<void> {
  await checkRows(service, ledger);
  await checkJobs(service, ledger);
  await checkTables(service, ledger);
  await checkFiles(service, folder);
}

function fail(entry: Entry, said: string): never {
  throw new Error(`${JSON.stringify(entry)}: ${said}`);
}

async function checkRows(service: ServiceProcess, ledger: Ledger): Promise<void> {
  const sql = "select batch, count(*), count(distinct n) from rows group by batch";
  const found = new Map((await runStatement(service, sql)).map(([batch, ...counts]) => [batch, counts]));
  for (const entry of ledger.entries) {
    if (entry.kind === "ctas" || entry.kind === "query") continue;
    const [count = 0, distinct = 0] = found.get(entry.batch) ?? [];
    if (count !== distinct) fail(entry, `rows are there twice: ${String(count)} of ${String(distinct)}`);
    if ((count === entry.rows && !entry.undone) || (count === 0 && !entry.done)) continue;
    fail(entry, `${String(count)} rows are there`);
  }
}

async function checkJobs(service: ServiceProcess, ledger: Ledger): Promise<void> {
  interface Listed {
    readonly job_id: string;
    readonly status: string;
    readonly num_records: number | null;
  }
  const { jobs } = await service.get<{ jobs: Listed[] }>("/v3/job/list?from=0&to=100000");
  const byId = new Map(jobs.map((job) => [job.job_id, job]));
  if (byId.size !== jobs.length) throw new Error("a job is listed twice");
  // The newest jobs suffice: older ones were checked after earlier crashes.
  for (const entry of ledger.entries.slice(-60)) {
    if (entry.jobId === undefined) continue;
    const job = byId.get(entry.jobId) ?? fail(entry, "the job is gone");
    if (entry.done && job.status !== (entry.failed ? "error" : "success"))
      fail(entry, `the job is ${job.status}`);
    if (entry.kind !== "query" || job.status !== "success") continue;
    const response = await service.fetch(`/v3/job/result/${entry.jobId}?format=msgpack.gz`);
    // Pruned because of its age, see `ageResults`.
    if (response.status === 404) continue;
    const rows = [...decodeMulti(gunzipSync(await response.arrayBuffer()))];
    if (rows.length !== entry.rows || job.num_records !== entry.rows)
      fail(entry, `${rows.length} rows in its result`);
  }
}

async function checkTables(service: ServiceProcess, ledger: Ledger): Promise<void> {
  const { tables } = await service.get<{ tables: { name: string; count: number }[] }>("/v3/table/list/crash");
  const counts = new Map(tables.map(({ name, count }) => [name, count]));
  for (const entry of ledger.entries) {
    if (entry.kind !== "ctas") continue;
    const count = counts.get(`made_${entry.batch}`);
    if ((count === entry.rows && !entry.undone) || (count === undefined && !entry.done)) continue;
    fail(entry, `its table has ${count ?? "no"} rows`);
  }
}

/** Checks that the folder has no files unknown to the service. */
async function checkFiles(service: ServiceProcess, folder: string): Promise<void> {
  const known = new Set([
    "format.json",
    "jobs.jsonl",
    "keys.json",
    "results",
    "service.json",
    "spill",
    "svc-data.duckdb",
    "svc-data.reserve",
  ]);
  for (const name of [
    "svc-data.duckdb.wal",
    "uploads",
    "stages",
    "local",
    "audit.jsonl",
    "svc-data.duckdb.tmp",
  ])
    known.add(name);
  const strange = (await readdir(folder)).filter((name) => !known.has(name));
  if (strange.length > 0) throw new Error(`left over: ${strange.join(", ")}`);
  const { bulk_imports } = await service.get<{ bulk_imports: unknown[] }>("/v3/bulk_import/list");
  const stages = await readdir(join(folder, "stages"));
  if (stages.length > bulk_imports.length)
    throw new Error(`${stages.length} stages of ${bulk_imports.length} imports`);
  const uploads = await readdir(join(folder, "uploads"));
  if (uploads.length !== bulk_imports.length)
    throw new Error(
      `${uploads.length} upload folders for ${bulk_imports.length} sessions: ${uploads.join(", ")}`,
    );
}
