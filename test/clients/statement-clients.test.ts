import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startService, type Service } from "../../src/service/start-service.ts";
import { describeClient } from "./describe-client.ts";
import { runPython, runScript } from "./run-script.ts";

let folder: string;
let service: Service;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-clients-"));
  service = await startService({ dataDir: join(folder, "data") });
});

afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

describeClient(
  "SQLAlchemy 2.1.9 and pandas 3.1.1 (trino 0.340.0)",
  () => runScript(service, "use_sqlalchemy.py"),
  {
    schemas: ["information_schema", "sqla"],
    tables: ["orders"],
    views: ["apples"],
    view: "select id from sqla.orders where item = 'apple'",
    has: [true, false],
    columns: [
      ["id", "BIGINT", true, null],
      ["item", "VARCHAR", true, null],
      ["price", "DECIMAL(10, 2)", true, null],
      ["at", "TIMESTAMP", true, null],
      ["tags", "ARRAY", true, null],
      ["day", "DATE", true, null],
    ],
    comment: { text: "bought" },
    keys: [{ name: null, constrained_columns: [] }, [], []],
    reflected: ["id", "item", "price", "at", "tags", "day"],
    select: [[1, "apple", "1.50", "2024-01-02 03:04:05.678000", ["x", "y"], "2024-01-02"]],
    limit: 2,
    insert: 1,
    made: [
      [1, "it's"],
      [2, null],
    ],
    update: 1,
    delete: 1,
    read_sql_table: { id: [1, 2], item: ["apple", null] },
    read_sql: { item: ["apple", null], n: [1, 1] },
    "read_sql chunks": [10, 10, 5],
    "to_sql fail": [2, 5],
    "to_sql append": [4, 5],
    "to_sql replace": [2, 5],
    "to_sql again": "Table 'frame' already exists.",
    error: ["ProgrammingError", "COLUMN_NOT_FOUND"],
    begin: "3",
    dropped: false,
  },
);

describeClient("trino 0.340.0 (Python)", () => runScript(service, "use_trino_dbapi.py"), {
  create: [null, []],
  insert: [2, "INSERT"],
  select: [[[1, "it's"]], ["n", "s"]],
  describe: [
    ["n", "bigint", 8, false],
    ["t", "varchar", 0, true],
    ["_col2", "bigint", 8, false],
  ],
  values: [
    [
      ...["True", "4611686018427387904", "-0.5", "1.50", "é'", "b'\\x01\\x02'", "2024-01-02"],
      ...["2024-01-02 03:04:05.678901", "None", "[1, 2]", "{'k': 'v'}", "(1, 'x')"],
    ],
  ],
  executemany: [4],
  "time zone": ["Asia/Tokyo", "2024-01-02 03:04:05+09:00"],
  "set time zone": ["America/New_York"],
  use: [["things"]],
  rollback: expect.stringMatching(/this service has no transactions/),
  count: [6],
  limit: ["EXCEEDED_TIME_LIMIT", "INSUFFICIENT_RESOURCES"],
  error: ["TABLE_NOT_FOUND", 46],
  drop: [],
});

describeClient("presto-python-client 0.8.4", () => runScript(service, "use_prestodb.py"), {
  select: [[1, "2024-01-02 03:04:05.678", [1], 0.5, null]],
  columns: [
    ["n", "bigint"],
    ["at", "timestamp"],
    ["l", "array(bigint)"],
    ["d", "double"],
    ["e", "unknown"],
  ],
  tables: [["things"]],
  "show columns": [
    ["n", "bigint", "", ""],
    ["at", "timestamp(3)", "", ""],
  ],
  error: "TABLE_NOT_FOUND",
  drop: [],
});

describeClient("ibis 12.0.0", () => runScript(service, "use_ibis.py"), {
  databases: true,
  catalogs: ["system", "td-presto"],
  tables: ["made"],
  schema: { g: "string", n: "int64", x: "float64" },
  sql: { g: ["b", "a"], m: [3, 4] },
  aggregate: { g: ["a", "b"], total: [4, 2], most: [2.5, null] },
  window: [0, 0, 1],
  join: { n: [1, 2, 3], label: ["first", null, "first"] },
  view: 2,
  overwritten: 1,
  truncated: 0,
  dropped: false,
});

describe("dbt-trino 1.10.6", () => {
  let project: string;

  beforeAll(async () => {
    project = join(folder, "dbt");
    await cp(join(import.meta.dirname, "dbt"), project, { recursive: true });
  });

  // In the second run the incremental model adds rows.
  test.each([
    ["debug", undefined],
    ["seed", "PASS=1 WARN=0 ERROR=0 SKIP=0"],
    ["run", "PASS=3 WARN=0 ERROR=0 SKIP=0"],
    ["run", "PASS=3 WARN=0 ERROR=0 SKIP=0"],
    ["run --full-refresh", "PASS=3 WARN=0 ERROR=0 SKIP=0"],
    ["test", "PASS=3 WARN=0 ERROR=0 SKIP=0"],
    ["docs generate", undefined],
  ])(
    "%s",
    async (command, counts) => {
      const dirs = ["--project-dir", project, "--profiles-dir", project];
      const output = await runPython(
        service,
        [
          ...["-m", "dbt.cli.main", "--no-use-colors", "--no-send-anonymous-usage-stats"],
          ...[...command.split(" "), ...dirs],
        ],
        { DO_NOT_TRACK: "1" },
      );
      expect(/PASS=\d+ WARN=\d+ ERROR=\d+ SKIP=\d+/.exec(output)?.[0]).toBe(counts);
    },
    120_000,
  );
});
