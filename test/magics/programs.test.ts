import { CellPlan } from "../../src/magics/cell/cell-plan.ts";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import * as pandas from "../../src/core/pandas-td.ts";
import type { Table } from "../../src/core/table/table.ts";
import { translateCell } from "../../src/magics/cell/translate-cell.ts";
import { timeZoneOf } from "../../src/core/table/columns/column-display.ts";
import * as ipython from "../../src/magics/ipython.ts";
import { startService } from "../../src/service/start-service.ts";
import { recordingHost, type RecordingHost } from "./helpers/recording-host.ts";
import { isShort, longTest, partOf } from "../jest/short-form.ts";

let folder: string;
let service: Awaited<ReturnType<typeof startService>>;
let host: RecordingHost;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-programs-"));
  service = await startService({ dataDir: join(folder, "data"), port: 0 });
  ipython.magic_context.connection = pandas.connect(service.apikey, service.url);
  await ipython.magic_context.connection.create_database_if_not_exists("web");
});
afterAll(async () => {
  ipython.magic_context.connection = null;
  await service.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  host = recordingHost();
});

const AsyncFunction = Object.getPrototypeOf(async () => Promise.resolve()) as {
  constructor: typeof Function;
};

/** Runs a magic's program as a notebook would, with its variables; returns its value. */
async function run(code: string, variables: Record<string, unknown> = {}): Promise<unknown> {
  const modules: Record<string, unknown> = {
    "svclib/pandas_td": pandas,
    "svclib/pandas_td/ipython": ipython,
  };
  const load = (name: string): Promise<unknown> => Promise.resolve(modules[name]);
  const body = `return ${code
    .trim()
    .replace(/^let \w+ = /, "")
    .replaceAll("await import(", "await load(")}`;
  const program = AsyncFunction.constructor("load", ...Object.keys(variables), body) as (
    ...values: unknown[]
  ) => Promise<unknown>;
  return program(load, ...Object.values(variables));
}

const QUERY = `select * from (values
  (1714979289, 'AAPL', 2e0, '\`$\{x}\\'), (1714982889, 'it''s', 35e-1, null)
) as t(time, symbol, close, note)`;

async function runCell(cell: string, variables: Record<string, unknown> = {}): Promise<unknown> {
  return run(
    translateCell(new CellPlan(cell), { database: "web", bound: new Set(Object.keys(variables)) })(),
    variables,
  );
}

const rows = (table: unknown): unknown[][] =>
  (table as Table).objects().map((row): unknown[] => Object.values(row as object));

test("a query's result with time as index; its text is passed unchanged", async () => {
  const table = (await runCell(`%%svc_presto\n${QUERY}`)) as Table;
  expect(table.index).toEqual(["time"]);
  expect(rows(table)).toEqual([
    [new Date("2024-05-06T07:08:09Z"), "AAPL", 2, "`${x}\\"],
    [new Date("2024-05-06T08:08:09Z"), "it's", 3.5, null],
  ]);
});

/** Shown code as a body that returns the value of its last line. */
const asBody = (shown: string): string =>
  shown
    .replace(/^import \{(.*)\} from ("\S+");$/gm, (_, names: string, module: string) => {
      return `const {${names.replaceAll(" as ", ": ")}} = await import(${module});`;
    })
    .replace(/\n(?:let \w+ = )?([^\n]+);$/, "\nreturn $1;");

test("--dry-run shows what runs, in lines that do the same", async () => {
  await runCell(`%%svc_presto web -n -o df -T Asia/Tokyo\n${QUERY}`);
  const shown = String(host.shown[0]?.["text/plain"]);
  const table = (await run(`(async () => {${asBody(shown)}})()`)) as Table;
  expect(rows(table)).toEqual(rows(await runCell(`%%svc_presto web\n${QUERY}`)));
  expect(timeZoneOf(table.data()["time"])).toBe("Asia/Tokyo");
});

