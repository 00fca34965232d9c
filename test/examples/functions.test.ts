// One short example of each function of svclib and svclib/pandas_td.
import { describe, expect } from "@jest/globals";
import type * as svclib from "../../src/core/index.ts";
import * as errors from "../../src/core/error-guards.ts";
import {
  AlreadyExistsError,
  AuthError,
  ConfigError,
  DecodeError,
  ForbiddenError,
  InterruptedError,
  NetworkError,
  NotFoundError,
  TimeoutError,
  UploadError,
  UsageError,
} from "../../src/core/errors.ts";
import * as pandas from "../../src/core/pandas-td.ts";
import { warn } from "../../src/core/warnings.ts";
import { runningService } from "../integration/lib/running-service.ts";
import { testExamples, type Examples } from "./examples.ts";

const { create_engine, read_local, read_svc, read_svc_job, read_svc_query, read_svc_table, sql, to_svc } =
  pandas;
const svc = runningService();
const presto = (): pandas.QueryEngine => create_engine("presto:db1", svc.con);
const notFound = { status: 404, method: "GET", path: "/v3/job/show/7", body: "" };

const examples: Examples<typeof pandas> = {
  connect: async () => {
    const con = pandas.connect(svc.service.apikey, svc.service.url);
    return [(await con.list_databases()).map(({ name }) => name), ["db1"]];
  },
  create_engine: () => [presto(), expect.objectContaining({ type: "presto", database: "db1" })],
  read_local: async () => {
    process.env["SVC_HOME"] = svc.service.dataDir;
    const airports = [{ code: "HNL", city: "Honolulu" }];
    const table = await read_local("select city from airports where code = 'HNL'", { tables: { airports } });
    return [table.objects(), [{ city: "Honolulu" }]];
  },
  read_svc_query: async () => {
    const table = await read_svc_query("select 7 as n, 'a' as s", presto());
    return [table.objects(), [{ n: 7, s: "a" }]];
  },
  read_svc: async () => {
    const table = await read_svc("select n from unnest(sequence(1, 2)) t(n)", presto(), { index_col: "n" });
    return [
      [table.index, table.array("n")],
      [["n"], [1, 2]],
    ];
  },
  read_svc_job: async () => {
    const table = await read_svc_query("select 7 as n", presto());
    const again = await read_svc_job(table.source?.job_id as number, presto());
    return [again.objects(), [{ n: 7 }]];
  },
  to_svc: async () => {
    await to_svc([{ time: 1700000000, host: "a" }], "db1.written", svc.con, { index: false });
    const table = await svc.con.query("select time, host from written");
    return [table.objects(), [{ time: 1700000000, host: "a" }]];
  },
  read_svc_table: async () => {
    const rows = [
      { time: 1700000000, host: "a" },
      { time: 1700086400, host: "b" },
    ];
    await to_svc(rows, "db1.read", svc.con, { index: false });
    const table = await read_svc_table("read", presto(), {
      columns: ["host"],
      time_range: ["2023-11-15", null],
    });
    return [table.objects(), [{ host: "b" }]];
  },
  sql: () => [
    String(sql`select * from t where host = ${"it's"} and code in ${[200, 404]}`),
    "select * from t where host = 'it''s' and code in (200, 404)",
  ],
  interruptible: async () => {
    const stopped = pandas.interruptible((signal) => new Promise((_, reject) => (signal.onabort = reject)));
    pandas.interrupt_all();
    return [await stopped.catch((error: Error) => error.name), "InterruptedError"];
  },
  interrupt_all: () => [pandas.interrupt_all(), 0],
  onProgress: async () => {
    const states: unknown[] = [];
    const stop = pandas.onProgress(({ kind, done }) => done && states.push(kind));
    await read_svc_query("select 1", presto());
    stop();
    return [states, ["job", "download"]];
  },
  onWarning: () => {
    const seen: unknown[] = [];
    const stop = pandas.onWarning((warning) => seen.push(warning));
    warn("retrying", "the service did not answer; trying again");
    stop();
    return [seen, [{ code: "retrying", message: "the service did not answer; trying again" }]];
  },
};
describe("svclib/pandas_td", () => testExamples(examples));

const guards: Examples<typeof errors> = {
  isSvcError: () => [
    [errors.isSvcError(new ConfigError("")), errors.isSvcError(new Error())],
    [true, false],
  ],
  isConfigError: () => [errors.isConfigError(new ConfigError("no key")), true],
  isHttpError: () => [errors.isHttpError(new NotFoundError("", notFound)), true],
  isNotFoundError: () => [errors.isNotFoundError(new NotFoundError("no job 7", notFound)), true],
  isAlreadyExistsError: () => [
    errors.isAlreadyExistsError(new AlreadyExistsError("", { ...notFound, status: 409 })),
    true,
  ],
  isNetworkError: () => [
    errors.isNetworkError(new NetworkError("", { ...notFound, code: "ECONNREFUSED" })),
    true,
  ],
  isTimeoutError: () => [errors.isTimeoutError(new TimeoutError("", 60_000)), true],
  isQueryError: async () => [
    errors.isQueryError(await svc.con.query("select nope").catch((error: unknown) => error)),
    true,
  ],
  isAuthError: () => [errors.isAuthError(new AuthError("", { ...notFound, status: 401 })), true],
  isForbiddenError: () => [
    errors.isForbiddenError(new ForbiddenError("", { ...notFound, status: 403 })),
    true,
  ],
  isUsageError: () => [errors.isUsageError(new UsageError("no mark 'pie'")), true],
  isDecodeError: () => [errors.isDecodeError(new DecodeError("cut off")), true],
  isUploadError: () => [errors.isUploadError(new UploadError("", 0)), true],
  isInterruptedError: () => [
    errors.isInterruptedError(new InterruptedError("", { jobId: 7, engine: "presto", elapsedMs: 10 })),
    true,
  ],
};
describe("guards of errors", () => testExamples(guards));

/** Both lists are all functions of svclib. */
type Named = Examples<typeof pandas> & Examples<typeof errors>;
const all: Examples<typeof svclib> = { ...examples, ...guards } satisfies Named;
void all;
