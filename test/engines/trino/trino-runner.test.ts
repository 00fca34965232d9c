import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { StatementProtocol } from "../../../src/core/wire/statement/statement-headers.ts";
import { TrinoRunner } from "../../../src/clusters/trino/trino-runner.ts";
import { TIME_TEXTS } from "../helpers/time-texts.ts";
import { engineUrl } from "../helpers/engine-url.ts";
import { query } from "../helpers/rows-of.ts";

const protocols: StatementProtocol[] = (process.env["TRINO_PROTOCOLS"] ?? "trino").split(
  ",",
) as StatementProtocol[];

describe.each(protocols)("TrinoRunner, %s headers", (protocol) => {
  let runner: TrinoRunner;
  beforeAll(() => {
    runner = new TrinoRunner({ url: engineUrl("TRINO_URL"), catalog: "memory", user: "tester", protocol });
  });
  afterAll(() => runner.close());

  test.each<[sql: string, type: string, value: unknown]>([
    ["bigint '9007199254740993'", "bigint", 9007199254740993n],
    ["bigint '-9223372036854775808'", "bigint", -9223372036854775808n],
    ["bigint '-1'", "bigint", -1n],
    ["bigint '4294967296'", "bigint", 4294967296n],
    ["cast(null as bigint)", "bigint", null],
    ["td_time_parse('')", "bigint", null],
    ...TIME_TEXTS.map(([text, seconds]): [string, string, unknown] => [
      `td_time_parse(substr('${text}', 1), 'JST')`,
      "bigint",
      seconds,
    ]),
    ["integer '-5'", "integer", -5],
    ["cast(7 as smallint)", "smallint", 7],
    ["double '1e22'", "double", 1e22],
    ["nan()", "double", NaN],
    ["-infinity()", "double", -Infinity],
    ["real '0.1'", "real", 0.1],
    ["true", "boolean", true],
    [
      "varchar 'a ''quoted'' \u00e9 12345678901234567890'",
      "varchar",
      "a 'quoted' \u00e9 12345678901234567890",
    ],
    [
      "decimal '12345678901234567890123456789012345678'",
      "decimal(38,0)",
      "12345678901234567890123456789012345678",
    ],
    ["decimal '-0.10'", "decimal(2,2)", "-0.10"],
    ["date '2024-02-29'", "date", "2024-02-29"],
    ["time '23:59:59.123'", "time(3)", "23:59:59.123"],
    ["timestamp '2024-02-29 12:34:56.123456789'", "timestamp(9)", "2024-02-29 12:34:56.123456789"],
    [
      "timestamp '2024-02-29 12:34:56.789 Asia/Tokyo'",
      "timestamp(3) with time zone",
      "2024-02-29 12:34:56.789 Asia/Tokyo",
    ],
    ["interval '3' day", "interval day to second", "3 00:00:00.000"],
    ["x'00ff10'", "varbinary", Buffer.from([0, 255, 16])],
    ["array[bigint '9007199254740993', null]", "array(bigint)", [9007199254740993n, null]],
    [
      "map(array['a', 'b'], array[1, null])",
      "map(varchar(1), integer)",
      new Map([
        ["a", 1],
        ["b", null],
      ]),
    ],
    [
      "cast(row(9007199254740993, 'x', array[x'01']) as row(a bigint, \"b c\" varchar, d array(varbinary)))",
      'row(a bigint, "b c" varchar, d array(varbinary))',
      [9007199254740993n, "x", [Buffer.from([1])]],
    ],
    ["json '{\"a\": 1}'", "json", '{"a":1}'],
    ["uuid '12151fd2-7586-11e9-8f9e-2a86e4085a59'", "uuid", "12151fd2-7586-11e9-8f9e-2a86e4085a59"],
  ])("%s", async (sql, type, value) => {
    const { types, rows } = await query(runner, `SELECT ${sql}`);
    expect(types).toEqual([type]);
    expect(rows).toEqual([[value]]);
  });

  test("an error has its position in the user's SQL", async () => {
    await expect(query(runner, "SELECT 1,\n  nix\nFROM tpch.tiny.nation;")).rejects.toMatchObject({
      name: "SqlError",
      kind: "COLUMN_NOT_FOUND",
      message: "line 2:3: Column 'nix' cannot be resolved",
      line: 2,
      column: 3,
    });
  });

  test("an error after the first rows is thrown", async () => {
    await expect(query(runner, "SELECT 1 / (o_orderkey - 59970) FROM tpch.sf1.orders")).rejects.toMatchObject(
      {
        kind: "DIVISION_BY_ZERO",
      },
    );
  });

  test("a large result is read in pages, completely", async () => {
    let rows = 0;
    const execution = await runner.run("SELECT * FROM tpch.tiny.lineitem", {
      dialect: "presto",
      database: "default",
      scheduledTimeMs: 0,
      signal: new AbortController().signal,
      mayWrite: false,
    });
    for await (const batch of execution.batches) rows += batch.rowCount;
    expect(rows).toBe(60175);
  });

  test("a running statement reports progress and stops within a second of an abort", async () => {
    const stop = new AbortController();
    const seen: number[] = [];
    let stoppedAtMs = 0;
    stop.signal.addEventListener("abort", () => (stoppedAtMs = performance.now()));
    await expect(
      query(runner, "SELECT count(*) FROM tpch.sf100.lineitem a CROSS JOIN tpch.sf1.orders b -- long", {
        signal: stop.signal,
        onProgress: (percent) => {
          if (seen.push(percent) === 2) stop.abort(new Error("stopped"));
        },
      }),
    ).rejects.toThrow("stopped");
    expect(performance.now() - stoppedAtMs).toBeLessThan(1000);
    expect(seen).toHaveLength(2);
    const { rows } = await query(
      runner,
      "SELECT state, error_code FROM system.runtime.queries WHERE query LIKE 'SELECT count%-- long' ORDER BY created DESC LIMIT 1",
    );
    expect(rows).toEqual([["FAILED", "USER_CANCELED"]]);
  });

  test("statements that change data report what they did", async () => {
    await query(runner, "DROP TABLE IF EXISTS written");
    const created = await query(
      runner,
      "CREATE TABLE written AS SELECT n_nationkey, n_name FROM tpch.tiny.nation",
    );
    expect(created.execution).toMatchObject({ columns: [], updateType: "CREATE TABLE", updateCount: 25 });
    const inserted = await query(runner, "INSERT INTO written VALUES (99, 'none');");
    expect(inserted.execution).toMatchObject({ updateType: "INSERT", updateCount: 1 });
    await query(runner, "DROP TABLE written");
  });

  test("a comment hint sets a session property", async () => {
    const sql =
      "-- client: svclib\n-- set session join_distribution_type = 'BROADCAST'\n\nSHOW SESSION LIKE 'join_dist%'";
    const { rows } = await query(runner, sql);
    expect(rows[0]?.slice(0, 2)).toEqual(["join_distribution_type", "BROADCAST"]);
  });

  test("a query_only key can't write", async () => {
    await expect(query(runner, "CREATE TABLE t (a bigint)", { mayWrite: false })).rejects.toMatchObject({
      kind: "PERMISSION_DENIED",
    });
  });
});
