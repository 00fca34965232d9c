import { appendFileSync, statfsSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { msgpackGz } from "../service/helpers/msgpack-gz.ts";
import { endProcess, spawnService, type ServiceProcess } from "./lib/crash/service-process.ts";
import { runStatement } from "./lib/crash/statement.ts";
import { report } from "./lib/report.ts";
import { mountSmallDisk, type SmallDisk } from "./lib/small-disk.ts";

let disk: SmallDisk;
let service: ServiceProcess | null = null;

beforeEach(() => {
  const mounted = mountSmallDisk(40);
  if (mounted === null)
    throw new Error(
      "These tests mount a small file system in memory, which needs the rights of root (or a user namespace).",
    );
  disk = mounted;
});

afterEach(async () => {
  if (service) await endProcess(service.child, "SIGKILL");
  service = null;
  disk.remove();
});

const rows = (batch: number, count: number): Uint8Array<ArrayBuffer> =>
  msgpackGz(
    Array.from({ length: count }, (_, n) => ({
      time: n,
      batch,
      n,
      text: String(Math.sin(n * batch + 1)).repeat(3),
    })),
  );

/** Takes what is free, but for some megabytes. @returns gives it back */
function fill(spare = 0): () => void {
  const ballast = join(disk.path, "svc-data.ballast");
  // Until nothing is free: the service writes too.
  for (let isFull = false; !isFull;) {
    const { bavail, bsize } = statfsSync(disk.path);
    const bytes = bavail * bsize - spare * 2 ** 20;
    isFull = bytes <= 0;
    try {
      appendFileSync(ballast, Buffer.alloc(Math.max(0, bytes)));
    } catch {
      continue; // The service was faster.
    }
  }
  return () => unlinkSync(ballast);
}

async function open(): Promise<ServiceProcess> {
  service = await spawnService(disk.path).ready;
  return service;
}

test("a full disk gives clear errors and no partial writes, and the service recovers once there is space", async () => {
  const first = await open();
  await first.post("/v3/database/create/crash");
  await runStatement(first, "create table rows (time bigint, batch bigint, n bigint, text varchar)");
  await first.put("/v3/table/import_with_id/crash/rows/id-0/msgpack.gz", rows(0, 1000));
  const empty = fill(3);

  let kept = 1000;
  let refused = 0;
  for (let batch = 1; batch <= 30; batch++) {
    const path = `/v3/table/import_with_id/crash/rows/id-${batch}/msgpack.gz`;
    const reply = await first.fetch(path, { method: "PUT", body: rows(batch, 2000) });
    const text = await reply.text();
    if (reply.status === 200) kept += 2000;
    else {
      refused++;
      expect([reply.status, text]).toEqual([507, expect.stringMatching(/full|space/i)]);
      expect(text).not.toContain("    at ");
    }
  }
  expect(refused).toBeGreaterThan(0);
  const count = async (from: ServiceProcess) =>
    (await runStatement(from, "select count(*), count(distinct batch * 100000 + n) from rows"))[0];
  expect(await count(first)).toEqual([kept, kept]);

  // Jobs end, too, with or without their result.
  const issued = await first.fetch("/v3/job/issue/presto/crash", {
    method: "POST",
    body: new URLSearchParams({ query: "select * from rows" }),
  });
  expect([200, 507]).toContain(issued.status);
  const { job_id } = (await issued.json()) as { job_id?: string };
  if (job_id !== undefined) {
    for (let state = "queued"; !["success", "error"].includes(state);)
      state = (await first.get<{ status: string }>(`/v3/job/status/${job_id}?wait=5`)).status;
  }

  empty();
  await first.put("/v3/table/import_with_id/crash/rows/id-99/msgpack.gz", rows(99, 100));
  await first.stop("SIGKILL");
  const second = await open();
  expect(await count(second)).toEqual([kept + 100, kept + 100]);
  report("full disk", { imports_refused: refused, rows_kept: kept });
});

test("a read-only disk fails the start with a clear error and does no damage", async () => {
  const first = await open();
  await first.post("/v3/database/create/crash");
  await first.stop("SIGTERM");
  disk.readOnly(true);
  await expect(spawnService(disk.path).ready).rejects.toThrow(/read-only|can't be written/i);
  disk.readOnly(false);
  const second = await open();
  expect(await second.get("/v3/database/list")).toMatchObject({ databases: [{ name: "crash" }] });
});

test("a full disk fails the start with a clear error and does no damage", async () => {
  const first = await open();
  await first.post("/v3/database/create/crash");
  await runStatement(first, "create table rows as select 1 as n");
  let empty = fill();
  // The statement fails, or its job is refused.
  await expect(
    runStatement(first, "create table more as select random() as n from unnest(sequence(1, 10000))"),
  ).rejects.toThrow("The disk of the data folder is full");
  await first.stop("SIGKILL");
  empty();
  empty = fill();
  await expect(spawnService(disk.path).ready).rejects.toThrow(
    `${disk.path}: The disk of the data folder is full`,
  );
  empty();
  const second = await open();
  expect(await runStatement(second, "select n from rows")).toEqual([[1]]);
});

/** A table of some megabytes of numbers. */
const wide = (name: string): string =>
  `create table ${name} as select random() as x from unnest(sequence(1, 10000)) cross join unnest(sequence(1, 40))`;

test("on a full disk tables can be dropped, and others use their space", async () => {
  const before = await open();
  await before.post("/v3/database/create/crash");
  for (const name of ["one", "two"]) await runStatement(before, wide(name));
  // A service that ends in order leaves no log.
  await before.stop("SIGTERM");
  const first = await open();
  const empty = fill();
  await expect(runStatement(first, wide("three"))).rejects.toThrow("The disk of the data folder is full");
  await runStatement(first, "drop table one");
  await first.post("/v3/table/delete/crash/two");
  expect(await runStatement(first, "show tables")).toEqual([]);
  await runStatement(first, wide("three"));
  empty();
  await first.stop("SIGKILL");
  const second = await open();
  expect(await runStatement(second, "select count(*) from three")).toEqual([[400_000]]);
  expect(await runStatement(second, "show tables")).toEqual([["three"]]);
});

test("a log that can't be written into the data file, as the disk is full, stops statements until there is space", async () => {
  const first = await open();
  await first.post("/v3/database/create/crash");
  await runStatement(first, "create table rows (n bigint, text varchar)");
  const insert = (): Promise<unknown> =>
    runStatement(
      first,
      "insert into rows select n, to_hex(sha512(to_utf8(cast(random() as varchar)))) from unnest(sequence(1, 10000)) t(n)",
    );
  // DuckDB takes its log into the data file once it has 16 MB.
  for (let i = 0; i < 11; i++) await insert();
  const empty = fill(4);
  const ends = new Set<string>();
  for (let i = 0; i < 3; i++) ends.add(await insert().then(() => "written", (error: Error) => error.message)); // prettier-ignore
  expect([...ends].join()).toContain("The disk of the data folder is full");
  empty();
  const count = async (): Promise<number> =>
    Number((await runStatement(first, "select count(*) from rows"))[0]?.[0]);
  const until = Date.now() + 20_000;
  let rowCount: number | null = null;
  while (rowCount === null && Date.now() < until) rowCount = await count().catch(() => null);
  expect(rowCount).toBeGreaterThanOrEqual(110_000);
  expect((rowCount ?? 1) % 10_000).toBe(0);
  await insert();
  expect(await count()).toBe((rowCount ?? 0) + 10_000);
});
