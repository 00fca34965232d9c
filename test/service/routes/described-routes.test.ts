import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type * as startServiceModule from "../../../src/service/start-service.ts";
import { startTestService } from "../helpers/start-test-service.ts";
import { msgpackGz } from "../helpers/msgpack-gz.ts";

// The description at /openapi.json against the service itself, operation by operation, on existing objects. The service is the built one
// with an engine process: each engine call of a route crosses the pipe.

const BUILT = join(import.meta.dirname, "../../../dist/service/start-service.js");

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly security: readonly object[];
  readonly responses: Readonly<Record<string, { content?: Record<string, object>; description: string }>>;
}

/** Operations that a local service lacks, by summary. */
const isAbsent = (summary: string): boolean => /^(Not (supported|there)|An empty list): /.test(summary);

type Body = NonNullable<RequestInit["body"]>;
type Answer = { readonly status: number; readonly type: string; readonly body: string };

let service: startServiceModule.Service;
let dataDir: string;
let operations: Map<string, Operation>;

beforeAll(async () => {
  const first = await startTestService();
  ({ dataDir } = first);
  const path = join(dataDir, "keys.json");
  const { keys } = JSON.parse(await readFile(path, "utf8")) as { keys: object[] };
  keys.push({ key: "2/0f1e2d3c4b5a69788796", permission: "query_only", user_name: "reader" });
  await writeFile(path, JSON.stringify({ keys }));
  await first.close();
  const { startService } = (await import(BUILT)) as typeof startServiceModule;
  service = await startService({ dataDir, engineProcess: true });
  const document = JSON.parse((await call("GET /openapi.json")).body) as {
    paths: Record<string, Record<string, Operation>>;
  };
  operations = new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation]),
    ),
  );
});

afterAll(() => service.close());

