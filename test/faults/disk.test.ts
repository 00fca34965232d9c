import { statfsSync, unlinkSync, writeFileSync } from "node:fs";
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

async function open(): Promise<ServiceProcess> {
  service = await spawnService(disk.path).ready;
  return service;
}

test("a full disk gives clear errors and no partial writes, and the service recovers once there is space", async () => {
  const first = await open();
  await first.post("/v3/database/create/crash");
  await runStatement(first, "create table rows (time bigint, batch bigint, n bigint, text varchar)");
  await first.put("/v3/table/import_with_id/crash/rows/id-0/msgpack.gz", rows(0, 1000));
  const { bavail, bsize } = statfsSync(disk.path);
  const ballast = join(disk.path, "svc-data.ballast");
  writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - 3 * 2 ** 20)));

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

  unlinkSync(ballast);
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
  const ballast = join(disk.path, "svc-data.ballast");
  const fill = (): void => {
    const { bavail, bsize } = statfsSync(disk.path);
    writeFileSync(ballast, Buffer.alloc(bavail * bsize));
  };
  fill();
  // The statement fails, or its job is refused.
  await expect(
    runStatement(first, "create table more as select random() as n from unnest(sequence(1, 10000))"),
  ).rejects.toThrow("The disk of the data folder is full");
  await first.stop("SIGKILL");
  unlinkSync(ballast);
  fill();
  await expect(spawnService(disk.path).ready).rejects.toThrow(
    `${disk.path}: The disk of the data folder is full`,
  );
  unlinkSync(ballast);
  const second = await open();
  expect(await runStatement(second, "select n from rows")).toEqual([[1]]);
});
