import { describe, expect, test } from "@jest/globals";
import { table } from "arquero";
import { onProgress, to_svc } from "../../../src/core/pandas-td.ts";
import { SparkWriter } from "../../../src/core/writer.ts";
import { engineUrl } from "../helpers/engine-url.ts";
import { EVERY_KIND, everyKindRows } from "../helpers/every-kind.ts";
import { sparkTarget } from "../helpers/spark-target.ts";

describe("the spark writer on a real Spark", () => {
  const writer = () => new SparkWriter({ remote: engineUrl("SPARK_REMOTE") });
  const target = sparkTarget("svc_spark", writer);
  const { read, write } = target;
  const leftovers = () => target.tables(/^svc_spark_/);

  test("a hive job reads what it writes", async () => {
    await read("DROP TABLE IF EXISTS svc_spark");
    await write(EVERY_KIND);
    expect(await read("SELECT * FROM svc_spark ORDER BY time")).toEqual(everyKindRows(1n));
    expect((await (await target.client.get_table("default", "svc_spark")).describe()).schema).toEqual([
      { name: "id", type: "long" },
      { name: "name", type: "string" },
      { name: "score", type: "double" },
      { name: "good", type: "boolean" },
      { name: "tags", type: "array<string>" },
      { name: "counts", type: "array<long>" },
    ]);
  });

  test("all modes", async () => {
    await expect(write(EVERY_KIND)).rejects.toThrow("table default.svc_spark exists");
    await write(EVERY_KIND, { if_exists: "ignore" });
    expect(await read("SELECT count(*) AS n FROM svc_spark")).toEqual([{ n: 3 }]);
    await write(EVERY_KIND, { if_exists: "append" });
    expect(await read("SELECT count(*) AS n FROM svc_spark")).toEqual([{ n: 6 }]);
    await write(table({ other: ["x"], time: [1] }), { if_exists: "replace" });
    expect(await read("SELECT * FROM svc_spark")).toEqual([{ other: "x", time: 1 }]);
    await expect(to_svc(EVERY_KIND, "svc_nowhere.t", target.client, { writer: writer() })).rejects.toThrow(
      "Spark has no database svc_nowhere",
    );
  });

  test("a failed append leaves the table unchanged", async () => {
    await expect(write(EVERY_KIND, { if_exists: "append" })).rejects.toMatchObject({
      name: "UploadError",
      rowsWritten: 0,
    });
    expect(await read("SELECT * FROM svc_spark")).toEqual([{ other: "x", time: 1 }]);
    expect(await leftovers()).toEqual([]);
  });

  test.each<[string, unknown]>([
    ["whole bigint", 1.5],
    ["wide double", 9007199254740993n],
    ["price decimal(10,2)", 1.234],
    ["parts array<bigint>", [1.5]],
  ])("an append that would change a value of %s fails", async (column, value) => {
    await read(`CREATE TABLE svc_lossy (${column}, time bigint)`);
    try {
      const frame = table({ [column.split(" ")[0]!]: [value], time: [1] });
      await expect(
        to_svc(frame, "default.svc_lossy", target.client, {
          writer: writer(),
          if_exists: "append",
          index: false,
        }),
      ).rejects.toThrow(/is .*, which can't hold .* of row 0; no rows were added/);
      expect(await read("SELECT count(*) AS n FROM svc_lossy")).toEqual([{ n: 0 }]);
    } finally {
      await read("DROP TABLE svc_lossy");
    }
  });

  test("a frame larger than the message limit is sent in chunks, with progress", async () => {
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

  test("an abort leaves the table unchanged and no temporary table", async () => {
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

  test("a frame without rows creates the table", async () => {
    await write(table({ a: [], time: [] }), { if_exists: "replace" });
    expect(await read("SELECT count(*) AS n FROM svc_spark")).toEqual([{ n: 0 }]);
    await read("DROP TABLE svc_spark");
  });

  test("an unreachable server is named", async () => {
    await expect(
      write(EVERY_KIND, { writer: new SparkWriter({ remote: "sc://127.0.0.1:9" }) }),
    ).rejects.toThrow("Spark at 127.0.0.1:9 can't be reached");
  });
});
