import { expect, test } from "@jest/globals";
import { connect } from "../../../src/core/connect.ts";
import { interruptible } from "../../../src/core/interrupt/interrupt.ts";
import { onProgress } from "../../../src/core/progress.ts";
import { create_engine } from "../../../src/core/query-engine.ts";
import { read_svc_job } from "../../../src/core/read/read-job.ts";
import { read_svc_query } from "../../../src/core/read/read-query.ts";
import { read_svc_table } from "../../../src/core/read/read-table.ts";
import { BulkImportWriter } from "../../../src/core/writers/bulk-import-writer.ts";
import { InsertIntoWriter } from "../../../src/core/writers/insert-into-writer.ts";
import { SparkWriter } from "../../../src/core/writers/spark-writer.ts";

// Nothing listens there: each call must fail before it sends anything.
const con = connect("1/key", "http://127.0.0.1:1");
const engine = create_engine("presto:db1", con);
const never = <T>(value: T): never => value as never;

test.each<[string, () => unknown, string]>([
  [
    "a name",
    () => con.create_database_if_not_exists(never(undefined)),
    "database must be text, not undefined",
  ],
  ["a name", () => con.exists(never(5n)), "database must be text, not 5"],
  ["a name", () => con.get_table("db1", never(null)), "table must be text, not null"],
  ["a name", () => con.list_tables("a\ud800"), `"a\\ud800" can't be a name in the service`],
  ["a list", () => con.list_jobs({ to: never("9") }), 'to must be an integer of 0 or more, not "9"'],
  ["a job", () => read_svc_job(never(1.5), engine), "job id 1.5 is not an integer"],
  [
    "a wait",
    () => read_svc_job(1, engine, { wait_interval: NaN }),
    "wait_interval must be a number of seconds, not NaN",
  ],
  [
    "a limit",
    () => read_svc_query("select 1", engine, { limit: never("10") }),
    "limit must be an integer of 0 or more",
  ],
  [
    "a flag",
    () => read_svc_query("select 1", engine, { distributed_join: never("no") }),
    'distributed_join must be true or false, not "no"',
  ],
  [
    "a signal",
    () => read_svc_query("select 1", engine, { signal: never(5) }),
    "signal must be an AbortSignal, not 5",
  ],
  [
    "a signal",
    () => interruptible(() => Promise.resolve(), never({})),
    "signal must be an AbortSignal, not an object",
  ],
  [
    "dates",
    () => read_svc_query("select 1", engine, { parse_dates: never(new Map([["a", "s"]])) }),
    "parse_dates must be a list of column names, or an object from column to format, not an object (Map)",
  ],
  [
    "options",
    () => read_svc_query("select 1", engine, never(null)),
    "read_svc_query takes its options as one object",
  ],
  [
    "options",
    () => read_svc_query("select 1", engine, never(Promise.resolve({}))),
    "read_svc_query takes its options as one object",
  ],
  [
    "columns",
    () => read_svc_table("t", engine, { columns: [never(Symbol("a"))] }),
    "columns must be a list of column names; leave it out to select all, not [a symbol]",
  ],
  ["a listener", () => onProgress(never("x")), 'listener must be a function, not "x"'],
  [
    "a connection",
    () => create_engine("presto:db1", never(new Map())),
    "create_engine takes its options as one object",
  ],
  [
    "a connection",
    () => create_engine("presto:db1", { con: never(Promise.resolve(con)) }),
    "con must be a Client from connect, not an object (Promise)",
  ],
  [
    "a writer",
    () => new BulkImportWriter(never({ keeplist: true })),
    "BulkImportWriter has no option keeplist; it has fmt,",
  ],
  [
    "a writer",
    () => new InsertIntoWriter(never({ chunksize: 5 })),
    "InsertIntoWriter has no option chunksize; it has rows_per_insert",
  ],
  ["a writer", () => new SparkWriter({ remote: never(5) }), "remote must be text, not 5"],
])("%s of the wrong form is refused by name: %s", async (_, call, message) => {
  const error = (await Promise.resolve()
    .then(call)
    .catch((one: unknown) => one)) as Error;
  expect([error.name, error.message]).toEqual(["ConfigError", expect.stringContaining(message)]);
});

test("null is the default of each option", () => {
  const nulls = (names: string) => Object.fromEntries(names.split(" ").map((name) => [name, null]));
  expect(
    connect("1/key", "http://127.0.0.1:1", nulls("database header timeout fetch now sleep")),
  ).toBeDefined();
  expect(new BulkImportWriter(nulls("fmt keep_list max_workers bulk_import_name"))).toBeDefined();
  expect(create_engine("presto:db1", con, nulls("con header show_progress"))).toBeDefined();
});
