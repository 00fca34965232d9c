// The command as a shell starts it, on a service with the samples.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { tableFromIPC } from "@uwdata/flechette";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { createProgram } from "../../../src/cli/main.ts";
import { exitCodeOf } from "../../../src/cli/report-error.ts";
import { connect } from "../../../src/core/connect.ts";
import { KeyFile } from "../../../src/service/access/key-file.ts";
import type { Service } from "../../../src/service/start-service.ts";
import { ENDLESS, endlessRunner } from "../../service/helpers/endless-statement.ts";
import { startSampledService } from "../../service/helpers/sampled-service.ts";
import { someOf } from "../../jest/short-form.ts";

const COMMAND = join(import.meta.dirname, "../../../dist/cli/svclib.cjs");
const HIGHS = "select symbol, max(price) as high from stocks where symbol in {symbols} group by 1 order by 1";

let folder: string;
let service: Service;
let env: NodeJS.ProcessEnv;
/** A key that sees the database shop alone, and one that sees none. */
let reader: string;
let stranger: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "svclib-query-"));
  const keys = new KeyFile(join(folder, "data", "keys.json"));
  reader = await keys.add("ann", { permission: "by_database", databases: { shop: "read" } });
  stranger = await keys.add("bob", { permission: "by_database", databases: { none: "read" } });
  service = await startSampledService({ dataDir: join(folder, "data"), createRunner: endlessRunner });
  env = { ...process.env, SVC_API_KEY: service.apikey, SVC_API_SERVER: service.url };
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function svclib(args: readonly string[], input = ""): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { cwd: folder, env, encoding: "utf8" } as const;
    const child = execFile(process.execPath, [COMMAND, ...args], options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
    child.stdin?.end(input);
  });
}

test("a statement of a file, with values, as CSV in a pipe", async () => {
  writeFileSync(join(folder, "highs.sql"), `-- Highest prices\n${HIGHS};\n`);
  expect(await svclib(["query", "-f", "highs.sql", "-p", 'symbols=["IBM", "AAPL"]'])).toEqual({
    code: 0,
    stdout: "symbol,high\nAAPL,223.02\nIBM,130.32\n",
    stderr: "",
  });
});

const FORMATS = [
  ["json", '[\n{"n":1,"t":"a,b"},\n{"n":2,"t":null}\n]\n'],
  ["jsonl", '{"n":1,"t":"a,b"}\n{"n":2,"t":null}\n'],
  ["tsv", "n\tt\n1\ta,b\n2\t\n"],
  ["table", "  │ n t\n──┼───────\n0 │ 1 a,b\n1 │ 2 null\n2 rows × 2 columns\n"],
] as const;

test.each(someOf(FORMATS, 3))("--format %s of a statement from standard input", async (format, stdout) => {
  const sql = "select * from (values (1, 'a,b'), (2, null)) as v(n, t)";
  expect(await svclib(["query", "--format", format], sql)).toEqual({ code: 0, stdout, stderr: "" });
});

test("--output writes the file's format, and Hive is an engine", async () => {
  const sql = "select symbol, count(*) as n from stocks group by symbol order by n, symbol limit 2";
  const rows = [
    { symbol: "GOOG", n: 68 },
    { symbol: "AAPL", n: 123 },
  ];
  await svclib(["query", sql, "-o", "r.parquet"]);
  await svclib(["query", sql, "-o", "r.arrows", "--engine", "hive"]);
  const parquet = await parquetReadObjects({ file: await asyncBufferFromFile(join(folder, "r.parquet")) });
  expect(parquet.map((row) => ({ ...row, n: Number(row["n"]) }))).toEqual(rows);
  expect(tableFromIPC(readFileSync(join(folder, "r.arrows"))).toArray()).toEqual(rows);
});

