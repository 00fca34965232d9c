import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { appendFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseJournal, type JobJournal } from "../../../src/service/jobs/job-journal.ts";
import { JobStore, openJobStore, type NewJob } from "../../../src/service/jobs/job-store.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-journal-"));
});

afterAll(() => rm(folder, { recursive: true }));

const newJob = (more: Partial<NewJob> = {}): NewJob => ({
  type: "presto",
  database: "d",
  query: "select 1",
  priority: 0,
  retryLimit: 0,
  domainKey: null,
  userName: "a",
  mayWrite: true,
  createdAtMs: 1000,
  ...more,
});

describe("parseJournal", () => {
  test("puts changes together, drops what is gone, ignores a torn last line", () => {
    const text =
      '{"lastId":7}\n{"id":"3","status":"queued","query":"a"}\n{"id":"5","query":"b"}\n' +
      '{"id":"3","status":"running"}\n{"id":"5","gone":true}\n{"id":"9","que';
    expect(parseJournal(text, "x")).toEqual({
      jobs: [{ id: "3", status: "running", query: "a" }],
      lastId: 7,
    });
  });

  test("names a damaged line in the middle", () => {
    expect(() => parseJournal('{"lastId":1}\n{"id\n{"lastId":2}\n', "jobs.jsonl")).toThrow(
      "Line 2 of the job journal jobs.jsonl is damaged; move the file away to start without it.",
    );
  });
});

describe("the store", () => {
  test("finds its jobs again, and what ran has failed", async () => {
    const path = join(folder, "jobs.jsonl");
    const store = await openJobStore(path, 0);
    const [done, ran, waits] = await Promise.all([
      store.add(newJob()),
      store.add(newJob()),
      store.add(newJob()),
    ]);
    await store.update(done, { status: "success", rowCount: 3 });
    await store.update(ran, { status: "running", startedAtMs: 2000 });
    await store.close();
    await appendFile(path, '{"id":"4","type":"pre');

    const again = await openJobStore(path, 5000);
    expect(again.list().map(({ id, status }) => [id, status])).toEqual([
      [waits.id, "queued"],
      [ran.id, "error"],
      [done.id, "success"],
    ]);
    expect(again.get(ran.id)).toMatchObject({
      endedAtMs: 5000,
      fault:
        "The service was stopped while this job ran; issue it again, but look first at what it changes: that may be done already.",
    });
    expect((await again.add(newJob())).id).toBe("4");
    await again.close();
  });

  test("never gives an id twice, also when its job was forgotten", async () => {
    const path = join(folder, "forgotten.jsonl");
    const store = await openJobStore(path, 0);
    const job = await store.add(newJob());
    await store.forget([job]);
    await store.close();
    const again = await openJobStore(path, 0);
    expect(again.list()).toEqual([]);
    expect((await again.add(newJob())).id).toBe("2");
    await again.close();
    expect((await readFile(path, "utf8")).split("\n")).toHaveLength(3);
  });

  test("one job has a domain key", async () => {
    const store = await openJobStore(join(folder, "keys.jsonl"), 0);
    await store.add(newJob({ domainKey: "k" }));
    await expect(store.add(newJob({ domainKey: "k" }))).rejects.toMatchObject({
      kind: "already_exists",
      details: { conflicts_with: "1" },
    });
    await store.close();
  });

  test("the domain key of a job that could not be written is free", async () => {
    const journal = {
      failing: true,
      write(): Promise<void> {
        return this.failing ? Promise.reject(new Error("no space")) : Promise.resolve();
      },
    };
    const store = new JobStore(journal as unknown as JobJournal, [], 0);
    await expect(store.add(newJob({ domainKey: "k" }))).rejects.toThrow("no space");
    journal.failing = false;
    expect((await store.add(newJob({ domainKey: "k" }))).domainKey).toBe("k");
  });

  test("jobs issued at the same time are all on disk when they are answered", async () => {
    const path = join(folder, "many.jsonl");
    const store = await openJobStore(path, 0);
    const ids = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const { id } = await store.add(newJob());
        const text = await readFile(path, "utf8");
        expect(text.includes(`"id":"${id}",`)).toBe(true);
        return id;
      }),
    );
    expect(new Set(ids).size).toBe(200);
    await store.close();
  });
});
