import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { table } from "arquero";
import { onProgress } from "../../../src/core/pandas-td.ts";
import { SparkWriter } from "../../../src/core/writer.ts";
import { EVERY_KIND, everyKindRows } from "../helpers/every-kind.ts";
import { sparkTarget } from "../helpers/spark-target.ts";

describe("the spark writer through shared storage", () => {
  let folder: string;
  const target = sparkTarget("svc_staged", () => new SparkWriter({ staging: folder }));
  const { read, write } = target;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "svc-staging-"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  /** Apache Hive does not report element types: integers that fit are numbers. */
  const one = process.env["HIVE_PASSWORD"] === undefined ? 1n : 1;
  const leftovers = async () => [...readdirSync(folder), ...(await target.tables(/^svc_staged?_/))];

  test("values of every kind, and all modes", async () => {
    await read("DROP TABLE IF EXISTS svc_staged");
    await write(EVERY_KIND);
    expect(await read("SELECT * FROM svc_staged ORDER BY time")).toEqual(everyKindRows(one));
    await expect(write(EVERY_KIND)).rejects.toThrow("exists");
    await write(EVERY_KIND, { if_exists: "append" });
    expect(await read("SELECT count(*) AS n FROM svc_staged")).toEqual([{ n: 6 }]);
    await write(table({ other: ["x"], time: [1] }), { if_exists: "replace" });
    expect(await read("SELECT * FROM svc_staged")).toEqual([{ other: "x", time: 1 }]);
    expect(await leftovers()).toEqual([]);
  });

  test("a failed append leaves the table unchanged, and no temporary table", async () => {
    await expect(write(EVERY_KIND, { if_exists: "append" })).rejects.toThrow();
    expect(await read("SELECT * FROM svc_staged")).toEqual([{ other: "x", time: 1 }]);
    expect(await leftovers()).toEqual([]);
  });

  test("an append to other types takes only values that stay the same", async () => {
    await read("DROP TABLE IF EXISTS svc_staged");
    await read(
      "CREATE TABLE svc_staged (small int, price decimal(10,2), day date, `time` bigint) STORED AS ORC",
    );
    for (const [column, value] of [
      ["small", 5_000_000_000],
      ["small", "abc"],
      ["price", 1.234],
      ["day", "2024-01-02 10:00:00"],
    ] as const)
      await expect(write(table({ [column]: [value], time: [1] }), { if_exists: "append" })).rejects.toThrow(
        /no rows were added/,
      );
    await write(table({ small: [7], price: [1.25], time: [1] }), { if_exists: "append" });
    expect(await read("SELECT small, CAST(price AS double) AS price FROM svc_staged")).toEqual([
      { small: 7, price: 1.25 },
    ]);
    await write(table({ other: ["x"], time: [1] }), { if_exists: "replace" });
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

  test("an abort leaves the table unchanged and no temporary table", async () => {
    const stop = new AbortController();
    const dispose = onProgress(({ kind }) => {
      if (kind === "upload") stop.abort();
    });
    await expect(write(EVERY_KIND, { if_exists: "replace", signal: stop.signal })).rejects.toMatchObject({
      name: "InterruptedError",
    });
    dispose();
    expect(await read("SELECT count(*) AS n FROM svc_staged")).toEqual([{ n: 100_000 }]);
    expect(await leftovers()).toEqual([]);
    await read("DROP TABLE svc_staged");
  });
});
