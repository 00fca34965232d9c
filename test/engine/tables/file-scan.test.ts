import { DuckDBInstance, type DuckDBConnection } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileScan, scanFault, typedScan } from "../../../src/engine/tables/file-scan.ts";

test("the first file's name tells the format, the caller more options of it", () => {
  const options = { csv: "sample_size = -1" };
  expect(fileScan(["/a/it's.csv.gz", "/a/b.csv"], options)).toBe(
    "read_csv(['/a/it''s.csv.gz', '/a/b.csv'], union_by_name = true, hive_partitioning = false, header = true, sample_size = -1)",
  );
  expect(fileScan(["/a.TSV"])).toBe(
    "read_csv(['/a.TSV'], union_by_name = true, hive_partitioning = false, header = true)",
  );
  expect(fileScan(["/a.parquet"], options)).toBe(
    "read_parquet(['/a.parquet'], union_by_name = true, hive_partitioning = false)",
  );
  expect(fileScan(["/a.ndjson"], options)).toBe(
    "read_json(['/a.ndjson'], union_by_name = true, hive_partitioning = false)",
  );
  expect(fileScan(["/a.txt"])).toBeNull();
  expect(fileScan([])).toBeNull();
});

describe("a file's columns and rows", () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-scan-"));
  let connection: DuckDBConnection;
  beforeAll(async () => {
    connection = await (await DuckDBInstance.create(":memory:")).connect();
    await connection.run("SET timezone = 'UTC'");
  });
  afterAll(() => {
    connection.closeSync();
    rmSync(folder, { recursive: true });
  });

  const read = async (
    text: string | Buffer,
    name = "file.csv",
    asTexts = false,
  ): Promise<[string, unknown[][]]> => {
    writeFileSync(join(folder, name), text);
    const scan = await typedScan(connection, [join(folder, name)], { asTexts });
    const reader = await connection.runAndReadAll(`FROM ${scan!}`);
    const columns = reader.columnNames().map((column, i) => `${column} ${String(reader.columnType(i))}`);
    return [columns.join(", "), reader.getRowsJson()];
  };

  test.each([
    [
      "lines that begin with # are rows",
      "tag,n\n#a,1\nb#c,2\n",
      "tag VARCHAR, n BIGINT",
      [
        ["#a", "1"],
        ["b#c", "2"],
      ],
    ],
    ["a quoted header with a comma", '"Amount, in EUR"\n1.5\n', "Amount, in EUR DOUBLE", [[1.5]]],
    ["semicolons, and decimal commas that stay texts", "a;b\n1,5;2\n", "a VARCHAR, b BIGINT", [["1,5", "2"]]],
    [
      "line ends of two kinds",
      'a,b\r\n1,"x\ny"\r\n2,z\r\n',
      "a BIGINT, b VARCHAR",
      [
        ["1", "x\ny"],
        ["2", "z"],
      ],
    ],
    [
      "a byte order mark, an empty line",
      "\ufeffa,b\r\n1,2\r\n\r\n3,4\r\n",
      "a BIGINT, b BIGINT",
      [
        ["1", "2"],
        ["3", "4"],
      ],
    ],
    [
      "integers past 2^63",
      "id\n18446744073709551615\n-5\n",
      "id DECIMAL(38,0)",
      [["18446744073709551615"], ["-5"]],
    ],
    ["numbers that a double can't hold", "x\n1e400\n1\n", "x VARCHAR", [["1e400"], ["1"]]],
    [
      "numbers as the service writes them",
      "x\n0.1\nNaN\n-Infinity\n\n1e-3\n",
      "x DOUBLE",
      [[0.1], ["NaN"], ["-Infinity"], [null], [0.001]],
    ],
    ["codes", "zip\n00501\n10001\n", "zip VARCHAR", [["00501"], ["10001"]]],
    [
      "days that may be months stay texts",
      "d,e\n02/03/2024,02-03-24\n",
      "d VARCHAR, e VARCHAR",
      [["02/03/2024", "02-03-24"]],
    ],
    [
      "ISO's days, but for one that does not exist",
      "d,e\n2024-02-29,2023-02-29\n,\n",
      "d DATE, e VARCHAR",
      [
        ["2024-02-29", "2023-02-29"],
        [null, null],
      ],
    ],
    [
      "ISO's times",
      "t,z,c\n2024-02-29T12:00,2024-02-29 12:00:00+09:00,07:30\n2024-03-01,2024-02-29T12:00:00Z,23:59:59.5\n",
      "t TIMESTAMP, z TIMESTAMP WITH TIME ZONE, c TIME",
      [
        ["2024-02-29 12:00:00", "2024-02-29 03:00:00+00", "07:30:00"],
        ["2024-03-01 00:00:00", "2024-02-29 12:00:00+00", "23:59:59.5"],
      ],
    ],
    [
      "a text behind many numbers",
      `n\n${"1\n".repeat(30_000)}end\n`,
      "n VARCHAR",
      expect.arrayContaining([["end"]]),
    ],
    [
      "a time behind many days",
      `d\n${"2024-01-01\n".repeat(2_000)}2024-01-01 10:00\n`,
      "d TIMESTAMP",
      expect.arrayContaining([["2024-01-01 10:00:00"]]),
    ],
  ])("%s", async (_title, text, columns, rows) => {
    expect(await read(text)).toEqual([columns, rows]);
  });

  test("whole numbers of JSON past 64 bits keep their digits", async () => {
    const rows = [
      '{"id": 12345678901234567890, "n": 1, "x": 1.5, "day": "2024-05-06", "o": {"it\'s": 1}}',
      '{"id": -99999999999999999999, "n": 2, "x": 20000000000000000000, "day": "2024-05-07", "o": null}',
    ];
    expect(await read(rows.join("\n"), "large.jsonl")).toEqual([
      'id DECIMAL(38,0), n BIGINT, x DOUBLE, day DATE, o STRUCT("it\'s" BIGINT)',
      [
        ["12345678901234567890", "1", 1.5, "2024-05-06", { "it's": "1" }],
        ["-99999999999999999999", "2", 2e19, "2024-05-07", null],
      ],
    ]);
  });

  test("texts of JSON are days and times in ISO's form only", async () => {
    const row = {
      ...{
        day: "2024-05-06",
        time: "07:08:09",
        at: "2024-05-06T07:08:09",
        instant: "2024-05-06T07:08:09+02:00",
      },
      ...{ unsure: "02-03-24", number: "7", huge: "1e400", list: ["02-03-24"], object: { DATE: "02-03-24" } },
    };
    expect(await read(JSON.stringify(row).replace('"1e400"', "1e400"), "days.jsonl")).toEqual([
      'day DATE, time TIME, at TIMESTAMP, instant TIMESTAMP WITH TIME ZONE, unsure VARCHAR, number VARCHAR, huge VARCHAR, list VARCHAR[], object STRUCT("DATE" VARCHAR)',
      [
        [
          ...["2024-05-06", "07:08:09", "2024-05-06 07:08:09", "2024-05-06 05:08:09+00"],
          ...["02-03-24", "7", "1e400", ["02-03-24"], { DATE: "02-03-24" }],
        ],
      ],
    ]);
    const [columns] = await read('{"day": "02-03-24", "x": 1.50}', "texts.jsonl", true);
    expect(columns).toBe("day VARCHAR, x VARCHAR");
  });

  test("names that differ in their case, or are empty, have their values", async () => {
    const [columns, rows] = await read('{"a": 1, "A": 2.5, "": 3}', "names.jsonl");
    expect([columns, rows]).toEqual(["a BIGINT, A_1 DOUBLE, C2 BIGINT", [["1", 2.5, "3"]]]);
  });

  test("a name that only the last of many rows has is a column", async () => {
    const many = Array.from({ length: 25_000 }, (_, n) => `{"n": ${n}}`);
    const large = many.map((_, n) => `{"n": 1234567890123456789${n}}`);
    expect((await read([...many, '{"n": 1, "late": "a"}'].join("\n"), "late.jsonl"))[0]).toBe(
      "n BIGINT, late VARCHAR",
    );
    expect((await read([...large, '{"n": 1, "late": "a"}'].join("\n"), "large-late.jsonl"))[0]).toBe(
      "n DECIMAL(38,0), late VARCHAR",
    );
  });

  test("doubles of JSON stay doubles, also when their first rows are whole", async () => {
    const rows = [...Array.from({ length: 1500 }, () => '{"x": 99999999999999999999}'), '{"x": 0.5}'];
    const [columns] = await read(rows.join("\n"), "doubles.jsonl");
    expect(columns).toBe("x DOUBLE");
  });

  test("a field may be a document of several megabytes", async () => {
    const document = "x".repeat(9 * 2 ** 20);
    const [columns, rows] = await read(`id,document\n1,${document}\n2,y\n`, "long.csv");
    expect(columns).toBe("id BIGINT, document VARCHAR");
    expect(rows.map(([id, text]) => [id, (text as string).length])).toEqual([
      ["1", document.length],
      ["2", 1],
    ]);
  });

  test("a table's columns say the types of texts, tabs are of .tsv", async () => {
    expect(await read("a\tb\n1\tx,y\n", "file.tsv", true)).toEqual(["a VARCHAR, b VARCHAR", [["1", "x,y"]]]);
  });

  test.each([
    ["more fields than names", "a,b\n1,2,3\n4,5,6\n"],
    ["fewer fields than names", "a,b,c\n1,2\n4,5\n"],
    ["one line of many", `a,b\n${"1,2\n".repeat(100)}1\n`],
    ["decimal commas", "n\n1,5\n2,5\n"],
    ["a title above the names", "Report, 2024, all\na,b\n1,2\n"],
    ["a quote that does not end", 'a,b\n"1,2\n3,4\n'],
  ])("%s: no row is taken for the header, and no line for a column", async (_title, text) => {
    await expect(read(text)).rejects.toThrow("a line has more or fewer fields than the first line");
  });

  test.each([
    ["latin1", Buffer.from("id,n\n1,caf\xe9\n", "latin1")],
    ["UTF-16", Buffer.from("\ufeffid,n\n1,caf\xe9\n", "utf16le")],
  ])("%s is named as such", async (_title, bytes) => {
    await expect(read(bytes)).rejects.toThrow("not utf-8");
  });
});

test("an engine's complaint is told without its options", () => {
  expect(
    scanFault(
      "Invalid Input Error: CSV Error on Line: 2\nOriginal Line: 1,2\nThis file is not utf-8 encoded.\n\nPossible Solution: ignore_errors=true",
    ),
  ).toBe("CSV Error on Line: 2 This file is not utf-8 encoded.");
});