describe("values of variables", () => {
  test.each<[string, unknown, unknown]>([
    ["text", `it's -- "x" {y} \\`, `it's -- "x" {y} \\`],
    ["numbers", -1.5, -1.5],
    ["exact integers", 9007199254740993n, 9007199254740993n],
    ["booleans", true, true],
    ["nothing", null, null],
  ])("%s", async (_, value, expected) => {
    for (const magic of ["%%svc_presto", "%%svc_hive"]) {
      expect(rows(await runCell(`${magic}\nselect {v} as v`, { v: value }))).toEqual([[expected]]);
    }
  });

  test("fields, and names of columns and tables", async () => {
    const variables = { day: { first: { at: 3 } }, columns: ["symbol", 'Clo"se'], t: "web.named" };
    const created = 'create table web.named as select 3 as n, \'a\' as symbol, 1 as "clo""se"';
    await runCell(`%%svc_presto -q\n${created}`);
    const cell = "%%svc_presto\nselect {columns:id} from {t:id} where n = {day.first.at} -- {t.x}";
    expect(rows(await runCell(cell, variables))).toEqual([["a", 1]]);
    await expect(
      runCell("%%svc_presto\nselect {t:id} as {columns:id}", { t: 1, columns: [] }),
    ).rejects.toThrow("sql.id takes the name of a column or a table, or a list of such names");
    expect(
      rows(await runCell("%%svc_presto\nselect '{\"a.b\": {c.d}}' as {columns:id}", { columns: "j" })),
    ).toEqual([['{"a.b": {c.d}}']]);
    await runCell("%%svc_presto -q\ndrop table web.named");
  });

  test("lists and raw text", async () => {
    const cell = `%%svc_presto\nselect symbol from ({query:raw}) where symbol in {symbols}`;
    expect(rows(await runCell(cell, { query: QUERY, symbols: ["it's", "x"] }))).toEqual([["it's"]]);
  });
});

test("combined options: pivot, file, plot, variable, connection", async () => {
  const path = join(folder, "a b.csv");
  const con = pandas.create_engine("hive:web", ipython.magic_context.connect());
  const cell = `%%svc_presto -dq -o df --plot -T Asia/Tokyo -c con -O '${path}'\nselect time, symbol, close, null as none from (${QUERY})`;
  const table = (await runCell(cell, { con })) as Table;
  expect(table.columnNames()).toEqual(["time", "AAPL", "it's"]);
  expect(await readFile(path, "utf8")).toBe(
    "time,AAPL,it's\n2024-05-06 16:08:09+09:00,2.0,\n2024-05-06 17:08:09+09:00,,3.5\n",
  );
  expect(host.printed).toEqual([`stdout: INFO: saved 2 rows to ${path}\n`]);
  expect(Object.keys(host.shown[0] ?? {})).toContain("application/vnd.vegalite.v5+json");
});

test("a file that can't be written fails before the job", async () => {
  const jobs = async (): Promise<number> => ((await runCell("%svc_jobs")) as Table).numRows();
  const before = await jobs();
  const nowhere = join(folder, "none", "a.csv");
  await expect(runCell(`%%svc_presto -O '${nowhere}'\n${QUERY}`)).rejects.toThrow(
    `${nowhere} can't be written: its folder does not exist`,
  );
  await expect(runCell(`%%svc_presto -O '${folder}'\n${QUERY}`)).rejects.toThrow("it is a folder");
  await expect(runCell(`%%svc_presto -O x.xlsx\n${QUERY}`)).rejects.toThrow(".xlsx files can't be written");
  expect(await jobs()).toBe(before);
});

test("a job's result by its id", async () => {
  const jobs = (await runCell("%svc_jobs")) as Table;
  const cell = `%svc_job ${String(jobs.get("job_id", jobs.numRows() - 1))}`;
  expect(rows(await runCell(cell))).toEqual(rows(await runCell(`%%svc_presto\n${QUERY}`)));
});

test("the listings, and %svc_use", async () => {
  await runCell("%%svc_presto\ncreate table access as select 1714979289 as time, 'a' as host");
  expect(rows(await runCell("%svc_databases ^web")).map(([name]) => name)).toEqual(["web"]);
  expect(rows(await runCell("%svc_tables web.acc")).map(([database, name]) => [database, name])).toEqual([
    ["web", "access"],
  ]);
  await runCell("%svc_use web");
  expect(host.shown.at(-1)?.["text/plain"]).toBe("INFO: import access: 1 row; time long, host string");
  expect(host.variables.has("access")).toBe(true);
});

