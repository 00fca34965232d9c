import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startService, type Service } from "../../../src/service/start-service.ts";

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

/** What {@link UseJdbc.java} printed, by step. */
async function useJdbc(driver: string, kind: "trino" | "presto"): Promise<Record<string, string>> {
  const program = join(import.meta.dirname, "UseJdbc.java");
  const url = `jdbc:${kind}://${new URL(service.url).host}/td-presto/default`;
  const { stdout } = await run(env("JAVA"), ["-cp", driver, program, url, service.apikey]);
  const steps = stdout.split("\n").filter((line) => line.startsWith("STEP "));
  return Object.fromEntries(steps.map((line) => line.slice(5).split("\t") as [string, string]));
}

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
  values: expect.stringContaining("| l "),
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

test("trino-jdbc", async () => {
  const steps = await useJdbc(env("TRINO_JDBC"), "trino");
  expect(steps).toEqual({
    ...BOTH,
    product: "Trino",
    keys: "[]",
    described: "n:bigint s:varchar d:decimal(10,2) day:date ts:timestamp b:boolean f:double",
    parameters: "2",
  });
  expect(steps["values"]).toContain("z timestamp(3) with time zone 2014 2024-01-02 12:04:05.678");
  expect(steps["values"]).toContain("r row(i bigint,s varchar) 2000 {i=1, s=x}");
});

test("presto-jdbc", async () => {
  const steps = await useJdbc(env("PRESTO_JDBC"), "presto");
  expect(steps).toEqual({
    ...BOTH,
    product: "Presto",
    keys: "not supported by the driver",
    described: "n:bigint s:varchar d:decimal(10,2) day:date ts:timestamp(3) b:boolean f:double",
  });
  expect(steps["values"]).toContain("z TIMESTAMP WITH TIME ZONE 93 2024-01-02 12:04:05.678");
  expect(steps["values"]).toContain("r ROW(I BIGINT,S varchar) 2000 {i=1, s=x}");
});

test("the Trino command line", async () => {
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
  // What a statement without rows did goes to standard error.
  expect(stdout.trim().split("\n")).toEqual([
    '"Asia/Tokyo"',
    '"system"',
    '"td-presto"',
    '"3"',
    '"America/New_York","1"',
  ]);
});
