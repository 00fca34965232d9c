import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import {
  appendFile,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { JobJournal } from "../../../src/service/jobs/job-journal.ts";
import type { NewJob } from "../../../src/service/jobs/job.ts";
import { JobStore, openJobStore } from "../../../src/service/jobs/job-store.ts";

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

describe("the store", () => {
  test("reads its jobs again, and marks interrupted ones as failed", async () => {
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
        "The service was stopped while this job ran; before you issue it again, check whether its changes were made.",
    });
    expect((await again.add(newJob())).id).toBe("4");
    await again.close();
  });

  test("never reuses an id, not even a forgotten job's", async () => {
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

  test("a domain key belongs to one job", async () => {
    const store = await openJobStore(join(folder, "keys.jsonl"), 0);
    await store.add(newJob({ domainKey: "k" }));
    await expect(store.add(newJob({ domainKey: "k" }))).rejects.toMatchObject({
      kind: "already_exists",
      details: { conflicts_with: "1" },
    });
    await store.close();
    const again = await openJobStore(join(folder, "keys.jsonl"), 0);
    await expect(again.add(newJob({ domainKey: "k" }))).rejects.toMatchObject({ kind: "already_exists" });
    await again.forget([...again.list()]);
    expect((await again.add(newJob({ domainKey: "k" }))).id).toBe("2");
    await again.close();
  });

  test("the domain key of a job that could not be stored stays free", async () => {
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

  test("jobs issued at the same time are all on disk before they are confirmed", async () => {
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

  test("a job whose line was written but not synced does not exist: it must not run at the next start", async () => {
    const path = join(folder, "unsynced.jsonl");
    const file = await open(path, "a+");
    let sync = (): Promise<void> => Promise.reject(new Error("EIO"));
    const handle = {
      fd: file.fd,
      appendFile: (bytes: Buffer) => file.appendFile(bytes),
      datasync: () => sync(),
      close: () => file.close(),
    };
    const journal = new JobJournal(path, { file: handle as typeof file, size: 0 }, {});
    await expect(journal.write("1", { query: "insert" })).rejects.toThrow("EIO");
    expect(await readFile(path, "utf8")).toBe("");
    // The line can't be removed at once.
    sync = async () => {
      await rename(path, `${path}.away`);
      throw new Error("EIO");
    };
    await expect(journal.write("2", { query: "insert" })).rejects.toThrow("EIO");
    await rename(`${path}.away`, path);
    sync = () => file.datasync();
    await journal.write("3", { query: "select" });
    expect(await readFile(path, "utf8")).toBe('{"query":"select","id":"3"}\n');
    await journal.close();
  });

  test("an update after forget does not restore the job", async () => {
    const path = join(folder, "late.jsonl");
    const store = await openJobStore(path, 0);
    const job = await store.add(newJob());
    await store.update(job, { status: "success" });
    await store.forget([job]);
    await store.update(job, { resultSize: 7 });
    await store.close();
    // Once the journal is compacted, nothing would say that the line's job is gone.
    expect(await readFile(path, "utf8")).not.toContain('"resultSize":7');
    await appendFile(path, '{"resultSize":7,"id":"1"}\n');
    const again = await openJobStore(path, 0);
    expect(again.list()).toEqual([]);
    await again.close();
  });
});

describe("a journal in use", () => {
  const options = { leastBytes: 20_000, onFault: (error: unknown) => faults.push(error) };
  const faults: unknown[] = [];

  test("is bounded in size, and keeps all data of the remaining jobs", async () => {
    const path = join(folder, "long.jsonl");
    const store = await openJobStore(path, 0, options);
    let largest = 0;
    for (let round = 0; round < 60; round++) {
      await Promise.all(
        Array.from({ length: 20 }, async (_, i) => {
          const job = await store.add(newJob({ query: `select ${round} -- \u2028é` }));
          await store.update(job, { status: "running", startedAtMs: 1 });
          await store.update(job, { status: "success", rowCount: i });
        }),
      );
      await store.forget(store.list().slice(30));
      largest = Math.max(largest, (await stat(path)).size);
    }
    const kept = store.list();
    await store.close();
    expect(faults).toEqual([]);
    // 1200 jobs of three lines each are some 500,000 bytes; a round is 9,000, and many may be added during a compaction.
    expect(largest).toBeLessThan(100_000);
    const again = await openJobStore(path, 0, options);
    expect(again.list()).toEqual(kept);
    expect((await again.add(newJob())).id).toBe("1201");
    await again.close();
    expect((await readdir(folder)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  test("accepts jobs even if it can't be compacted, and reports a failure only after it has grown again", async () => {
    const place = await mkdtemp(join(folder, "gone-"));
    const store = await openJobStore(join(place, "jobs.jsonl"), 0, options);
    await rm(place, { recursive: true });
    for (let i = 0; i < 400; i++) await store.add(newJob());
    expect(store.count).toBe(400);
    await store.close();
    expect(faults.map((fault) => (fault as NodeJS.ErrnoException).code)).toEqual(["ENOENT", "ENOENT"]);
  });

  test("continues in the old file if the compacted one can't replace it", async () => {
    const place = await mkdtemp(join(folder, "refused-"));
    const path = join(place, "jobs.jsonl");
    const before = await openJobStore(path, 0, options);
    await before.add(newJob({ query: "select 'of before'" }));
    await before.close();
    faults.length = 0;
    const store = await openJobStore(path, 0, options);
    expect(store.list()).toMatchObject([{ id: "1", query: "select 'of before'" }]);
    // A folder of that name refuses the rename, as an open file does on Windows; the journal's handle stays open on the moved file.
    const aside = join(place, "aside");
    await rename(path, aside);
    await mkdir(path);
    const added = Array.from({ length: 200 }, () => store.add(newJob()));
    await Promise.all(added);
    while (faults.length === 0) await setTimeout(5);
    await rmdir(path);
    await rename(aside, path);
    await store.add(newJob({ query: "select 'after'" }));
    const kept = store.list();
    expect(kept).toHaveLength(202);
    await store.close();
    const again = await openJobStore(path, 0, options);
    expect(again.list()).toEqual(kept);
    await again.close();
    expect(await readdir(place)).toEqual(["jobs.jsonl"]);
  });
});
