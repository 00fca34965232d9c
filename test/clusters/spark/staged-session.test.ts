import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { writeParquetFile } from "../../../src/clusters/spark/staged-session.ts";
import { sparkColumn } from "../../../src/clusters/spark/spark-column.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "svc-parquet-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

test("values of every kind survive a round trip, row group by row group", async () => {
  const path = join(folder, "rows.parquet");
  const columns = [
    sparkColumn({ name: "id", kind: "long", values: [1, 9007199254740993n, null] }),
    sparkColumn({ name: "ok", kind: "boolean", values: [true, null, false] }),
    sparkColumn({ name: "x", kind: "double", values: [1.5, null, 2] }),
    sparkColumn({ name: "s", kind: "string", values: ["é", "", null] }),
    sparkColumn({ name: "l", kind: "list", values: [[1n, null], [], null] }),
    sparkColumn({ name: "m", kind: "list", values: [["a", 1], [[2]], null] }),
  ];
  const sizes: number[] = [];
  await writeParquetFile(path, columns, 3, new AbortController().signal, (rows) => sizes.push(rows));
  expect(sizes).toEqual([3]);
  const rows = await parquetReadObjects({ file: await asyncBufferFromFile(path) });
  // The reader returns undefined for a null list.
  const read = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? null])),
  );
  expect(read).toEqual([
    { id: 1n, ok: true, x: 1.5, s: "é", l: [1n, null], m: ["a", "1"] },
    { id: 9007199254740993n, ok: null, x: null, s: "", l: [], m: ["[2]"] },
    { id: null, ok: false, x: 2, s: null, l: null, m: null },
  ]);
});

test("an abort ends it", async () => {
  const stop = AbortSignal.abort(new Error("stopped"));
  const columns = [sparkColumn({ name: "id", kind: "long", values: [1] })];
  await expect(writeParquetFile(join(folder, "stopped"), columns, 1, stop, () => undefined)).rejects.toThrow(
    "stopped",
  );
});
