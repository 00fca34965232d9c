import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { AuditLog, type AuditEntry } from "../../../src/service/access/audit-log.ts";
import { isWindows } from "../../../src/system/system.ts";
import { openTestService } from "../../../src/testing/open-test-service.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-audit-"));
});

afterAll(() => rm(folder, { recursive: true }));

const ENTRY: AuditEntry = {
  user: "ada",
  id: "7",
  type: "presto",
  database: "shop",
  outcome: "success",
  ms: 12,
  rows: 3,
};

test("entries are lines in one file, for its owner alone", async () => {
  const path = join(folder, "one.jsonl");
  const log = new AuditLog(path, (error) => {
    throw error;
  });
  log.add(ENTRY, 0);
  log.add({ ...ENTRY, id: "8" }, 1000);
  await log.close();
  expect((await readFile(path, "utf8")).split("\n")).toEqual([
    '{"time":"1970-01-01T00:00:00.000Z","user":"ada","id":"7","type":"presto","database":"shop","outcome":"success","ms":12,"rows":3}',
    '{"time":"1970-01-01T00:00:01.000Z","user":"ada","id":"8","type":"presto","database":"shop","outcome":"success","ms":12,"rows":3}',
    "",
  ]);
  if (!isWindows) expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test("the files are bounded", async () => {
  const path = join(folder, "many.jsonl");
  for (let i = 0; i < 20; i++) {
    const log = new AuditLog(path, () => undefined, 300);
    log.add({ ...ENTRY, id: String(i) }, 0);
    log.add({ ...ENTRY, id: String(i) }, 0);
    await log.close();
  }
  const names = (await readdir(folder)).filter((name) => name.startsWith("many")).sort();
  expect(names).toEqual(["many.jsonl", ...[1, 2, 3, 4, 5].map((n) => `many.jsonl.${n}`)]);
  const ids = await Promise.all(
    names.map(async (name) => /"id":"(\d+)"/.exec(await readFile(join(folder, name), "utf8"))?.[1]),
  );
  expect(ids).toEqual(["19", "18", "17", "16", "15", "14"]);
});

test("a disk that takes nothing is a fault of the log, not of the requests", async () => {
  const faults: unknown[] = [];
  const log = new AuditLog(join(folder, "none", "x.jsonl"), (error) => faults.push(error));
  log.add(ENTRY, 0);
  await log.close();
  expect(faults).toMatchObject([{ code: "ENOENT" }]);
});

test.each([false, true])("who ran what, by jobs and statements; with its SQL: %s", async (auditSql) => {
  const dataDir = join(folder, `data-${auditSql}`);
  const service = await openTestService({
    dataDir,
    auditSql,
    data: { shop: { orders: [{ id: 1 }, { id: 2 }] } },
  });
  const headers = { authorization: `TD1 ${service.apikey}` };
  const run = async (query: string): Promise<void> => {
    const body = new URLSearchParams({ query });
    const issued = await service.app(
      new Request("http://svc.test/v3/job/issue/presto/shop", { method: "POST", headers, body }),
    );
    const { job_id: id } = (await issued.json()) as { job_id: string };
    await (await service.app(new Request(`http://svc.test/v3/job/status/${id}?wait=10`, { headers }))).text();
  };
  await run("select * from orders");
  await run("select nothing from orders");
  let next: string | undefined = "http://svc.test/v1/statement";
  let init: RequestInit = {
    method: "POST",
    headers: { "x-trino-user": service.apikey, "x-trino-schema": "shop" },
    body: "select id from orders",
  };
  while (next !== undefined) {
    ({ nextUri: next } = (await (await service.app(new Request(next, init))).json()) as { nextUri?: string });
    init = {};
  }
  await service.close();
  const text = await readFile(join(dataDir, "audit.jsonl"), "utf8");
  const entries = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as AuditEntry);
  expect(entries).toMatchObject([
    { user: "local", id: "1", type: "presto", database: "shop", outcome: "success", rows: 2 },
    { user: "local", id: "2", type: "presto", database: "shop", outcome: "error", rows: 0 },
    {
      user: "local",
      id: expect.stringMatching(/_svc$/),
      type: "statement",
      database: "shop",
      outcome: "success",
      rows: 2,
    },
  ]);
  expect(entries.map(({ sql }) => sql)).toEqual(
    auditSql
      ? ["select * from orders", "select nothing from orders", "select id from orders"]
      : [undefined, undefined, undefined],
  );
  expect(text).not.toContain(service.apikey.slice(2));
});
