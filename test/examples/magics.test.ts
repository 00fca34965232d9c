// One short example of each function of svclib/pandas_td/ipython.
import { afterAll, beforeAll, beforeEach, describe, expect } from "@jest/globals";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as ipython from "../../src/magics/ipython.ts";
import { runningService } from "../integration/lib/running-service.ts";
import { recordingHost, type RecordingHost } from "../magics/helpers/recording-host.ts";
import { testExamples, type Examples } from "./examples.ts";
import { tableOf } from "../core/table/table-of.ts";

const { magic_context } = ipython;
const svc = runningService();
let host: RecordingHost;
let folder: string;
const shown = (): unknown[] => host.shown.map((bundle) => bundle["text/plain"]);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-examples-"));
  magic_context.connection = svc.con;
  await svc.con.load_table_from_dataframe([{ time: 1700000000, host: "a", n: 1 }], "db1.visits");
});
afterAll(async () => {
  magic_context.connection = null;
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  host = recordingHost();
});

const visits = tableOf(
  { time: [1700000000, 1700086400], host: ["a", "b"], n: [1, null] },
  {
    types: { time: "bigint", host: "varchar", n: "bigint" },
  },
);
const days = [new Date("2023-11-14T22:13:20Z"), new Date("2023-11-15T22:13:20Z")];

const examples: Examples<typeof ipython> = {
  display: () => {
    ipython.display("hello");
    return [host.shown, [{ "text/plain": "hello" }]];
  },
  show_code: () => {
    ipython.show_code("let a = 1;");
    return [shown(), ["let a = 1;"]];
  },
  show_spec: () => {
    ipython.show_spec([
      ["host", "varchar"],
      ["n", "bigint"],
    ]);
    return [shown(), [expect.stringContaining('"mark": "bar"')]];
  },
  engine_on: () => {
    const { type, database } = ipython.engine_on(svc.con, "hive:web");
    return [
      [type, database],
      ["hive", "web"],
    ];
  },
  job_engine: () => [ipython.job_engine(svc.con).client, svc.con],
  load_ipython_extension: async () => [await ipython.load_ipython_extension(), undefined],
  lsmagic: () => [ipython.lsmagic().object(), expect.objectContaining({ magic: "%svc_databases" })],
  magic_help: () => {
    ipython.magic_help("lsmagic");
    return [shown(), [expect.stringMatching(/^usage: %lsmagic/)]];
  },
  svc_databases: async () => [(await ipython.svc_databases("db*")).array("name"), ["db1"]],
  svc_tables: async () => [
    (await ipython.svc_tables("db1.visits")).select("db_name", "name", "count").objects(),
    [{ db_name: "db1", name: "visits", count: 1 }],
  ],
  svc_jobs: async () => {
    await svc.con.query("select 7", { force_job: true });
    return [
      (await ipython.svc_jobs()).select("status", "type").object(),
      { status: "success", type: "presto" },
    ];
  },
  svc_profile: async () => [(await ipython.svc_profile("db1.visits")).array("column"), ["time", "host", "n"]],
  svc_use: async () => {
    await ipython.svc_use("db1");
    return [
      [magic_context.database, [...host.variables.keys()]],
      ["db1", ["visits", "magic_tables"]],
    ];
  },
  plot: () => [ipython.plot(visits, { mark: "bar", x: "host", y: "n" }).spec["mark"], "bar"],
  show_plot: () => {
    ipython.show_plot(visits, { mark: "bar", x: "nope" });
    return [host.printed, [expect.stringMatching(/^stderr: WARNING: no chart: .*nope/)]];
  },
  verbose_progress: () => [ipython.verbose_progress(), undefined],
  check_file: async () => [await ipython.check_file(join(folder, "new.csv")), undefined],
  dropna: () => [ipython.dropna(tableOf({ a: [1, 2], b: [null, NaN] })).columnNames(), ["a"]],
  pivot: () => [ipython.pivot(visits.select("time", "host", "n")).columnNames(), ["time", "a", "b"]],
  save: async () => {
    await ipython.save(visits.select("host", "n"), join(folder, "visits.csv"));
    return [await readFile(join(folder, "visits.csv"), "utf8"), "host,n\na,1\nb,\n"];
  },
  say_result: () => {
    ipython.say_result(visits, "visits");
    return [host.printed, ["stdout: visits: 2 rows x 3 columns\n"]];
  },
  set_timezone: () => {
    const local = ipython.set_timezone(ipython.time_index(ipython.time_to_date(visits)), "Asia/Tokyo");
    ipython.display(local);
    return [shown(), [expect.stringContaining("2023-11-15 07:13:20+09:00")]];
  },
  time_index: () => [ipython.time_index(visits).index, ["time"]],
  time_to_date: () => [ipython.time_to_date(visits).array("time"), days],
};
describe("svclib/pandas_td/ipython", () => testExamples(examples));

const table: Examples<ipython.MagicTable> = {
  read: async () => {
    const [record] = await svc.con.list_tables("db1");
    const rows = await new ipython.MagicTable(record as NonNullable<typeof record>).read();
    return [rows.objects(), [{ time: days[0], host: "a", n: 1 }]];
  },
};
describe("a table that %svc_use binds", () => testExamples(table));

const context: Examples<Omit<ipython.MagicContext, "onDatabase">> = {
  connect: () => [magic_context.connect(), svc.con],
};
describe("the context of the magics", () => testExamples(context));
