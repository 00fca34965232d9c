import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { table } from "arquero";
import { create_engine, read_svc_query, to_svc } from "../../../src/core/pandas-td.ts";
import { engineUrl } from "../helpers/engine-url.ts";
import { startClusterService, type ClusterService } from "../helpers/start-cluster-service.ts";

let service: ClusterService;

beforeAll(async () => {
  service = await startClusterService({
    presto: { url: engineUrl("TRINO_URL"), catalog: engineUrl("TRINO_FILE_CATALOG") },
  });
});
afterAll(() => service.close());

const read = async (sql: string) =>
  (await read_svc_query(sql, create_engine("presto:svc_files", service.client), {})).objects() as object[];

test("a frame survives a round trip through the service and a file catalog", async () => {
  await service.client.create_database_if_not_exists("svc_files");
  const frame = table({
    id: [1, 9007199254740993n, null],
    name: ["it's", "\u00e9\n\ttab", null],
    score: [1.5, 1e300, null],
    time: [1700000000, 1700000001, 1700000002],
  });
  const options = { index: false, fmt: "msgpack" } as const;
  await to_svc(frame, "svc_files.frame", service.client, { ...options, if_exists: "replace" });
  await to_svc(frame, "svc_files.frame", service.client, { ...options, if_exists: "append" });
  expect(await read("SELECT id, name, score, time FROM frame ORDER BY time, id LIMIT 3")).toEqual([
    { id: 1n, name: "it's", score: 1.5, time: 1700000000 },
    { id: 1n, name: "it's", score: 1.5, time: 1700000000 },
    { id: 9007199254740993n, name: "\u00e9\n\ttab", score: 1e300, time: 1700000001 },
  ]);
  expect(await read('SELECT count(DISTINCT "$path") > 0 AS isInFiles, count(*) AS n FROM frame')).toEqual([
    { isInFiles: true, n: 6 },
  ]);
  await read("DROP TABLE frame");
  await read("DROP SCHEMA svc_files");
});