describe("the file of a result without a variable", () => {
  const ROWS = partOf(100_000, 4);
  /** From here on a column holds no dates. */
  const NOON = 0.6 * ROWS;
  const MANY = `select 1700000000 + n as time, cast(n as double) as d, if(n = ${NOON}, null, date '2024-05-06') as day,
    if(n < ${NOON}, '2024-05-06', 'noon') as t from (select a * 250 + b as n from unnest(sequence(0, ${ROWS / 250 - 1})) as x(a) cross join unnest(sequence(0, 249)) as y(b)) order by 1`;
  const rowCount = isShort ? "25,000" : "100,000";
  const linesOf = async (path: string): Promise<string[]> =>
    (await readFile(path, "utf8")).trimEnd().split("\n");

  test("is written while the result arrives, with the same content as from a table", async () => {
    const path = join(folder, "streamed.csv");
    const streamed = await runCell(`%%svc_presto -O '${path}' -T Asia/Tokyo\n${MANY}`);
    expect(streamed).toBeUndefined();
    const lines = await linesOf(path);
    expect(lines.slice(0, 2)).toEqual([
      "time,d,day,t",
      "2023-11-15 07:13:20+09:00,0.0,2024-05-06,2024-05-06",
    ]);
    const clock = isShort ? "11:23:20" : "23:53:20";
    expect(lines[NOON + 1]).toBe(`2023-11-15 ${clock}+09:00,${NOON}.0,,noon`);
    expect(lines.length).toBe(ROWS + 1);
    const whole = join(folder, "whole.csv");
    await runCell(`%%svc_presto -o df -O '${whole}' -T Asia/Tokyo\n${MANY}`);
    expect(await linesOf(whole)).toEqual(lines);
    expect(host.printed).toEqual([
      `stdout: INFO: saved ${rowCount} rows to ${path}\n`,
      `stdout: INFO: saved ${rowCount} rows to ${whole}\n`,
      expect.stringMatching(
        new RegExp(`^stdout: df: ${rowCount} rows x 3 columns, job \\d+, \\d+\\.\\d s\n$`),
      ),
    ]);
  });

  longTest("is rewritten as text if a column turns out to hold more than dates", async () => {
    const path = join(folder, "mixed.jsonl");
    const sql = MANY.replace("1700000000 + n as time,", "").replaceAll("as t ", "as time ");
    await runCell(`%%svc_presto -O '${path}'\n${sql}`);
    const lines = await linesOf(path);
    expect([lines[0], lines[NOON], lines.length]).toEqual([
      '{"time":"2024-05-06","d":0.0,"day":"2024-05-06"}',
      `{"time":"noon","d":${NOON}.0,"day":null}`,
      ROWS,
    ]);
  });

  test("of a job, with a limit", async () => {
    const table = (await runCell(`%%svc_presto -q -o df\n${MANY}`)) as Table;
    const path = join(folder, "limited.tsv");
    await runCell(`%svc_job ${table.source?.job_id} --limit 3 -O '${path}'`);
    expect(await linesOf(path)).toHaveLength(4);
    expect(host.printed).toEqual([`stdout: INFO: saved 3 of ${rowCount} rows to ${path}\n`]);
    const shown = (await runCell(`%svc_job ${table.source?.job_id} --limit 2`)) as Table;
    expect(shown.numRows()).toBe(2);
    expect(host.printed.slice(1)).toEqual([`stdout: INFO: 2 of ${rowCount} rows fetched (--limit)\n`]);
    await expect(runCell(`%svc_job 1 --limit some`)).rejects.toThrow(
      "option --limit: 'some' is not a number of rows; write --limit 1000",
    );
  });
});

test("%svc_profile on the service agrees with a local one", async () => {
  await runCell(
    `%%svc_presto -q\ncreate table web.profiled as select time, symbol, close, cast(n as bigint) as "Some n", array[n] as list
     from (values (1714979289, 'AAPL', 2e0, 3), (1714982889, 'it''s', 35e-1, null), (1714982889, 'AAPL', null, 3)) as t(time, symbol, close, n)`,
  );
  const profile = (await runCell("%svc_profile web.profiled")) as Table;
  expect(profile.index).toEqual(["column"]);
  const first = new Date("2024-05-06T07:08:09Z");
  const last = new Date("2024-05-06T08:08:09Z");
  expect(Object.fromEntries(rows(profile).map(([name, ...values]) => [name, values]))).toEqual({
    time: ["long", 3, 0, 2, first, null, expect.any(Date), last, last, last, null],
    symbol: ["string", 3, 0, 2, "AAPL", null, null, null, null, "it's", "AAPL (2)"],
    close: ["double", 2, 1, 2, 2, 2.75, 2.375, 2.75, 3.125, 3.5, null],
    "some n": ["long", 2, 1, 1, 3, 3, 3, 3, 3, 3, "3 (2)"],
    list: [expect.any(String), 3, 0, null, null, null, null, null, null, null, null],
  });
  await expect(runCell("%svc_profile web.profile")).rejects.toThrow(
    "there is no table web.profile; did you mean profiled?",
  );
  await expect(runCell("%svc_profile a.b.c")).rejects.toThrow(
    '"a.b.c" is not a table name; write database.table',
  );
});
