import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startService, type Service } from "../../../src/service/start-service.ts";
import { describeClient, runSteps, type Steps } from "../../clients/describe-client.ts";

const run = promisify(execFile);
const env = (name: string): string => process.env[name] ?? "";

let folder: string;
let service: Service;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-java-"));
  service = await startService({ dataDir: folder });
});

afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

/** Compiles and runs a program of this folder. */
const useJava = (classPath: string, program: string, args: readonly string[]): Promise<Steps> =>
  runSteps(env("JAVA"), ["-cp", classPath, join(import.meta.dirname, program), ...args]);

const useJdbc = (driver: string, kind: "trino" | "presto"): Promise<Steps> =>
  useJava(driver, "UseJdbc.java", [
    `jdbc:${kind}://${new URL(service.url).host}/td-presto/default`,
    service.apikey,
  ]);

const BOTH = {
  url: "true",
  catalogs: "[system, td-presto]",
  schemas: "[jdbc_db td-presto]",
  "all schemas": "true",
  tables: "[orders TABLE, apples VIEW]",
  "only tables": "[orders]",
  columns:
    "[id -5 bigint 19 null 1 the key, item 12 varchar 2147483647 null 2 null, price 3 decimal(10,2) 10 2 3 null, at 93 timestamp(3) 25 3 4 null, tags 2003 array(varchar) null null 5 null]",
  "table types": "[TABLE, VIEW]",
  types: "true",
  procedures: "[]",
  "procedure columns": "[]",
  "super tables": "[]",
  "super types": "[]",
  udts: "[]",
  attributes: "[]",
  "pseudo columns": "[]",
  create: "false",
  insert: "3",
  update: "1",
  delete: "1",
  select: "[2 x, 3 null]",
  syntax: "1 line 1:1: expected a statement, found 'selec'",
  missing: "46 line 1:15: table 'jdbc_db.nothing' does not exist",
  alter: "0",
  drop: "0",
  typed: "9223372036854775807 1.50 2024-01-02 03:04:05 2024-01-02 03:04:05.678 2024-01-02 12:04:05.678",
  "many rows": "500050000",
  "prepared insert": "1",
  "prepared nulls": "1",
  "prepared select": "[-1 it's 12345678.90 2024-01-02 2024-01-02 03:04:05.678 true -0.5]",
  use: "jdbc_db",
  used: "[apples, orders, typed]",
  "other catalog": "[TABLE, VIEW]",
  "set session": "0",
  "reset session": "0",
  "session zone": "[Asia/Tokyo true]",
  prepare: "false",
  execute: "[42]",
  deallocate: "false",
  explain: "true",
  timeout: "stopped",
  cancelled: "true",
  "in a transaction": "1",
  rollback: "true",
  stays: "[2]",
};

describeClient("trino-jdbc 476", () => useJdbc(env("TRINO_JDBC"), "trino"), {
  ...BOTH,
  product: "Trino",
  keys: "[]",
  described: "n:bigint s:varchar d:decimal(10,2) day:date ts:timestamp b:boolean f:double",
  parameters: "2",
  values: expect.stringMatching(
    /z timestamp\(3\) with time zone 2014 2024-01-02 12:04:05\.678.* r row\(i bigint,s varchar\) 2000 \{i=1, s=x\}/,
  ),
});

describeClient("presto-jdbc 0.292", () => useJdbc(env("PRESTO_JDBC"), "presto"), {
  ...BOTH,
  product: "Presto",
  keys: "not supported by the driver",
  described: "n:bigint s:varchar d:decimal(10,2) day:date ts:timestamp(3) b:boolean f:double",
  values: expect.stringMatching(
    /z TIMESTAMP WITH TIME ZONE 93 2024-01-02 12:04:05\.678.* r ROW\(I BIGINT,S varchar\) 2000 \{i=1, s=x\}/,
  ),
});

describe("Trino command line 476", () => {
  test("statements", async () => {
    const statements = [
      "select current_timezone()",
      "show catalogs",
      "create schema cli_db",
      "create table cli_db.made as select 1 as n",
      "prepare p from select ? + 1",
      "execute p using 2",
      "set time zone 'America/New_York'",
      "select current_timezone(), count(*) from cli_db.made",
      "drop schema cli_db cascade",
    ];
    const args = ["--server", service.url, "--user", service.apikey, "--catalog", "td-presto", "--timezone"];
    const { stdout } = await run(env("JAVA"), [
      ...["-jar", env("TRINO_CLI"), ...args, "Asia/Tokyo", "--output-format", "CSV", "--execute"],
      statements.join(";"),
    ]);
    // The outcome of a statement without rows is printed to standard error.
    expect(stdout.trim().split("\n")).toEqual([
      '"Asia/Tokyo"',
      '"system"',
      '"td-presto"',
      '"3"',
      '"America/New_York","1"',
    ]);
  });
});

