import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startService, type Service } from "../../../src/service/start-service.ts";
import { runStatement } from "../helpers/run-statement.ts";
import { fakeCoordinator, type FakeCoordinator } from "../../clusters/trino/fake-coordinator.ts";

let folder: string;
let cluster: FakeCoordinator;
let service: Service;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-on-cluster-"));
  // A cluster with the catalogs memory and tpch.
  cluster = await fakeCoordinator(() => {
    const catalog = cluster.asked.at(-1)!.headers["x-trino-catalog"] as string;
    const error = {
      errorName: "CATALOG_NOT_FOUND",
      errorCode: 44,
      message: `Catalog '${catalog}' not found`,
    };
    const columns = [{ name: "n", type: "varchar" }];
    const known = catalog === "memory" || catalog === "tpch";
    return {
      body: {
        id: "q1",
        stats: { state: known ? "FINISHED" : "FAILED" },
        ...(known ? { columns, data: [[catalog]] } : { error }),
      },
    };
  });
  const presto = { url: cluster.url, catalog: "memory" };
  service = await startService({ dataDir: folder, clusters: { presto } });
});

afterAll(async () => {
  await service.close();
  await cluster.close();
  await rm(folder, { recursive: true });
});

const run = (sql: string, catalog: string) => runStatement(service, sql, { "x-trino-catalog": catalog });

test.each([
  ["tpch", "tpch"],
  ["memory", "memory"],
  ["td-presto", "memory"],
  ["", "memory"],
])("on a cluster, a statement of a client with the catalog %p runs in %s", async (catalog, used) => {
  expect((await run("select current_catalog", catalog)).rows).toEqual([[used]]);
});

test("on a cluster, a catalog that it lacks is an error, not another catalog", async () => {
  const { end } = await run("select 1", "other");
  expect(end.error).toMatchObject({ errorName: "CATALOG_NOT_FOUND", message: "Catalog 'other' not found" });
});

test.each([
  ["use tpch.tiny", "tpch", "SHOW TABLES FROM \"tiny\" LIKE ''"],
  ["use tiny", "memory", "SHOW TABLES FROM \"tiny\" LIKE ''"],
])("on a cluster, %s asks the cluster", async (sql, catalog, asked) => {
  const { end, headers } = await run(sql, "memory");
  expect(end).toMatchObject({ updateType: "USE", columns: [] });
  expect(headers.get("x-trino-set-schema")).toBe("tiny");
  const { body, headers: sent } = cluster.asked.at(-1)!;
  expect([body, sent["x-trino-catalog"]]).toEqual([asked, catalog]);
});

test("on a cluster, USE of a catalog that it lacks is an error", async () => {
  expect((await run("use other.tiny", "memory")).end.error).toMatchObject({ errorName: "CATALOG_NOT_FOUND" });
});
