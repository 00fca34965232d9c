import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { appendFile, cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import type { LogEntry } from "../../src/engine/errors/log.ts";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { msgpackGz } from "./helpers/msgpack-gz.ts";
import { startTestService, type TestService } from "./helpers/start-test-service.ts";
import { longTest, someOf } from "../jest/short-form.ts";

// What a service finds on disk after a crash: the records of its last stop are set back to those of a step that had begun.

let dataDir: string;
let service: TestService;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "svc-restart-"));
  service = await open();
  await service.post("/v3/database/create/test_db");
  await service.post("/v3/table/create/test_db/bulk/log");
});

afterEach(() => service.remove());

/** With the real engine: it knows which jobs have written. */
const open = () => startTestService({ dataDir, createRunner: undefined as never });

async function restart(change: () => Promise<unknown>): Promise<void> {
  await service.close();
  await change();
  service = await open();
}

/** Writes a status into the record of the only bulk import session. */
async function setStatus(status: string): Promise<void> {
  const [id = ""] = await readdir(join(dataDir, "uploads"));
  const path = join(dataDir, "uploads", id, "session.json");
  const session = JSON.parse(await readFile(path, "utf8")) as object;
  await writeFile(path, JSON.stringify({ ...session, status }));
}

const changeJob = (id: string, change: object): Promise<void> =>
  appendFile(join(dataDir, "jobs.jsonl"), `${JSON.stringify({ id, ...change })}\n`);

const step = async (verb: string): Promise<number> =>
  (await service.post(`/v3/bulk_import/${verb}/s`)).status;

async function perform(): Promise<string> {
  const reply = await service.post("/v3/bulk_import/perform/s");
  const { job_id } = (await reply.json()) as { job_id: number };
  await service.json(`/v3/job/status/${job_id}?wait=10`);
  return String(job_id);
}

async function performed(): Promise<string> {
  await service.post("/v3/bulk_import/create/s/test_db/bulk");
  const body = msgpackGz([{ time: 1 }, { time: 2 }]);
  await service.request("/v3/bulk_import/upload_part/s/part", { method: "PUT", body });
  await step("freeze");
  return perform();
}

const statusOf = async () => (await service.json<{ status: string }>("/v3/bulk_import/show/s")).status;

async function rowsInTable(): Promise<string> {
  const id = await service.runJob("select count(*) from bulk");
  return (await service.request(`/v3/job/result/${id}?format=json`)).text();
}

test("a load that was waiting fails, and can be performed again", async () => {
  const job = await performed();
  await restart(async () => {
    await setStatus("performing");
    await changeJob(job, { status: "queued", startedAtMs: null, endedAtMs: null });
  });
  expect(await service.json(`/v3/job/show/${job}`)).toMatchObject({
    status: "error",
    debug: { stderr: "The service was stopped before this load ran; perform it again." },
  });
  expect(await statusOf()).toBe("uploading");
  await perform();
  expect([await step("commit"), await rowsInTable()]).toEqual([200, "[2]\n"]);
});

longTest("a load that was running fails, and can be performed again", async () => {
  const job = await performed();
  await restart(async () => {
    await setStatus("performing");
    await changeJob(job, { status: "running" });
  });
  expect((await service.json(`/v3/job/show/${job}`))["status"]).toBe("error");
  expect(await statusOf()).toBe("uploading");
  await perform();
  expect([await step("commit"), await rowsInTable()]).toEqual([200, "[2]\n"]);
});

test("a commit that had begun can be repeated; one that was made is found", async () => {
  await performed();
  await restart(() => setStatus("committing"));
  expect(await statusOf()).toBe("ready");
  expect([await step("commit"), await rowsInTable()]).toEqual([200, "[2]\n"]);
  await restart(() => setStatus("committing"));
  expect(await statusOf()).toBe("committed");
  expect([await step("commit"), await rowsInTable()]).toEqual([200, "[2]\n"]);
});