describeClient(
  "td-client 1.1.1 (Java)",
  () => {
    const { hostname, port } = new URL(service.url);
    return useJava(env("TD_CLIENT"), "UseTdClient.java", [hostname, port, service.apikey]);
  },
  {
    status: '{"status":"ok"}',
    user: "local true",
    key: "true",
    users: "[local]",
    databases: "[java_db]",
    database: "java_db administrator",
    table: "visits 0 [n:long, s:string, l:array<double>, x:double]",
    swapped: "[other 0 [n:long, s:string, l:array<double>, x:double], visitors 0 []]",
    renamed: "[visitors 0 [n:long, s:string, l:array<double>, x:double]]",
    exists: "true false false",
    distribution: "false",
    presto:
      'SUCCESS presto java_db 2 [["n","bigint"],["s","varchar(1)"],["d","double"],["l","array(integer)"]]',
    "msgpack.gz": '[[1,"é",0.5,[1,2]], [9223372036854775807,null,null,null]]',
    msgpack: '[[1,"é",0.5,[1,2]], [9223372036854775807,null,null,null]]',
    "result size": "true",
    csv: '1,é,0.5,"[1,2]"\\n9223372036854775807,,,\\n',
    tsv: "1\té\t0.5\t[1,2]\\n9223372036854775807\t\t\t\\n",
    json: '[1,"\\u00e9",0.5,[1,2]]\\n[9223372036854775807,null,null,null]\\n',
    hive: "hive 3,a-b\\n",
    failed: "ERROR COLUMN_NOT_FOUND: line 1:8: column 'nothing' cannot be resolved",
    killed: "KILLED",
    "scheduled time": "1700000000\\n",
    "domain key": "true",
    "domain key again": "true",
    jobs: "[presto SUCCESS, presto KILLED, presto ERROR, hive SUCCESS, presto SUCCESS]",
    "import 0": "java_db streamed 00000000-0000-4000-8000-000000000001",
    "import 1": "java_db streamed 00000000-0000-4000-8000-000000000001",
    imported: '[[1700000000,1,"row 1"], [1700003600,2,"row 2"]]',
    parts: "[one, two]",
    frozen: "true",
    performed: "none SUCCESS READY 2 1 2 0 true",
    "error records": "true",
    sessions: "[java_session COMMITTED]",
    "no sessions": "0",
    loaded: '[[1700000000,1,"row 1"], [1700003600,2,"row 2"]]',
    "partial delete": "1700002800 1700006400 SUCCESS",
    left: "[[1]]",
    "no database":
      "TDClientHttpNotFoundException: [TARGET_NOT_FOUND] [404:Not Found] API request to /v3/table/list/nowhere has failed: Database nowhere does not exist",
    "no table":
      "TDClientHttpNotFoundException: [TARGET_NOT_FOUND] [404:Not Found] API request to /v3/table/show/java_db/nothing has failed: Table java_db.nothing does not exist",
    "database again":
      "TDClientHttpConflictException: [TARGET_ALREADY_EXISTS] [409:Conflict] API request to /v3/database/create/java_db has failed: Database java_db already exists",
    "table again":
      "TDClientHttpConflictException: [TARGET_ALREADY_EXISTS] [409:Conflict] API request to /v3/table/create/java_db/visitors/log has failed: Table java_db.visitors already exists",
    schema:
      "TDClientHttpException: [INVALID_INPUT] [422:Unprocessable Entity] API request to /v3/table/update-schema/java_db/visitors has failed: Column s of java_db.visitors can't become long: 1 of its values have no such form.",
    "no job":
      "TDClientHttpNotFoundException: [TARGET_NOT_FOUND] [404:Not Found] API request to /v3/job/status/999999999 has failed: Job 999999999 does not exist.",
    pig: "TDClientHttpException: [CLIENT_ERROR] [400:Bad Request] API request to /v3/job/issue/pig/java_db has failed: Unsupported job type pig; use presto, trino or hive.",
    "result output":
      "TDClientHttpException: [INVALID_INPUT] [422:Unprocessable Entity] API request to /v3/job/issue/presto/java_db has failed: Result export (the field result) is not supported; download the result instead.",
    "no session":
      "TDClientHttpNotFoundException: [TARGET_NOT_FOUND] [404:Not Found] API request to /v3/bulk_import/perform/nothing has failed: Bulk import session nothing does not exist",
    "saved query":
      "TDClientHttpNotFoundException: [TARGET_NOT_FOUND] [404:Not Found] API request to /v3/schedule/run/daily/1700000000 has failed: Schedule daily does not exist; this local service has none.",
    "saved queries": "[]",
    connection:
      "TDClientHttpNotFoundException: [TARGET_NOT_FOUND] [404:Not Found] API request to /v3/connections/lookup?name=warehouse has failed: Result connection warehouse does not exist; this local service has none.",
    "bulk load":
      "TDClientHttpNotFoundException: [TARGET_NOT_FOUND] [404:Not Found] API request to /v3/bulk_loads/nightly/jobs has failed: Connector nightly does not exist; this local service has none.",
    "wrong key":
      "TDClientHttpUnauthorizedException: [AUTHENTICATION_FAILURE] [401:Unauthorized] API request to /v3/database/list has failed: This service does not know the API key.",
    "delete database": "false",
  },
);
