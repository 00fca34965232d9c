import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { msgpackGz } from "../helpers/msgpack-gz.ts";
import { longTest } from "../../jest/short-form.ts";

/** The built command, as users start it: the crash must hit a separate process. */
const COMMAND = join(import.meta.dirname, "../../../dist/cli/svclib.cjs");

/** A statement that runs longer than any test: 10^12 rows. */
const TABLES = Array.from({ length: 12 }, (_, i) => `t t${i}`).join(" cross join ");
const LONG = `with t (x) as (values 1, 2, 3, 4, 5, 6, 7, 8, 9, 10) select count(1) from ${TABLES} where t0.x + t11.x = 0`;

let folder: string;
const children: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-process-"));
});

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  await rm(folder, { recursive: true, force: true });
});

interface Running {
  readonly child: ChildProcess;
  readonly url: string;
  readonly headers: { authorization: string };
}

function start(...args: string[]): { child: ChildProcess; said: Promise<string> } {
  const child = spawn(process.execPath, [
    COMMAND,
    "serve",
    "--json",
    "--port",
    "0",
    "--data",
    folder,
    ...args,
  ]);
  children.push(child);
  let errors = "";
  child.stderr?.on("data", (text: Buffer) => (errors += text.toString()));
  const said = new Promise<string>((resolve) => {
    child.stdout?.once("data", (text: Buffer) => resolve(text.toString()));
    child.once("exit", () => resolve(errors));
  });
  return { child, said };
}

async function serve(...args: string[]): Promise<Running> {
  const { child, said } = start(...args);
  const { url, apikey } = JSON.parse(await said) as { url: string; apikey: string };
  return { child, url, headers: { authorization: `TD1 ${apikey}` } };
}

async function post({ url, headers }: Running, path: string, fields: Record<string, string> = {}) {
  const body = new URLSearchParams(fields);
  return (await (await fetch(`${url}${path}`, { method: "POST", headers, body })).json()) as Record<
    string,
    string
  >;
}

async function get<T>({ url, headers }: Running, path: string): Promise<T> {
  return (await (await fetch(`${url}${path}`, { headers })).json()) as T;
}

async function stop({ child }: Running, signal: "SIGTERM" | "SIGKILL"): Promise<unknown[]> {
  child.kill(signal);
  return once(child, "exit");
}

describe("after a crash", () => {
  test("confirmed jobs, imports and results remain; running jobs have failed, waiting ones run", async () => {
    const first = await serve();
    await post(first, "/v3/database/create/test_db");
    await post(first, "/v3/table/create/test_db/kept/log");
    const done = await post(first, "/v3/job/issue/presto/test_db", { query: "select 42 as n" });
    await get(first, `/v3/job/status/${done["job_id"]}?wait=10`);
    const put = { method: "PUT", headers: first.headers, body: msgpackGz([{ time: 1, a: "x" }]) };
    await fetch(`${first.url}/v3/table/import_with_id/test_db/kept/id-1/msgpack.gz`, put);
    const long: string[] = [];
    // More than can run at the same time.
    for (let i = 0; i < 16; i++) {
      long.push(
        (await post(first, "/v3/job/issue/presto/test_db", { query: LONG, priority: "1" }))[
          "job_id"
        ] as string,
      );
    }
    const waiting = await post(first, "/v3/job/issue/presto/test_db", { query: "select 43 as n" });
    await stop(first, "SIGKILL");

    const second = await serve();
    const ended = await get<{ status: string }>(second, `/v3/job/status/${done["job_id"]}`);
    expect(ended.status).toBe("success");
    const result = await fetch(`${second.url}/v3/job/result/${done["job_id"]}?format=json`, {
      headers: second.headers,
    });
    expect(await result.text()).toBe("[42]\n");
    const ran = await get<{ status: string; debug: { stderr: string } }>(second, `/v3/job/show/${long[0]}`);
    expect(ran).toMatchObject({
      status: "error",
      debug: {
        stderr: "The service was stopped while this job ran; none of its changes were made: issue it again.",
      },
    });
    for (const id of long) await post(second, `/v3/job/kill/${id}`);
    expect(await get(second, `/v3/job/status/${waiting["job_id"]}?wait=10`)).toMatchObject({
      status: "success",
    });
    // The same import again: it was loaded before.
    await fetch(`${second.url}/v3/table/import_with_id/test_db/kept/id-1/msgpack.gz`, {
      ...put,
      headers: second.headers,
    });
    expect(await get(second, "/v3/table/list/test_db")).toMatchObject({
      tables: [{ name: "kept", count: 1 }],
    });
  });

  longTest("a performed bulk import can be committed", async () => {
    const first = await serve();
    await post(first, "/v3/database/create/test_db");
    await post(first, "/v3/table/create/test_db/bulk/log");
    await post(first, "/v3/bulk_import/create/s/test_db/bulk");
    const put = { method: "PUT", headers: first.headers, body: msgpackGz([{ time: 1 }, { time: 2 }]) };
    await fetch(`${first.url}/v3/bulk_import/upload_part/s/part`, put);
    await post(first, "/v3/bulk_import/freeze/s");
    const { job_id } = await post(first, "/v3/bulk_import/perform/s");
    await get(first, `/v3/job/status/${job_id}?wait=10`);
    await stop(first, "SIGKILL");

    const second = await serve();
    expect(await get(second, "/v3/bulk_import/show/s")).toMatchObject({ status: "ready", valid_records: 2 });
    await post(second, "/v3/bulk_import/commit/s");
    await stop(second, "SIGKILL");

    const third = await serve();
    expect(await get(third, "/v3/bulk_import/show/s")).toMatchObject({ status: "committed" });
    expect(await get(third, "/v3/table/list/test_db")).toMatchObject({ tables: [{ count: 2 }] });
  });
});

describe("the process", () => {
  test("writes service.json while it runs, and SIGTERM ends it cleanly during a statement", async () => {
    const running = await serve();
    const path = join(folder, "service.json");
    expect(JSON.parse(await readFile(path, "utf8"))).toMatchObject({
      url: running.url,
      pid: running.child.pid,
    });
    await post(running, "/v3/database/create/test_db");
    await post(running, "/v3/job/issue/presto/test_db", { query: LONG });
    expect(await stop(running, "SIGTERM")).toEqual([0, null]);
    expect(existsSync(path)).toBe(false);
    expect(existsSync(join(folder, "svc-data.duckdb.wal"))).toBe(false);
  });

  test("a second one on the folder names the process that uses it", async () => {
    const running = await serve();
    const { child, said } = start();
    const [code] = (await once(child, "exit")) as [number];
    expect(code).not.toBe(0);
    expect(await said).toContain(
      `The data folder ${folder} is in use by another service (process ${running.child.pid})`,
    );
    expect(await get(running, "/v3/system/server_status")).toEqual({ status: "ok" });
  });
});