longTest("a session whose stage is gone must be performed again", async () => {
  await performed();
  await restart(() => rm(join(dataDir, "stages"), { recursive: true }));
  expect(await statusOf()).toBe("uploading");
  await perform();
  expect([await step("commit"), await rowsInTable()]).toEqual([200, "[2]\n"]);
});

test("a job that was running says whether its changes were made", async () => {
  const insert = await service.runJob("insert into bulk (time) values (5)");
  const reads = await service.runJob("select 1");
  await restart(async () => {
    for (const id of [insert, reads]) await changeJob(id, { status: "running", endedAtMs: null });
  });
  const faultOf = async (id: string) =>
    (await service.json<{ debug: { stderr: string } }>(`/v3/job/show/${id}`)).debug.stderr;
  expect(await faultOf(insert)).toBe(
    "The service was stopped while this job ran; all of its changes were made.",
  );
  expect(await faultOf(reads)).toBe(
    "The service was stopped while this job ran; none of its changes were made: issue it again.",
  );
  expect(await rowsInTable()).toBe("[1]\n");
});

test("a job that was waiting runs", async () => {
  const id = await service.runJob("insert into bulk (time) values (5)");
  await restart(() => changeJob(id, { status: "queued", query: "select 7 as n", startedAtMs: null }));
  expect((await service.json(`/v3/job/status/${id}?wait=10`))["status"]).toBe("success");
  expect(await (await service.request(`/v3/job/result/${id}?format=json`)).text()).toBe("[7]\n");
});

test("without its journal a service gives no id again, and takes no former statement's changes for those of a new one", async () => {
  const first = await service.runJob("create table test_db.kept as select 1 as a");
  const second = await service.runJob("select 1");
  await restart(() => rm(join(dataDir, "jobs.jsonl")));
  const next = await service.runJob("select 2");
  expect([first, second, next]).toEqual(["1", "2", "3"]);
  await service.close();
  // A journal that begins anew, with a statement of the same number cut off before it wrote.
  const path = join(dataDir, "jobs.jsonl");
  const lines = (await readFile(path, "utf8")).trim().split("\n");
  const job: Record<string, unknown> = Object.assign({}, ...lines.map((line) => JSON.parse(line) as object), {
    id: "1",
    status: "running",
  });
  delete job["lastId"];
  await writeFile(path, `${JSON.stringify({ lastId: 1 })}\n${JSON.stringify(job)}\n`);
  service = await open();
  expect(await service.json("/v3/job/show/1")).toMatchObject({
    debug: { stderr: expect.stringContaining("none of its changes were made: issue it again") },
  });
});

test("says that the data file lacks what the newest job wrote", async () => {
  const file = join(dataDir, "svc-data.duckdb");
  await restart(() => cp(file, `${file}.copy`));
  await service.runJob("create table test_db.kept as select 1 as a");
  const log: LogEntry[] = [];
  await service.close();
  service = await startTestService({
    dataDir,
    createRunner: undefined as never,
    log: (entry) => log.push(entry),
  });
  expect(log).toEqual([]);
  await service.close();
  await rename(`${file}.copy`, file);
  service = await startTestService({
    dataDir,
    createRunner: undefined as never,
    log: (entry) => log.push(entry),
  });
  expect(log).toMatchObject([{ event: "changes_lost", job: "1" }]);
});

/** The engine's mark of its version, with which a log begins. */
const LOG_HEAD = Buffer.from("640062650002ffff", "hex");

const DAMAGED: readonly [string, Buffer, string][] = [
  ["NULs alone", Buffer.alloc(9000), "is damaged: it holds NULs."],
  ["a head and NULs", Buffer.concat([LOG_HEAD, Buffer.alloc(4096)]), "is damaged: "],
];

test.each(someOf(DAMAGED, 2))(
  "refuses to start with a log of %s, and says what to do",
  async (_, bytes, what) => {
    const log = join(dataDir, "svc-data.duckdb.wal");
    await service.close();
    await writeFile(log, bytes);
    await expect(open()).rejects.toThrow(what);
    await expect(open()).rejects.toThrow(
      `To start without the changes in the log, move ${log} away and keep it`,
    );
    await rm(log);
    service = await open();
  },
);
