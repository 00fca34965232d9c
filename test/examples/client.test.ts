// One short example of each method of a client, a table of the service, a job, an engine's statement and a writer.
import { describe } from "@jest/globals";
import type { Client } from "../../src/core/client.ts";
import type { Job } from "../../src/core/job/job.ts";
import { sql } from "../../src/core/pandas-td.ts";
import { connect } from "../../src/core/connect.ts";
import type { ServiceTable } from "../../src/core/service-table.ts";
import type { SqlText } from "../../src/core/sql/sql-template.ts";
import { InsertIntoWriter, type Writer } from "../../src/core/writer.ts";
import { ENDLESS } from "../service/helpers/endless-statement.ts";
import { runningService } from "../integration/lib/running-service.ts";
import { testExamples, type Examples } from "./examples.ts";

const svc = runningService();
const job = async (): Promise<Job> => {
  const table = await svc.con.query("select 7 as n", { force_job: true });
  return svc.con.get_job(table.source?.job_id as number);
};

const client: Examples<Omit<Client, "target">> = {
  list_databases: async () => [(await svc.con.list_databases()).map(({ name }) => name), ["db1"]],
  create_database_if_not_exists: async () => [await svc.con.create_database_if_not_exists("db1"), false],
  exists: async () => [
    [await svc.con.exists("db1"), await svc.con.exists("db1", "none")],
    [true, false],
  ],
  load_table_from_dataframe: async () => {
    await svc.con.load_table_from_dataframe([{ time: 1700000000, host: "a" }], "db1.loaded");
    return [(await svc.con.query("select host from loaded")).array("host"), ["a"]];
  },
  list_tables: async () => {
    await svc.con.load_table_from_dataframe([{ host: "a" }], "listed");
    const found = (await svc.con.list_tables("db1")).find(({ name }) => name === "listed");
    return [
      [found?.count, found?.schema],
      [1, [{ name: "host", type: "string" }]],
    ];
  },
  on: async () => {
    const statuses: unknown[] = [];
    const stop = svc.con.on({ response: ({ what, status }) => statuses.push([what, status]) });
    await svc.con.list_databases();
    stop();
    await svc.con.list_databases();
    return [statuses, [["list databases", 200]]];
  },
  query: async () => [(await svc.con.query("select 7 as n")).objects(), [{ n: 7 }]],
  stream: async () => {
    let rows = 0;
    for await (const part of svc.con.stream("select n from unnest(sequence(1, 1000)) t(n)"))
      rows += part.numRows();
    return [rows, 1000];
  },
  list_jobs: async () => {
    const { job_id } = await job();
    return [(await svc.con.list_jobs({ to: 0 })).map((one) => one.job_id), [job_id]];
  },
  get_job: async () => [(await job()).status, "success"],
  get_table: async () => [(await svc.con.get_table("db1", "none")).table, "none"],
  close: async () => {
    const con = connect(svc.service.apikey, svc.service.url);
    con.close();
    return [await con.list_databases().catch((error: Error) => error.name), "ConfigError"];
  },
};
describe("a client", () => testExamples(client));

const table: Examples<ServiceTable> = {
  create: async () => {
    const table = await svc.con.get_table("db1", "made");
    await table.create(["host"], ["varchar"]);
    return [(await table.describe()).schema, [{ name: "host", type: "string" }]];
  },
  exists: async () => [await (await svc.con.get_table("db1", "none")).exists(), false],
  import_dataframe: async () => {
    const visits = await svc.con.get_table("db1", "visits");
    await visits.import_dataframe([{ host: "a" }, { host: "b" }]);
    return [(await visits.describe()).count, 2];
  },
  describe: async () => {
    const described = await svc.con.get_table("db1", "described");
    await described.create();
    const { db_name, name, count } = await described.describe();
    return [
      { db_name, name, count },
      { db_name: "db1", name: "described", count: 0 },
    ];
  },
  delete: async () => {
    const deleted = await svc.con.get_table("db1", "deleted");
    await deleted.create();
    await deleted.delete();
    return [await deleted.exists(), false];
  },
};
describe("a table of the service", () => testExamples(table));

const jobs: Examples<Job> = {
  poll: async () => [await (await job()).poll(), "success"],
  refresh: async () => [(await (await job()).refresh()).num_records, 1],
  wait: async () => [(await (await job()).wait({ timeout: 60 })).finished, true],
  kill: async () => {
    const running = svc.con.query(ENDLESS, { force_job: true }).catch((error: Error) => error.name);
    let found: Job | undefined;
    while (found === undefined)
      found = (await svc.con.list_jobs({ to: 0 })).find((one) => one.query.includes(ENDLESS));
    await found.kill();
    return [
      [await running, (await found.wait()).status],
      ["QueryError", "killed"],
    ];
  },
  result: async () => [(await (await job()).result()).objects(), [{ n: 7 }]],
  stream: async () => {
    const rows: unknown[] = [];
    for await (const part of (await job()).stream()) rows.push(...(part.objects() as unknown[]));
    return [rows, [{ n: 7 }]];
  },
  arrow: async () => [(await (await job()).arrow()) instanceof Uint8Array, true],
};
describe("a job", () => testExamples(jobs));

const statement: Examples<SqlText> = {
  render: () => [sql`select ${"it's"}`.render("hive"), "select 'it\\'s'"],
  toString: () => [sql`select ${[1, 2]}`.toString(), "select (1, 2)"],
};
describe("a statement with values", () => testExamples(statement));

const writer: Examples<Writer> = {
  write_dataframe: async () => {
    const writer = new InsertIntoWriter({ rows_per_insert: 1 });
    await svc.con.load_table_from_dataframe([{ host: "a" }, { host: "b" }], "inserted", { writer });
    return [(await svc.con.query("select host from inserted order by 1")).array("host"), ["a", "b"]];
  },
  close: () => {
    const writer = new InsertIntoWriter();
    writer.close();
    return [writer.closed, true];
  },
};
describe("a writer", () => testExamples(writer));
