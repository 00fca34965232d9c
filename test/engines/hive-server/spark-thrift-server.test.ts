import { describe, expect, test } from "@jest/globals";
import { expectRefused, onHive } from "../helpers/on-hive.ts";

describe("HiveServerRunner on Spark Thrift Server", () => {
  test("every type, exact", async () => {
    const { types, rows, execution } =
      await onHive(`SELECT 1 AS a, 9007199254740993L AS b, cast(null AS bigint) AS c, -9223372036854775808L AS d,
        double('NaN') AS e, cast(0.1 AS float) AS f, true AS g, 'a "q" \u00e9' AS h,
        cast('12345678901234567890.12' AS decimal(38,2)) AS i, date'2024-02-29' AS j,
        timestamp'2024-02-29 12:34:56.789' AS k, x'00ff' AS l, array(9007199254740993L, null) AS m, map('a', 1) AS n,
        named_struct('x', 1, 'y', array('z')) AS o, cast(5 AS tinyint) AS p, cast(7 AS smallint) AS q, null AS r,
        array('un"escaped') AS s`);
    expect(execution.columns.map(({ name }) => name).join("")).toBe("abcdefghijklmnopqrs");
    expect(types).toEqual([
      "int",
      "bigint",
      "bigint",
      "bigint",
      "double",
      "float",
      "boolean",
      "string",
      "decimal(38,2)",
      "date",
      "timestamp",
      "binary",
      "array<bigint>",
      "map<string,int>",
      "struct<x:int,y:array<string>>",
      "tinyint",
      "smallint",
      "void",
      "array<string>",
    ]);
    expect(rows).toEqual([
      [
        1,
        9007199254740993n,
        null,
        -9223372036854775808n,
        NaN,
        0.1,
        true,
        'a "q" \u00e9',
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
        '["un"escaped"]',
      ],
    ]);
  });

  test.each<[sql: string, kind: string, message: string, at: [number, number] | null]>([
    ["-- first\nSELECT nix\nFROM range(3)", "COLUMN_NOT_FOUND", "`nix` cannot be resolved", [2, 8]],
    ["SELECT 1,\n  FORM x y z", "SYNTAX_ERROR", "Syntax error at or near 'y'", [2, 10]],
    ["SELECT *\nFROM nix", "TABLE_NOT_FOUND", "The table or view `nix` cannot be found", [2, 6]],
    ["SELECT foo(1)", "FUNCTION_NOT_FOUND", "Cannot resolve routine `foo`", [1, 8]],
    ["SELECT 1 / 0", "DIVISION_BY_ZERO", "Division by zero", null],
    ["SELECT cast('x' AS int)", "INVALID_CAST_ARGUMENT", "The value 'x'", null],
  ])("%s", async (sql, kind, message, at) => {
    await expectRefused(sql, { kind, message, at });
  });

  test("a running statement stops as soon as it is aborted", async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error("stopped")), 3000);
    let stoppedAtMs = 0;
    stop.signal.addEventListener("abort", () => (stoppedAtMs = performance.now()));
    await expect(
      onHive("SELECT count(*) FROM range(10000000) a CROSS JOIN range(1000000) b WHERE (a.id ^ b.id) = -1", {
        signal: stop.signal,
      }),
    ).rejects.toThrow("stopped");
    expect(performance.now() - stoppedAtMs).toBeLessThan(1000);
    // The server is free again: a short statement does not wait for the long one.
    const { rows } = await onHive("SELECT count(*) FROM range(10)");
    expect(rows).toEqual([[10n]]);
  });

  test("settings before the statement apply to it alone", async () => {
    const { rows } = await onHive("SET spark.sql.ansi.enabled=false;\nSELECT 1 / 0;");
    expect(rows).toEqual([[null]]);
    await expect(onHive("SELECT 1 / 0")).rejects.toMatchObject({ kind: "DIVISION_BY_ZERO" });
  });
});
