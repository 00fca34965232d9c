import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { once } from "node:events";
import { mkdir, readdir, readFile, rm, stat, symlink, truncate, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { JobQueue } from "../../src/service/jobs/job-queue.ts";
import { listen } from "../../src/service/server/listen.ts";
import type { LogEntry } from "../../src/engine/errors/log.ts";
import { startTestService, type TestService } from "./helpers/start-test-service.ts";

// A failure behind a request, a job or a connection is reported to its owner; nothing stays open, and the service continues.

let service: TestService;
const log: LogEntry[] = [];

beforeAll(async () => {
  service = await startTestService({ log: (entry) => log.push(entry) });
  await service.post("/v3/database/create/test_db");
});

afterAll(() => service.remove());

const results = (): string => join(service.dataDir, "results");
const stderr = async (id: string): Promise<string | null> =>
  (await service.json<{ debug: { stderr: string | null } }>(`/v3/job/show/${id}`)).debug.stderr;
/** Job ids are sequential. */
const nextId = async (): Promise<string> => String(Number(await service.runJob("select 1")) + 1);
const openFiles = async (): Promise<number> => (await readdir("/proc/self/fd")).length;

describe("a job whose result can't be stored", () => {
  test("on creation: more such jobs than connections, then a normal one runs", async () => {
    await rm(results(), { recursive: true });
    await writeFile(results(), "in the way");
    const ids = await Promise.all(Array.from({ length: 24 }, () => service.runJob("select 1")));
    expect(await stderr(ids[0] as string)).toMatch(/ENOTDIR/);
    await rm(results());
    await mkdir(results());
    expect(await stderr(await service.runJob("select 1"))).toBeNull();
  });

  test("on a full disk", async () => {
    const id = await nextId();
    await symlink("/dev/full", join(results(), `${id}.msgpack.gz.tmp`));
    expect(await service.runJob("select 1")).toBe(id);
    expect(await stderr(id)).toBe(
      "The disk of the data folder is full; free some space (delete tables, or old files in its folder results) and try again.",
    );
  });

  test("on publication, and no file stays open", async () => {
    await service.runJob("select 1");
    const before = await openFiles();
    for (let round = 0; round < 5; round++) {
      const id = await nextId();
      await mkdir(join(results(), `${id}.msgpack.gz`, "in the way"), { recursive: true });
      expect(await service.runJob("select 1")).toBe(id);
      expect(await stderr(id)).toMatch(/EISDIR|ENOTEMPTY|EEXIST/);
    }
    expect(await openFiles()).toBeLessThanOrEqual(before);
    expect((await readdir(results())).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });
});

describe("a damaged result", () => {
  const MANY = "select range as n, md5(range::varchar) as t from range(100000)";
  const damaged = (id: string): string =>
    `Job ${id} has lost its result: the file is damaged. Issue the query again.`;
  const download = async (id: string, format: string): Promise<[number, string]> => {
    const response = await service.request(`/v3/job/result/${id}?format=${format}`);
    return [response.status, ((await response.json()) as { message: string }).message];
  };

  test.each([0, 100])("truncated to %d bytes", async (size) => {
    const id = await service.runJob(MANY);
    await truncate(join(results(), `${id}.msgpack.gz`), size);
    for (const format of ["csv", "json", "msgpack", "msgpack.gz"])
      expect(await download(id, format)).toEqual([404, damaged(id)]);
    expect(log.at(-1)).toMatchObject({ event: "result_damaged", job: id });
  });

  async function spoil(id: string, at: (size: number) => number): Promise<void> {
    const path = join(results(), `${id}.msgpack.gz`);
    const bytes = await readFile(path);
    bytes.fill(0xff, at(bytes.length), at(bytes.length) + 64);
    await writeFile(path, bytes);
    expect((await stat(path)).size).toBe(bytes.length);
  }

  test("damaged at its beginning", async () => {
    const id = await service.runJob(MANY);
    await spoil(id, () => 0);
    expect(await download(id, "csv")).toEqual([404, damaged(id)]);
  });

  test("damaged further on: the reply breaks off and contains only valid rows", async () => {
    const id = await service.runJob(MANY);
    await spoil(id, (size) => Math.floor(size * 0.7));
    const headers = { authorization: `TD1 ${service.apikey}` };
    const response = await fetch(`${service.url}/v3/job/result/${id}?format=csv`, { headers });
    expect(response.status).toBe(200);
    let text = "";
    const reading = (async () => {
      for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>)
        text += Buffer.from(piece).toString();
    })();
    await expect(reading).rejects.toThrow();
    expect(text).not.toMatch(/error/i);
    expect(log.at(-1)).toMatchObject({
      event: "answer_broken",
      fault: expect.stringContaining("DamagedResultError"),
    });
    expect((await service.request("/v3/database/list")).status).toBe(200);
  });
});

test("an unhandled failure in the queue is reported, and the next work starts", async () => {
  const reported: unknown[] = [];
  const queue = new JobQueue({ perUser: 1, onFault: (error) => reported.push(error) });
  const entry = { userName: "ada", priority: 0, length: 1 };
  const fault = new Error("nobody caught this");
  queue.add(entry, () => Promise.reject(fault));
  const next = new Promise<void>((resolve) => queue.add(entry, () => Promise.resolve(resolve())));
  await next;
  expect(reported).toEqual([fault]);
});

test("idle connections are closed to admit new ones", async () => {
  const reported: LogEntry[] = [];
  const socket = await listen(() => Promise.resolve(new Response("here")), {
    host: "127.0.0.1",
    port: 0,
    log: (entry) => reported.push(entry),
    most: 10,
  });
  const { port } = new URL(socket.url);
  const idle = await Promise.all(
    Array.from({ length: 30 }, async () => {
      const client = connect(Number(port), "127.0.0.1").on("error", () => undefined);
      await once(client, "connect");
      return client;
    }),
  );
  const answers = await Promise.all(
    Array.from({ length: 5 }, async () => (await fetch(socket.url, { keepalive: false })).text()),
  );
  expect(answers).toEqual(Array(5).fill("here"));
  for (const client of idle) client.destroy();
  await socket.close();
});
