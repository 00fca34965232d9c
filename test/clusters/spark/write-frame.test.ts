import { describe, expect, test } from "@jest/globals";
import { tableFromIPC } from "@uwdata/flechette";
import { arrowChunks } from "../../../src/clusters/spark/write-frame.ts";
import { writeFrame, type SparkRunner } from "../../../src/clusters/spark/write-frame.ts";
import type { UploadFrame } from "../../../src/core/write/upload-frame.ts";
import type { WriteMode } from "../../../src/core/write/write-target.ts";

const frame: UploadFrame = {
  rowCount: 3,
  columns: [
    { name: "id", kind: "long", values: [1, 9007199254740993n, null] },
    { name: "ok", kind: "boolean", values: [true, null, false] },
    { name: "x", kind: "double", values: [1.5, null, 2] },
    { name: "s", kind: "string", values: ["é", "", null] },
    { name: "l", kind: "list", values: [[1, 0.5], [], null] },
    { name: "m", kind: "list", values: [["a", 1], [[2]], null] },
  ],
};

/** Writes and returns the statements that Spark got; generated names are shown as `new`. */
async function write(mode: WriteMode, tables: string[], fail?: RegExp): Promise<string[]> {
  const said: string[] = [];
  const say = (text: string): void => {
    const short = text.replace(/t_new_[0-9a-f]{12}/g, "new");
    said.push(short);
    if (fail?.test(short)) throw new Error(`failed: ${short}`);
  };
  const spark: SparkRunner = {
    sql: (query) => {
      if (query === "SHOW DATABASES") return Promise.resolve([["db"]]);
      if (query.startsWith("SHOW TABLES")) return Promise.resolve([tables.map(() => "db"), tables]);
      return Promise.resolve().then(() => (say(query), []));
    },
    write: ({ table, mode }) =>
      Promise.resolve().then(() => say(`${table.save_method} ${mode} ${table.table_name}`)),
  };
  const target = { database: "db", table: "t", mode, signal: new AbortController().signal, onSent: () => {} };
  await writeFrame(spark, frame, target).catch((error: unknown) => said.push((error as Error).message));
  return said;
}

const saved = "TABLE_SAVE_METHOD_SAVE_AS_TABLE SAVE_MODE_ERROR_IF_EXISTS `db`.`new`";

describe("writeFrame", () => {
  test("a new table is renamed into place when it is full", async () => {
    expect(await write("fail", [])).toEqual([saved, "ALTER TABLE `db`.`new` RENAME TO `db`.`t`"]);
  });

  test('if_exists "fail" refuses an existing table, "ignore" leaves it', async () => {
    expect(await write("fail", ["t"])).toEqual([
      'table db.t exists; choose if_exists "append", "replace" or "ignore"',
    ]);
    expect(await write("ignore", ["t"])).toEqual([]);
  });

  test("rows are added by one INSERT", async () => {
    expect(await write("append", ["t"])).toEqual([
      saved,
      "DESCRIBE TABLE `db`.`t`",
      "INSERT INTO `db`.`t` (`id`, `ok`, `x`, `s`, `l`, `m`) SELECT `id`, `ok`, `x`, `s`, `l`, `m` FROM `db`.`new`",
      "DROP TABLE IF EXISTS `db`.`new`",
    ]);
  });

  test("replace renames the new table into place, then drops the old one; a failed rename is undone", async () => {
    expect(await write("replace", ["t"])).toEqual([
      saved,
      "ALTER TABLE `db`.`t` RENAME TO `db`.`new`",
      "ALTER TABLE `db`.`new` RENAME TO `db`.`t`",
      "DROP TABLE IF EXISTS `db`.`new`",
    ]);
    const failed = await write("replace", ["t"], /^ALTER TABLE `db`.`new` RENAME/);
    expect(failed.slice(3)).toEqual([
      "ALTER TABLE `db`.`new` RENAME TO `db`.`t`",
      "DROP TABLE IF EXISTS `db`.`new`",
      expect.stringContaining("failed: ALTER TABLE"),
    ]);
  });

  test("a failed write leaves no table", async () => {
    expect(await write("append", ["t"], /^TABLE_SAVE/)).toEqual([
      saved,
      "DROP TABLE IF EXISTS `db`.`new`",
      `failed: ${saved}`,
    ]);
  });
});

test("arrowChunks keeps every value in plain types", async () => {
  const tables = [];
  for await (const { rows, data } of arrowChunks(frame))
    tables.push({ rows, table: tableFromIPC(data, { useBigInt: true }) });
  expect(tables.map(({ rows }) => rows)).toEqual([3]);
  const { table } = tables[0]!;
  expect(Object.fromEntries(table.names.map((name) => [name, [...table.getChild(name)]]))).toEqual({
    id: [1n, 9007199254740993n, null],
    ok: [true, null, false],
    x: [1.5, null, 2],
    s: ["é", "", null],
    l: [Float64Array.of(1, 0.5), new Float64Array(), null],
    m: [["a", "1"], ["[2]"], null],
  });
});

test("a large frame is cut into chunks of one schema", async () => {
  const values = Array.from({ length: 30_000 }, (_, i) => `${"x".repeat(1000)}${i}`);
  const large: UploadFrame = { rowCount: values.length, columns: [{ name: "s", kind: "string", values }] };
  const back: string[] = [];
  let most = 0;
  for await (const { data } of arrowChunks(large)) {
    most = Math.max(most, data.length);
    back.push(...(tableFromIPC(data).getChild("s").toArray() as unknown as string[]));
  }
  expect(back).toEqual(values);
  expect(most).toBeLessThan(9 << 20);
});
