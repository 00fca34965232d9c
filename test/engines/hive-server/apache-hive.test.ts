import { describe, expect, test } from "@jest/globals";
import { expectRefused, onHive } from "../helpers/on-hive.ts";

describe("HiveServerRunner on Apache Hive", () => {
  test("every type, exact; Hive does not report element types of arrays, maps and structs", async () => {
    const { types, rows, execution } =
      await onHive(`SELECT 1 AS a, 9007199254740993L AS b, cast(null AS bigint) AS c, -9223372036854775807L AS d,
        cast('NaN' AS double) AS e, cast(0.1 AS float) AS f, true AS g, 'a "q" \u00e9\\nline' AS h,
        cast('12345678901234567890.12' AS decimal(38,2)) AS i, date'2024-02-29' AS j,
        timestamp'2024-02-29 12:34:56.789' AS k, unhex('00ff') AS l, array(9007199254740993L, null) AS m, map('a', 1) AS n,
        named_struct('x', 1, 'y', array('z')) AS o, cast(5 AS tinyint) AS p, cast(7 AS smallint) AS q, null AS r,
        array('es"caped') AS s, cast('v' AS varchar(3)) AS t, cast('c' AS char(3)) AS u`);
    expect(execution.columns.map(({ name }) => name).join("")).toBe("abcdefghijklmnopqrstu");
    expect(types.join(" ")).toBe(
      "int bigint bigint bigint double float boolean string decimal(38,2) date timestamp binary array map struct" +
        " tinyint smallint void array varchar(3) char(3)",
    );
    expect(rows).toEqual([
      [
        1,
        9007199254740993n,
        null,
        -9223372036854775807n,
        NaN,
        0.1,
        true,
        'a "q" \u00e9\nline',
        "12345678901234567890.12",
        "2024-02-29",
        "2024-02-29 12:34:56.789",
        Buffer.from([0, 255]),
        [9007199254740993n, null],
        { a: 1 },
        { x: 1, y: ["z"] },
        5,
        7,
        null,
        ['es"caped'],
        "v",
        "c  ",
      ],
    ]);
  });

  test.each<[sql: string, kind: string, message: string, at: [number, number] | null]>([
    ["-- first\nSELECT nix\nFROM (SELECT 1 AS a) t", "COLUMN_NOT_FOUND", "'nix'", [2, 8]],
    ["SELECT time,\n  nix FROM (SELECT 1 AS time) t", "COLUMN_NOT_FOUND", "'nix'", [2, 3]],
    ["SELECT 1,\n  FORM x y z", "SYNTAX_ERROR", "'y'", [2, 10]],
    ["SELECT *\nFROM nix", "TABLE_NOT_FOUND", "Table not found 'nix'", [2, 6]],
    ["SELECT foo(1)", "FUNCTION_NOT_FOUND", "Invalid function foo", null],
  ])("%s", async (sql, kind, message, at) => {
    await expectRefused(sql, { kind, message, at });
  });

  test("division by zero and failed casts give null", async () => {
    expect((await onHive("SELECT 1 / 0, cast('x' AS int), 7 / 2")).rows).toEqual([[null, null, 3.5]]);
  });

  test("the service's time functions use UTC and truncate to the start of the unit", async () => {
    const { rows } =
      await onHive(`SELECT TD_TIME_FORMAT(1716215696, 'yyyy-MM-dd HH:mm', 'Asia/Tokyo'), TD_TIME_PARSE('2024-05-20 23:34:56', 'JST'),
        ${["hour", "day", "week", "month", "quarter", "year"].map((unit) => `TD_DATE_TRUNC('${unit}', 1716215696)`).join(", ")}`);
    expect(rows).toEqual([
      [
        "2024-05-20 23:34",
        1716215696n,
        ...[1716213600n, 1716163200n, 1716163200n, 1714521600n, 1711929600n, 1704067200n],
      ],
    ]);
  });

  test("settings apply to the statement after them", async () => {
    const { rows } = await onHive("SET hive.default.fileformat=ORC;\nSET hive.default.fileformat");
    expect(rows).toEqual([["hive.default.fileformat=ORC"]]);
    expect((await onHive("SET hive.default.fileformat")).rows).toEqual([
      ["hive.default.fileformat=TextFile"],
    ]);
  });

  // Must be the last test: Tez inside the server runs a task to its end even if its query is cancelled.
  test("a running statement reports progress, and an abort ends it here at once", async () => {
    const stop = new AbortController();
    const seen: number[] = [];
    let stoppedAtMs = 0;
    stop.signal.addEventListener("abort", () => (stoppedAtMs = performance.now()));
    const rows = "SELECT posexplode(split(space(8000), ' ')) AS (pos, text)";
    await expect(
      onHive(`SELECT count(*) FROM (${rows}) a CROSS JOIN (${rows}) b`, {
        signal: stop.signal,
        onProgress: (percent) => {
          if (seen.push(percent) === 1) setTimeout(() => stop.abort(new Error("stopped")), 200);
        },
      }),
    ).rejects.toThrow("stopped");
    expect(performance.now() - stoppedAtMs).toBeLessThan(1000);
    expect(seen[0]).toBe(0);
  });
});