async function call(
  what: string,
  {
    body,
    key = service.apikey,
    headers = {},
  }: { body?: Body; key?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const [method = "", path = ""] = what.split(" ");
  const request = new Request(`http://svc.test${path}`, {
    method,
    headers: { authorization: `TD1 ${key}`, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const response = await service.app(request);
  return {
    status: response.status,
    type: (response.headers.get("content-type") ?? "").split(";")[0] as string,
    body: await response.text(),
  };
}

const form = (fields: Record<string, string>): URLSearchParams => new URLSearchParams(fields);
const rows = (): Uint8Array<ArrayBuffer> => msgpackGz([{ time: 1700000000, n: 1 }]);

/** Every operation of the service, in an order in which each finds what it needs. */
async function useEverything(key?: string): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>();
  const use = async (operation: string, path: string, body?: Body, headers = {}): Promise<Answer> => {
    const [method = ""] = operation.split(" ");
    const options = {
      headers,
      ...(body === undefined ? {} : { body }),
      ...(key === undefined ? {} : { key }),
    };
    const answer = await call(`${method} ${path}`, options);
    answers.set(operation, answer);
    return answer;
  };
  const also = (what: string, body?: Body): Promise<Answer> =>
    call(what, { ...(body === undefined ? {} : { body }), ...(key === undefined ? {} : { key }) });
  const field = (answer: Answer, name: string): string =>
    String((JSON.parse(answer.body) as Record<string, unknown>)[name]);

  await use("GET /v3/system/server_status", "/v3/system/server_status");
  await use("GET /v3/system/challenge", `/v3/system/challenge?nonce=${"0".repeat(32)}`);
  await use("GET /openapi.json", "/openapi.json");
  await use("GET /metrics", "/metrics");
  await use("POST /v3/database/create/{database}", "/v3/database/create/walk_db");
  await use("GET /v3/database/list", "/v3/database/list");
  await use("GET /v3/database/show/{database}", "/v3/database/show/walk_db");
  for (const path of ["list", "show", "apikey/validate"])
    await use(`GET /v3/user/${path}`, `/v3/user/${path}`);
  await use(
    "GET /v3/user/apikey/list/{name}",
    `/v3/user/apikey/list/${key === undefined ? "local" : "reader"}`,
  );
  await use("POST /v3/table/create/{database}/{table}/{type}", "/v3/table/create/walk_db/one/log");
  await also("POST /v3/table/create/walk_db/two/log");
  await also("POST /v3/database/create/other_db");
  await use("GET /v3/table/list/{database}", "/v3/table/list/walk_db");
  await use("GET /v3/table/show/{database}/{table}", "/v3/table/show/walk_db/one");
  const schema = form({ schema: '[["n","long"]]' });
  await use("POST /v3/table/update-schema/{database}/{table}", "/v3/table/update-schema/walk_db/one", schema);
  await use("POST /v3/table/append-schema/{database}/{table}", "/v3/table/append-schema/walk_db/one", schema);
  await use("POST /v3/table/rename/{database}/{table}/{name}", "/v3/table/rename/walk_db/two/renamed");
  await also("POST /v3/table/rename/walk_db/renamed/two");
  await use(
    "POST /v3/table/update/{database}/{table}",
    "/v3/table/update/walk_db/one",
    form({ expire_days: "0" }),
  );
  await use("POST /v3/table/swap/{database}/{table}/{other}", "/v3/table/swap/walk_db/one/two");
  await use(
    "PUT /v3/table/import/{database}/{table}/{format}",
    "/v3/table/import/walk_db/one/msgpack.gz",
    rows(),
  );
  const withId = "/v3/table/import_with_id/{database}/{table}/{unique_id}/{format}";
  await use(`PUT ${withId}`, "/v3/table/import_with_id/walk_db/one/id1/msgpack.gz", rows());
  await use("GET /v3/table/tail/{database}/{table}", "/v3/table/tail/walk_db/one?count=1");

  const sessionPath = "/v3/bulk_import";
  await use(`POST ${sessionPath}/create/{name}/{database}/{table}`, `${sessionPath}/create/walk/walk_db/one`);
  await use(`GET ${sessionPath}/list`, `${sessionPath}/list`);
  await use(`PUT ${sessionPath}/upload_part/{name}/{part}`, `${sessionPath}/upload_part/walk/a`, rows());
  await use(`PUT ${sessionPath}/upload_part/{name}/`, `${sessionPath}/upload_part/walk/`, rows());
  await use(`POST ${sessionPath}/delete_part/{name}/`, `${sessionPath}/delete_part/walk/`);
  await also(`PUT ${sessionPath}/upload_part/walk/b`, rows());
  await use(`POST ${sessionPath}/delete_part/{name}/{part}`, `${sessionPath}/delete_part/walk/b`);
  await use(`GET ${sessionPath}/list_parts/{name}`, `${sessionPath}/list_parts/walk`);
  await use(`POST ${sessionPath}/freeze/{name}`, `${sessionPath}/freeze/walk`);
  await use(`POST ${sessionPath}/unfreeze/{name}`, `${sessionPath}/unfreeze/walk`);
  await also(`POST ${sessionPath}/freeze/walk`);
  const performed = await use(`POST ${sessionPath}/perform/{name}`, `${sessionPath}/perform/walk`);
  if (performed.status === 200) await also(`GET /v3/job/status/${field(performed, "job_id")}?wait=10`);
  await use(`GET ${sessionPath}/show/{name}`, `${sessionPath}/show/walk`);
  await use(`GET ${sessionPath}/error_records/{name}`, `${sessionPath}/error_records/walk`);
  await use(`POST ${sessionPath}/commit/{name}`, `${sessionPath}/commit/walk`);
  await use(`POST ${sessionPath}/delete/{name}`, `${sessionPath}/delete/walk`);

  const issued = await use(
    "POST /v3/job/issue/{type}/{database}",
    "/v3/job/issue/presto/walk_db",
    form({ query: "select 1", domain_key: `walk ${key ?? ""}` }),
  );
  await use(
    "GET /v3/job/status_by_domain_key/{domain_key}",
    `/v3/job/status_by_domain_key/${encodeURIComponent(`walk ${key ?? ""}`)}`,
  );
  const range = form({ from: "0", to: "3600" });
  const deletion = await use(
    "POST /v3/table/partialdelete/{database}/{table}",
    "/v3/table/partialdelete/walk_db/one",
    range,
  );
  if (deletion.status === 200) await also(`GET /v3/job/status/${field(deletion, "job_id")}?wait=10`);
  const job = issued.status === 200 ? field(issued, "job_id") : "0";
  await use("GET /v3/job/status/{job_id}", `/v3/job/status/${job}?wait=10`);
  await use("GET /v3/job/list", "/v3/job/list");
  await use("GET /v3/job/show/{job_id}", `/v3/job/show/${job}`);
  await use("GET /v3/job/result/{job_id}", `/v3/job/result/${job}`);
  await use("POST /v3/job/kill/{job_id}", `/v3/job/kill/${job}`);

  await use("GET /v1/info", "/v1/info");
  const statement = await use("POST /v1/statement", "/v1/statement", "select 1", {
    "x-trino-schema": "walk_db",
  });
  const { id, nextUri } = JSON.parse(statement.body) as { id: string; nextUri?: string };
  const page = nextUri === undefined ? "/v1/statement/executing/0/0/1" : new URL(nextUri).pathname;
  const pageOperation = [...operations.keys()].find((name) =>
    name.startsWith("GET /v1/statement/executing/"),
  ) as string;
  await use(pageOperation, page);
  await use("GET /v1/query/{id}", `/v1/query/${id}`);
  await use(pageOperation.replace("GET", "DELETE"), page);
  await use("DELETE /v1/query/{id}", `/v1/query/${id}`);

  const moved = form({ dest_database_name: "other_db" });
  await use(
    "POST /v3/table/change_database/{database}/{table}",
    "/v3/table/change_database/walk_db/two",
    moved,
  );
  await use("POST /v3/table/delete/{database}/{table}", "/v3/table/delete/walk_db/one");
  await use("POST /v3/database/delete/{database}", "/v3/database/delete/walk_db");
  for (const [name, { summary }] of operations) {
    if (isAbsent(summary)) await use(name, (name.split(" ")[1] as string).replace(/\{\w+\}/g, "x"));
  }
  await also("POST /v3/database/delete/other_db");
  return answers;
}

test("every operation is described, and replies as described", async () => {
  const answers = await useEverything();
  expect([...answers.keys()].sort()).toEqual([...operations.keys()].sort());
  for (const [name, { status, type, body }] of answers) {
    const { responses, summary } = operations.get(name) as Operation;
    expect([name, Object.keys(responses)]).toEqual([name, expect.arrayContaining([String(status)])]);
    const content = responses[String(status)]?.content;
    if (content === undefined) expect([name, body]).toEqual([name, ""]);
    else expect([name, Object.keys(content)]).toEqual([name, expect.arrayContaining([type])]);
    const isRefused = /^Not (supported|there): /.test(summary);
    expect([name, isRefused ? [401, 404, 422].includes(status) : status >= 200 && status < 300]).toEqual([
      name,
      true,
    ]);
  }
});

test("a query_only key changes nothing on any of them", async () => {
  const everything = async (): Promise<unknown> => {
    const list = await call("GET /v3/database/list");
    const { databases } = JSON.parse(list.body) as { databases: { name: string }[] };
    const tables = await Promise.all(databases.map(({ name }) => call(`GET /v3/table/list/${name}`)));
    const sessions = await call("GET /v3/bulk_import/list");
    return [databases, tables.map(({ body }) => JSON.parse(body) as unknown), JSON.parse(sessions.body)];
  };
  await call("POST /v3/database/create/walk_db");
  for (const table of ["one", "two"]) await call(`POST /v3/table/create/walk_db/${table}/log`);
  await call("PUT /v3/table/import/walk_db/one/msgpack.gz", { body: rows() });
  await call("POST /v3/bulk_import/create/walk/walk_db/one");
  const before = await everything();
  const answers = await useEverything("2/0f1e2d3c4b5a69788796");
  for (const [name, { status }] of answers) {
    const described = (operations.get(name) as Operation).responses;
    expect([name, status === 403]).toEqual([name, described["403"] !== undefined]);
  }
  expect(await everything()).toEqual(before);
});

const STATEMENTS = [
  "insert into one (n, time) values (2, 0)",
  "create table three (a bigint)",
  "create table three as select 1 as a",
  "create schema three",
  "drop table one",
  "drop schema walk_db cascade",
  "delete from one",
  "delete from one where n = 1",
  "alter table one add column b bigint",
  "alter table one rename to three",
  "create view three as select 1 as a",
  "with a as (select 1 as n) select * from a; drop table one",
  "explain analyze insert into one (n, time) values (2, 0)",
  "prepare p from insert into one (n, time) values (2, 0)",
  "execute immediate 'insert into one (n, time) values (2, 0)'",
];

test.each(STATEMENTS)("a query_only key can't run: %s", async (sql) => {
  const tables = async (): Promise<unknown> => JSON.parse((await call("GET /v3/table/list/walk_db")).body);
  const before = await tables();
  for (const type of ["presto", "trino", "hive"]) {
    const issued = await call(`POST /v3/job/issue/${type}/walk_db`, {
      key: "2/0f1e2d3c4b5a69788796",
      body: form({ query: sql }),
    });
    const { job_id } = JSON.parse(issued.body) as { job_id: string };
    const { status } = JSON.parse((await call(`GET /v3/job/status/${job_id}?wait=10`)).body) as {
      status: string;
    };
    expect([type, status]).toEqual([type, "error"]);
  }
  let answer = await call("POST /v1/statement", {
    key: "2/0f1e2d3c4b5a69788796",
    body: sql,
    headers: { "x-trino-schema": "walk_db" },
  });
  for (;;) {
    const { nextUri, error } = JSON.parse(answer.body) as { nextUri?: string; error?: { errorName: string } };
    if (nextUri === undefined) {
      if (!sql.startsWith("prepare")) expect(error).toBeDefined();
      break;
    }
    answer = await call(`GET ${new URL(nextUri).pathname}`);
  }
  expect(await tables()).toEqual(before);
});
