import { cp, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { connect, create_engine, read_svc_query } from "../../../src/core/pandas-td.ts";
import { exportData, importData } from "../../../src/service/files/move-data.ts";
import { startService } from "../../../src/service/start-service.ts";
import { longTest } from "../../jest/short-form.ts";

let home: string;
const at = (...names: string[]): string => join(home, ...names);
beforeEach(async () => (home = await mkdtemp(join(tmpdir(), "svc-move-"))));
afterEach(() => rm(home, { recursive: true }));

const VALUES = `select 1 as time, tinyint '1' as a, bigint '9223372036854775807' as b, real '1.5' as c, cast('1.1' as decimal(38,10)) as d,
  true as e, cast('abc' as char(5)) as f, x'00ff' as g, date '9999-12-31' as h, timestamp '2024-01-01 01:02:03.123456' as i,
  time '01:02:03.123' as j, interval '3' month as k, interval '25' hour as l, array[1, null] as m, map(array['a'], array[1]) as n,
  cast(row(1, 'b') as row(x bigint, y varchar)) as o, json '{"a":1}' as p, uuid '12151fd2-7586-11e9-8f9e-2a86e4085a59' as q, nan() as r, 'é😀' as s`;

interface Opened {
  readonly apikey: string;
  /** Rows of a query, as objects. */
  rows(sql: string): Promise<unknown>;
  /** Ids of all jobs, the newest first. */
  jobs(): Promise<readonly number[]>;
  close(): Promise<void>;
}

async function open(dataDir: string): Promise<Opened> {
  const service = await startService({ dataDir });
  const con = connect(service.apikey, service.url, { database: "shop" });
  await con.create_database_if_not_exists("shop");
  return {
    apikey: service.apikey,
    rows: async (sql) => (await read_svc_query(sql, create_engine("presto:shop", con))).objects(),
    jobs: async () => (await con.list_jobs()).map(({ job_id }) => Number(job_id)),
    close: async () => {
      con.close();
      await service.close();
    },
  };
}

async function fill(service: Opened): Promise<void> {
  for (const statement of [
    `create table every_type as ${VALUES}`,
    "create table empty_one (a bigint comment 'of a', b array(varchar)) comment 'no rows yet'",
    "create view firsts as select s, regexp_like(s, '^.') as yes from every_type",
  ])
    await service.rows(statement);
}

const QUESTIONS = [
  "select * from every_type",
  "select * from firsts",
  "show create table empty_one",
  "show create view firsts",
];
async function answers(service: Opened): Promise<unknown[]> {
  const rows: unknown[] = [];
  for (const question of QUESTIONS) rows.push(await service.rows(question));
  return rows;
}

test("tables, views, comments, jobs and keys are the same in the new folder, and ids go on", async () => {
  const former = await open(at("data"));
  await fill(former);
  const before = await answers(former);
  const jobs = await former.jobs();
  await former.close();
  // A slash at the end, as shells complete the names of folders.
  await exportData(`${at("data")}/`, `${at("out")}/`);
  await rename(at("out"), at("elsewhere"));
  await importData(`${at("elsewhere")}/`, `${at("data")}/`);

  const next = await open(at("data"));
  expect(next.apikey).toBe(former.apikey);
  expect(await next.jobs()).toEqual(jobs);
  expect(await answers(next)).toEqual(before);
  expect(Math.max(...(await next.jobs()))).toBeGreaterThan(Math.max(...jobs));
  await next.close();
  expect((await readdir(home)).sort()).toEqual(["data", "data.before", "elsewhere"]);
});

test("an import that was interrupted before its last step is finished by the next one", async () => {
  const service = await open(at("data"));
  await fill(service);
  const before = await answers(service);
  await service.close();
  await exportData(at("data"), at("out"));
  await importData(at("out"), at("data"));
  // As it is between the two renames.
  await rename(at("data"), at("data.part"));
  await importData(at("out"), at("data"));
  const next = await open(at("data"));
  expect(await answers(next)).toEqual(before);
  await next.close();
});

longTest("what an interrupted export or import left is replaced", async () => {
  await (await open(at("data"))).close();
  for (const left of ["out.part", "copy.part"]) await cp(at("data"), at(left), { recursive: true });
  await rm(at("copy.part", "format.json"));
  await exportData(at("data"), at("out"));
  await importData(at("out"), at("copy"));
  await (await open(at("copy"))).close();
});

test("refuses a folder in use, a target that is there, and what is no export; the data stays", async () => {
  const service = await open(at("data"));
  await expect(exportData(at("data"), at("out"))).rejects.toThrow(/in use/);
  await service.close();
  await exportData(at("data"), at("out"));
  await expect(exportData(at("data"), at("out"))).rejects.toThrow(/out exists; name a new folder/);
  await expect(importData(at("data"), at("other"))).rejects.toThrow(/data is no export of a data folder/);
  await importData(at("out"), at("data"));
  await expect(importData(at("out"), at("data"))).rejects.toThrow(
    /data\.before is there from an earlier import/,
  );
  await (await open(at("data"))).close();
});
