import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { startService, type Service } from "../../src/service/start-service.ts";
import { msgpackGz } from "../service/helpers/msgpack-gz.ts";

// The service's own Node.js client (npm `td`), unmodified.

type Callback = (error: Error | null, results: unknown) => void;
type Client = Readonly<Record<string, (...args: unknown[]) => void>>;

const { TDClient } = createRequire(import.meta.url)(process.env["SVC_NODE_CLIENT"] ?? "td") as {
  TDClient: new (key: string, options: object) => Client;
};

let folder: string;
let service: Service;
let client: Client;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-node-"));
  service = await startService({ dataDir: folder, samples: true });
  client = new TDClient(service.apikey, { host: new URL(service.url).host, protocol: "http" });
});

afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

function call<T = Record<string, unknown>>(method: string, ...args: unknown[]): Promise<T> {
  return new Promise((resolve, reject) => {
    const done: Callback = (error, results) => (error ? reject(error) : resolve(results as T));
    client[method]?.(...args, done);
  });
}

async function endOf(job_id: string): Promise<string> {
  for (;;) {
    const { status } = await call<{ status: string }>("showJob", job_id);
    if (status !== "queued" && status !== "running") return status;
  }
}

async function rows(method: string, query: string, options = {}): Promise<string> {
  const { job_id } = await call<{ job_id: string }>(method, "sample_datasets", query, options);
  await endOf(job_id);
  return call<string>("jobResult", job_id, "tsv");
}

describe("td 0.5.0 (Node.js)", () => {
  test("databases and tables", async () => {
    await call("createDatabase", "node_db");
    expect(await call("listDatabases")).toMatchObject({
      databases: [{ name: "node_db" }, { name: "sample_datasets" }],
    });
    for (const table of ["one", "two"]) await call("createLogTable", "node_db", table);
    await call("updateSchema", "node_db", "one", { schema: [["n", "long"]] });
    await call("swapTable", "node_db", "one", "two");
    expect(await call("listTables", "node_db")).toMatchObject({
      tables: [
        { name: "one", schema: "[]" },
        { name: "two", schema: '[["n","long"]]' },
      ],
    });
    await call("deleteTable", "node_db", "one");
  });

  test.each(["prestoQuery", "trinoQuery", "hiveQuery"])("%s", async (method) => {
    expect(await rows(method, "select count(*) from stocks", { priority: 1 })).toBe("560\n");
  });

  test("jobs are listed, and killed", async () => {
    const { jobs } = await call<{ jobs: { type: string }[] }>("listJobs", 0, 2, null, null);
    expect(jobs.map(({ type }) => type)).toEqual(["hive", "trino", "presto"]);
    const { job_id } = await call<{ job_id: string }>("prestoQuery", "sample_datasets", "select count(*) from flights a, flights b where a.delay + b.delay = -99999", {}); // prettier-ignore
    expect(await call("kill", job_id)).toMatchObject({ job_id });
    expect(await endOf(job_id)).toBe("killed");
  });

  test("an import, and a bulk import", async () => {
    const body = (n: number): Readable => Readable.from([Buffer.from(msgpackGz([{ time: 1700000000, n }]))]);
    const size = msgpackGz([{ time: 1700000000, n: 1 }]).length;
    await call("import", "node_db", "two", "msgpack.gz", body(1), size, "once");
    await call("createBulkImport", "node_session", "node_db", "two");
    await call("bulkImportUploadPart", "node_session", "part", body(2));
    expect(await call("listBulkImportParts", "node_session")).toMatchObject({ parts: ["part"] });
    expect(await call("showBulkImport", "node_session")).toMatchObject({ status: "uploading" });
    await call("deleteBulkImport", "node_session");
    expect(await rows("prestoQuery", "select n from node_db.two")).toBe("1\n");
  });

  test("what a local service has none of are empty lists", async () => {
    expect(await call("listSchedules")).toEqual({ schedules: [] });
    expect(await call("listResult")).toEqual({ results: [] });
    expect(await call("serverStatus")).toEqual({ status: "ok" });
  });

  test("or a fault that says so", async () => {
    await expect(call("createSchedule", "daily", { cron: "@daily", query: "select 1" })).rejects.toThrow(
      "Schedules are not supported by this local service.",
    );
    await expect(call("listTables", "nowhere")).rejects.toThrow("Database nowhere does not exist");
  });
});
