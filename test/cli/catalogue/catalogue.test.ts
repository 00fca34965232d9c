import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, jest, test } from "@jest/globals";
import { createProgram } from "../../../src/cli/main.ts";
import { exitCodeOf } from "../../../src/cli/report-error.ts";
import { runningService } from "../../integration/lib/running-service.ts";

const COMMAND = join(import.meta.dirname, "../../../dist/cli/svclib.cjs");
const running = runningService();

beforeAll(async () => {
  await running.con.query("create table db1.access as select 'a' as host, 200 as code", { force_job: true });
  await running.con.query("select 7 as n", { force_job: true });
});

const account = () => ({ SVC_API_KEY: running.service.apikey, SVC_API_SERVER: running.service.url });

/** What a command prints. It runs in this process. */
async function svclib(...args: string[]): Promise<string> {
  Object.assign(process.env, account());
  let printed = "";
  const write = jest.spyOn(process.stdout, "write").mockImplementation((text, ...rest: unknown[]) => {
    printed += String(text);
    (rest.at(-1) as (() => void) | undefined)?.();
    return true;
  });
  try {
    await createProgram().parseAsync(["node", "svclib", ...args]);
  } finally {
    write.mockRestore();
  }
  return printed;
}

const rowsOf = async (...args: string[]): Promise<unknown> =>
  JSON.parse(await svclib(...args, "--format", "json"));

test("svclib databases, as a shell starts it", async () => {
  const env = { ...process.env, ...account() };
  const args = [COMMAND, "databases", "--format", "json"];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  expect(JSON.parse(stdout)).toMatchObject([{ name: "db1", permission: "administrator" }]);
});

test("svclib tables: of all databases, of one, and a table's columns", async () => {
  const access = [{ db_name: "db1", name: "access", count: 1 }];
  expect(await rowsOf("tables")).toMatchObject(access);
  expect(await rowsOf("tables", "db1")).toMatchObject(access);
  expect(await svclib("tables", "db1.access")).toBe(
    'field,type,alias\ntime,long,""\nhost,string,""\ncode,int,""\n',
  );
  await expect(svclib("tables", "db1.acess")).rejects.toMatchObject({
    message: "there is no table db1.acess; svclib tables db1 lists its tables",
    exitCode: 1,
  });
  const error: unknown = await svclib("tables", "db2").catch((thrown: unknown) => thrown);
  expect(exitCodeOf(error)).toBe(1);
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
