import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { table } from "arquero";
import {
  create_engine,
  onProgress,
  read_svc_query,
  to_svc,
  type ToSvcOptions,
} from "../../../src/core/pandas-td.ts";
import { SparkWriter } from "../../../src/core/writer.ts";
import { engineUrl } from "../helpers/engine-url.ts";
import { hiveOptions } from "../helpers/hive-options.ts";
import { startClusterService, type ClusterService } from "../helpers/start-cluster-service.ts";

const frame = table({
  id: [1, 9007199254740993n, null],
  name: ["it's", "\u00e9\n\ttab \u{1f600}", null],
  score: [1.5, 1e300, null],
  good: [true, null, false],
  tags: [["a", "b"], [], null],
  counts: [[1n, null], [9007199254740993n], null],
  time: [1700000000, 1700000001, 1700000002],
});

describe("the spark writer on a real Spark", () => {
  let service: ClusterService;
  beforeAll(async () => {
    service = await startClusterService({ hive: hiveOptions() });
  });
  afterAll(() => service.close());
  const name = "default.svc_spark";
  const read = async (sql: string) =>
    (await read_svc_query(sql, create_engine("hive:default", service.client), {})).objects() as Record<
      string,
      unknown
    >[];
  const write = (input: typeof frame, options: ToSvcOptions = {}) =>
    to_svc(input, name, service.client, {
      writer: new SparkWriter({ remote: engineUrl("SPARK_REMOTE") }),
      index: false,
      ...options,
    });
  const leftovers = async () =>
    (await service.client.list_tables("default"))
      .map(({ name }) => name)
      .filter((name) => name.startsWith("svc_spark_"));

  test("what it writes, a hive job reads", async () => {
    await read("DROP TABLE IF EXISTS svc_spark");
    await write(frame);
    const rows = await read("SELECT * FROM svc_spark ORDER BY time");
    expect(rows).toEqual([
      {
        id: 1n,
        name: "it's",
        score: 1.5,
        good: true,
        tags: ["a", "b"],
        counts: [1n, null],
        time: 1700000000,
      },
      {
        id: 9007199254740993n,
        name: "\u00e9\n\ttab \u{1f600}",
        score: 1e300,
        good: null,
        tags: [],
        counts: [9007199254740993n],
        time: 1700000001,
      },
      { id: null, name: null, score: null, good: false, tags: null, counts: null, time: 1700000002 },
    ]);
    expect((await (await service.client.get_table("default", "svc_spark")).describe()).schema).toEqual([
      { name: "id", type: "long" },
      { name: "name", type: "string" },
      { name: "score", type: "double" },
      { name: "good", type: "boolean" },
      { name: "tags", type: "array<string>" },
      { name: "counts", type: "array<long>" },
    ]);
  });

  test("all modes", async () => {
    await expect(write(frame)).rejects.toThrow("table default.svc_spark exists");
    await write(frame, { if_exists: "ignore" });
    expect(await read("SELECT count(*) AS n FROM svc_spark")).toEqual([{ n: 3 }]);
    await write(frame, { if_exists: "append" });
    expect(await read("SELECT count(*) AS n FROM svc_spark")).toEqual([{ n: 6 }]);
    await write(table({ other: ["x"], time: [1] }), { if_exists: "replace" });
    expect(await read("SELECT * FROM svc_spark")).toEqual([{ other: "x", time: 1 }]);
    await expect(
      to_svc(frame, "svc_nowhere.t", service.client, {
        writer: new SparkWriter({ remote: engineUrl("SPARK_REMOTE") }),
      }),
    ).rejects.toThrow("Spark has no database svc_nowhere");
  });

  test("a failed append leaves the table as it was", async () => {
    await expect(write(frame, { if_exists: "append" })).rejects.toMatchObject({
      name: "UploadError",
      rowsWritten: 0,
    });
    expect(await read("SELECT * FROM svc_spark")).toEqual([{ other: "x", time: 1 }]);
    expect(await leftovers()).toEqual([]);
  });

  test("a frame past the message limit goes in chunks, with progress", async () => {
    const rows = 400_000;
    const label = "x".repeat(90);
    const ids = Array.from({ length: rows }, (_, i) => i);
    const large = table({ id: ids, label: ids.map((id) => `${label}${id}`), time: ids });
    const seen: number[] = [];
    const dispose = onProgress(({ kind, percent }) => {
      if (kind === "upload" && percent !== undefined && percent !== null) seen.push(percent);
    });
    await write(large, { if_exists: "replace" });
    dispose();
    expect(seen.length).toBeGreaterThan(3);
    expect(seen.at(-1)).toBe(100);
    expect(await read("SELECT count(DISTINCT label) AS n, sum(id) AS total FROM svc_spark")).toEqual([
      { n: rows, total: (rows * (rows - 1)) / 2 },
    ]);
  });

  test("a stop leaves the table as it was and nothing behind", async () => {
    const rows = 400_000;
    const ids = Array.from({ length: rows }, (_, i) => i);
    const large = table({ id: ids, label: ids.map((id) => `${"y".repeat(90)}${id}`), time: ids });
    const stop = new AbortController();
    const dispose = onProgress(({ kind }) => {
      if (kind === "upload") stop.abort();
    });
    await expect(write(large, { if_exists: "replace", signal: stop.signal })).rejects.toMatchObject({
      name: "InterruptedError",
    });
    dispose();
    expect(await read("SELECT count(*) AS n FROM svc_spark")).toEqual([{ n: rows }]);
    expect(await leftovers()).toEqual([]);
  });

  test("a frame without rows makes the table", async () => {
    await write(table({ a: [], time: [] }), { if_exists: "replace" });
    expect(await read("SELECT count(*) AS n FROM svc_spark")).toEqual([{ n: 0 }]);
    await read("DROP TABLE svc_spark");
  });

  test("a server that is not there is named", async () => {
    await expect(
      to_svc(frame, name, service.client, { writer: new SparkWriter({ remote: "sc://127.0.0.1:9" }) }),
    ).rejects.toThrow("Spark at 127.0.0.1:9 can't be reached");
  });
});
