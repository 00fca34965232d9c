import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "@jest/globals";
import { runningService } from "../../integration/lib/running-service.ts";

const COMMAND = join(import.meta.dirname, "../../../dist/cli/svclib.cjs");
const running = runningService();

beforeAll(async () => {
  await running.con.query("create table db1.access as select 'a' as host, 200 as code", { force_job: true });
  await running.con.query("select 7 as n", { force_job: true });
});

async function svclib(...args: string[]): Promise<string> {
  const { apikey, url } = running.service;
  const env = { ...process.env, SVC_API_KEY: apikey, SVC_API_SERVER: url };
  return (await promisify(execFile)(process.execPath, [COMMAND, ...args], { env })).stdout;
}

const rowsOf = async (...args: string[]): Promise<unknown> =>
  JSON.parse(await svclib(...args, "--format", "json"));

test("svclib databases", async () => {
  expect(await rowsOf("databases")).toMatchObject([{ name: "db1", permission: "administrator" }]);
});

test("svclib tables: of all databases, of one, and a table's columns", async () => {
  const access = [{ db_name: "db1", name: "access", count: 1 }];
  expect(await rowsOf("tables")).toMatchObject(access);
  expect(await rowsOf("tables", "db1")).toMatchObject(access);
  expect(await svclib("tables", "db1.access")).toBe(
    'field,type,alias\ntime,long,""\nhost,string,""\ncode,int,""\n',
  );
  await expect(svclib("tables", "db1.acess")).rejects.toMatchObject({
    code: 1,
    stderr: "svclib: there is no table db1.acess; svclib tables db1 lists its tables\n",
  });
  await expect(svclib("tables", "db2")).rejects.toMatchObject({ code: 1 });
});

test("svclib jobs: the latest, one, its rows, and the end of one", async () => {
  const [latest] = (await rowsOf("jobs", "--limit", "1")) as [{ job_id: number }];
  expect(latest).toMatchObject({
    status: "success",
    database: "db1",
    num_records: 1,
    query: "select 7 as n",
  });
  const id = String(latest.job_id);
  expect(await rowsOf("jobs", "show", id)).toMatchObject([{ job_id: latest.job_id, priority: 0 }]);
  expect(await svclib("jobs", "result", id)).toBe("n\n7\n");
  expect(await svclib("jobs", "kill", id)).toBe(`job ${id} had already ended: success\n`);
  expect(await svclib("jobs", "list", "--status", "error")).toMatch(/^job_id,status,[^\n]*\n$/);
});
