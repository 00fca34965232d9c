import { describe, expect, test } from "@jest/globals";
import { HiveServerRunner } from "../../../src/clusters/hive-server/hive-server-runner.ts";
import { onHive } from "../helpers/on-hive.ts";
import { query } from "../helpers/rows-of.ts";
import { TIME_TEXTS } from "../helpers/time-texts.ts";

describe("HiveServerRunner on any HiveServer2", () => {
  test("an unknown database is named", async () => {
    await expect(onHive("SELECT 1", { database: "nix" })).rejects.toMatchObject({
      kind: "SCHEMA_NOT_FOUND",
      message: expect.stringContaining("nix"),
    });
  });

  test("a large result is read in pages, completely", async () => {
    const { rows } = await onHive("SELECT posexplode(split(space(25000), ' ')) AS (pos, text)");
    expect(rows).toHaveLength(25001);
    expect(new Set(rows.map(([id]) => id)).size).toBe(25001);
  });

  test("TD_TIME_PARSE reads texts as the embedded engine does", async () => {
    const texts = TIME_TEXTS.map(([text], at) => `SELECT ${at} AS at, '${text}' AS text`);
    const { rows } = await onHive(
      `SELECT at, TD_TIME_PARSE(text, 'JST') FROM (${texts.join(" UNION ALL ")}) t ORDER BY at`,
    );
    expect(rows).toEqual(TIME_TEXTS.map(([, seconds], at) => [at, seconds]));
  });

  test("statements that change data report what they did", async () => {
    await onHive("DROP TABLE IF EXISTS svc_written");
    const created = await onHive("CREATE TABLE svc_written (time bigint)");
    expect(created.execution).toMatchObject({ columns: [], updateType: "CREATE TABLE" });
    const inserted = await onHive("INSERT INTO svc_written VALUES (1), (2)");
    expect(inserted.execution).toMatchObject({ columns: [], updateType: "INSERT" });
    const readOnly = { mayWrite: false };
    expect((await onHive("SELECT sum(time) AS time FROM svc_written", readOnly)).rows).toEqual([[3n]]);
    await onHive("DROP TABLE svc_written");
  });

  test.each(["WITH q AS (SELECT 1) INSERT INTO t SELECT * FROM q", "CREATE TABLE t (a bigint)"])(
    "a query_only key can't run %s",
    async (sql) => {
      await expect(onHive(sql, { mayWrite: false })).rejects.toMatchObject({
        kind: "PERMISSION_DENIED",
      });
    },
  );

  test("an unreachable server is named", async () => {
    for (const auth of ["noSasl", "plain"]) {
      const nobody = new HiveServerRunner({ url: `hive2://127.0.0.1:9;auth=${auth}` });
      await expect(query(nobody, "SELECT 1", { dialect: "hive" })).rejects.toThrow(
        "HiveServer2 at 127.0.0.1:9 can't be reached: connect ECONNREFUSED 127.0.0.1:9",
      );
    }
  });
});