test("a failed statement, with its place", async () => {
  const { code, stdout, stderr } = await svclib(["query", "select prcie from stocks"]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(/did you mean 'price'\?\n {2}1 \| select prcie from stocks\n {4}\| {8}\^\n$/);
});

test.each<[string, readonly string[], number, string, NodeJS.ProcessEnv?]>([
  ["a parameter has no value", ["select {day}"], 1, "{day} has no value: -p day=VALUE"],
  ["no such table", ["select 1 from stokcs"], 1, "did you mean 'stocks'?"],
  ["unknown option", ["--formt", "csv", "select 1"], 2, "error: unknown option '--formt'"],
  ["a value that nothing uses", ["-p", "a=1", "select {b}"], 2, "-p a: the statement has {b}, not {a}"],
  ["a value inside quotes", ["-p", "a=1", "select '{a}'"], 2, "{a} is inside quotes"],
  ["no file", ["-f", "none.sql"], 2, "none.sql can't be read: it does not exist"],
  ["two statements", ["-f", "none.sql", "select 1"], 2, "not both"],
  ["nowhere to write", ["select 1", "-o", "none/r.csv"], 2, "its folder does not exist"],
  ["a table as a file", ["select 1", "-o", "r.csv", "--format", "table"], 2, "is for a terminal"],
  ["a wrong key", ["select 1"], 3, "does not know the API key", { SVC_API_KEY: "1/wrong" }],
  ["nothing answers", ["select 1"], 3, "nothing answers", { SVC_API_SERVER: "http://127.0.0.1:9" }],
  ["two accounts", ["select 1"], 2, "SVC_PROFILE and SVC_API_KEY are both set", { SVC_PROFILE: "own" }],
  ["no service", ["select 1"], 3, "no local service", { SVC_API_SERVER: "", SVC_HOME: "none" }],
])("%s: %j has exit code %d", async (_, args, code, said, variables = {}) => {
  const { SVC_API_KEY, SVC_API_SERVER } = env;
  Object.assign(process.env, { SVC_API_KEY, SVC_API_SERVER, SVC_PROFILE: "", ...variables });
  const program = createProgram().configureOutput({ writeErr: () => undefined });
  program.commands.forEach((command) => command.configureOutput({ writeErr: () => undefined }));
  const error: unknown = await program
    .parseAsync(["node", "svclib", "query", ...args])
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ message: expect.stringContaining(said) });
  expect(exitCodeOf(error)).toBe(code);
});

test("a key that does not see the database is told of one that it sees", async () => {
  await using client = connect(service.apikey, service.url);
  await client.create_database_if_not_exists("shop");
  const said = async (key: string, ...args: string[]): Promise<string> => {
    process.env["SVC_API_KEY"] = key;
    process.env["SVC_API_SERVER"] = service.url;
    const parsed = createProgram().parseAsync(["node", "svclib", "query", ...args, "select 1"]);
    return parsed.then(
      () => "",
      (error: unknown) => (error as Error).message,
    );
  };
  expect(await said(reader)).toBe(
    "database sample_datasets does not exist; there are shop; choose one that the key sees: -d shop",
  );
  expect(await said(reader, "-d", "shpo")).toBe("database shpo does not exist; did you mean shop?");
  expect(await said(stranger)).toBe(
    'the key sees no database, nor sample_datasets: use a key with a role in one, or make one: svclib query --direct "create schema NAME"',
  );
});

const SIGNALS = [
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const;

test.each(someOf(SIGNALS, 2))("%s kills the job", async (signal, exitCode) => {
  await using client = connect(service.apikey, service.url);
  const before = (await client.list_jobs())[0]?.job_id;
  const child = spawn(process.execPath, [COMMAND, "query", ENDLESS], { env });
  const said = text(child.stderr);
  const running = async (): Promise<boolean> => {
    const [job] = await client.list_jobs();
    return job?.job_id !== before && job?.status === "running";
  };
  while (!(await running()));
  child.kill(signal);
  expect(await once(child, "exit")).toEqual([exitCode, null]);
  expect(await said).toMatch(/^svclib: interrupted: presto job \d+ was killed after/);
  expect((await client.list_jobs())[0]?.status).toBe("killed");
});

test("a reader that has enough ends it quietly, and --direct ends the statement", async () => {
  const rows = "select * from flights a, stocks b";
  const child = spawn(process.execPath, [COMMAND, "query", "--direct", rows], { env });
  const said = text(child.stderr);
  await once(child.stdout, "data");
  child.stdout.destroy();
  expect(await once(child, "exit")).toEqual([0, null]);
  expect(await said).toBe("");
});
