import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { table } from "arquero";
import {
  create_engine,
  onProgress,
  read_svc_query,
  to_svc,
  type ToSvcOptions,
} from "../../../src/core/pandas-td.ts";
import { SparkWriter } from "../../../src/core/writer.ts";
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

describe("the spark writer through storage that both sides see", () => {
  let service: ClusterService;
  let folder: string;
  beforeAll(async () => {
    service = await startClusterService({ hive: hiveOptions() });
    folder = mkdtempSync(join(tmpdir(), "svc-staging-"));
  });
  afterAll(async () => {
    await service.close();
    rmSync(folder, { recursive: true });
  });
  const name = "default.svc_staged";
  /** Apache Hive does not tell what is in an array: what fits a number comes as one. */
  const one = process.env["HIVE_PASSWORD"] === undefined ? 1n : 1;
  const read = async (sql: string) =>
    (await read_svc_query(sql, create_engine("hive:default", service.client), {})).objects() as Record<
      string,
      unknown
    >[];
  const write = (input: typeof frame, options: ToSvcOptions = {}) =>
    to_svc(input, name, service.client, {
      writer: new SparkWriter({ staging: folder }),
      index: false,
      ...options,
    });
  const leftovers = async () => [
    ...readdirSync(folder),
    ...(await service.client.list_tables("default"))
      .map(({ name }) => name)
      .filter((name) => /^svc_staged?_/.test(name)),
  ];

  test("values of every kind, and all modes", async () => {
    await read("DROP TABLE IF EXISTS svc_staged");
    await write(frame);
    expect(await read("SELECT * FROM svc_staged ORDER BY time")).toEqual([
      {
        id: 1n,
        name: "it's",
        score: 1.5,
        good: true,
        tags: ["a", "b"],
        counts: [one, null],
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
    await expect(write(frame)).rejects.toThrow("exists");
    await write(frame, { if_exists: "append" });
    expect(await read("SELECT count(*) AS n FROM svc_staged")).toEqual([{ n: 6 }]);
    await write(table({ other: ["x"], time: [1] }), { if_exists: "replace" });
    expect(await read("SELECT * FROM svc_staged")).toEqual([{ other: "x", time: 1 }]);
    expect(await leftovers()).toEqual([]);
  });

  test("a failed append leaves the table as it was, and nothing behind", async () => {
    await expect(write(frame, { if_exists: "append" })).rejects.toThrow();
    expect(await read("SELECT * FROM svc_staged")).toEqual([{ other: "x", time: 1 }]);
    expect(await leftovers()).toEqual([]);
  });

  test("a hundred thousand rows, with progress", async () => {
    const rows = 100_000;
    const ids = Array.from({ length: rows }, (_, i) => i);
    const seen: number[] = [];
    const dispose = onProgress(({ kind, percent }) => {
      if (kind === "upload" && typeof percent === "number") seen.push(percent);
    });
    await write(table({ id: ids, label: ids.map((id) => `row ${id}`), time: ids }), { if_exists: "replace" });
    dispose();
    expect(seen.at(-1)).toBe(100);
    expect(await read("SELECT count(DISTINCT label) AS n, sum(id) AS total FROM svc_staged")).toEqual([
      { n: rows, total: (rows * (rows - 1)) / 2 },
    ]);
  });

  test("a stop leaves the table as it was and nothing behind", async () => {
    const stop = new AbortController();
    const dispose = onProgress(({ kind }) => {
      if (kind === "upload") stop.abort();
    });
    await expect(write(frame, { if_exists: "replace", signal: stop.signal })).rejects.toMatchObject({
      name: "InterruptedError",
    });
    dispose();
    expect(await read("SELECT count(*) AS n FROM svc_staged")).toEqual([{ n: 100_000 }]);
    expect(await leftovers()).toEqual([]);
    await read("DROP TABLE svc_staged");
  });
});
