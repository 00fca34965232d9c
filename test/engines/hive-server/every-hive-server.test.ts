import { beforeAll, describe, expect, test } from "@jest/globals";
import type { RunOptions } from "../../../src/service/engine.ts";
import { HiveServerRunner } from "../../../src/service/hive-server/hive-server-runner.ts";
import { hiveOptions } from "../helpers/hive-options.ts";
import { query } from "../helpers/rows-of.ts";

const hive: Partial<RunOptions> = { dialect: "hive" };

describe("HiveServerRunner on any HiveServer2", () => {
  let runner: HiveServerRunner;
  beforeAll(() => {
    runner = new HiveServerRunner(hiveOptions());
  });

  test("an unknown database is named", async () => {
    await expect(query(runner, "SELECT 1", { ...hive, database: "nix" })).rejects.toMatchObject({
      kind: "SCHEMA_NOT_FOUND",
      message: expect.stringContaining("nix"),
    });
  });

  test("a large result comes in pages, all of it", async () => {
    const { rows } = await query(runner, "SELECT posexplode(split(space(25000), ' ')) AS (pos, text)", hive);
    expect(rows).toHaveLength(25001);
    expect(new Set(rows.map(([id]) => id)).size).toBe(25001);
  });

  test("statements that change something say what they did", async () => {
    await query(runner, "DROP TABLE IF EXISTS svc_written", hive);
    const created = await query(runner, "CREATE TABLE svc_written (time bigint)", hive);
    expect(created.execution).toMatchObject({ columns: [], updateType: "CREATE TABLE" });
    const inserted = await query(runner, "INSERT INTO svc_written VALUES (1), (2)", hive);
    expect(inserted.execution).toMatchObject({ columns: [], updateType: "INSERT" });
    const readOnly = { ...hive, mayWrite: false };
    expect((await query(runner, "SELECT sum(time) AS time FROM svc_written", readOnly)).rows).toEqual([[3n]]);
    await query(runner, "DROP TABLE svc_written", hive);
  });

  test.each(["WITH q AS (SELECT 1) INSERT INTO t SELECT * FROM q", "CREATE TABLE t (a bigint)"])(
    "a key that may only read can't run %s",
    async (sql) => {
      await expect(query(runner, sql, { ...hive, mayWrite: false })).rejects.toMatchObject({
        kind: "PERMISSION_DENIED",
      });
    },
  );

  test("a server that is not there is named", async () => {
    for (const auth of ["noSasl", "plain"]) {
      const nobody = new HiveServerRunner({ url: `hive2://127.0.0.1:9;auth=${auth}` });
      await expect(query(nobody, "SELECT 1", hive)).rejects.toThrow(
        "HiveServer2 at 127.0.0.1:9 can't be reached: connect ECONNREFUSED 127.0.0.1:9",
      );
    }
  });
});
