import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { openTestService, type OpenTestService } from "../../src/testing/open-test-service.ts";
import type { TestFailure } from "../../src/testing/test-options.ts";

let service: OpenTestService;

beforeAll(async () => {
  service = await openTestService({ data: { shop: { orders: [{ id: 1 }] } } });
});

afterAll(() => service.close());

const LIST = "/v3/database/list";

async function statusOf(path = LIST): Promise<number | string> {
  const headers = { authorization: `TD1 ${service.apikey}` };
  const response = await fetch(service.url + path, { headers });
  return response.text().then(
    () => response.status,
    () => "cut",
  );
}

test("a status comes as often as it is asked for, after as many requests as are let pass", async () => {
  await service.fail([{ request: "GET /v3/database/list", status: 503, after: 1, times: 2 }]);
  expect([await statusOf(), await statusOf(), await statusOf(), await statusOf()]).toEqual([
    200, 503, 503, 200,
  ]);
});

test("several failures take effect in turn", async () => {
  await service.fail([
    { request: "GET /v3/database", status: 503, times: 1 },
    { request: "GET /v3/database", status: 429, after: 0, times: 1, retry_after: 7 },
  ]);
  const headers = { authorization: `TD1 ${service.apikey}` };
  expect(await statusOf()).toBe(503);
  const second = await fetch(service.url + LIST, { headers });
  expect([second.status, second.headers.get("retry-after")]).toEqual([429, "7"]);
  expect(await second.json()).toMatchObject({ message: "This failure was injected by the test: 429." });
  expect(await statusOf()).toBe(200);
});

test("a reply is cut after so many bytes, and what was asked for is done", async () => {
  await service.fail([{ request: "POST /v3/database/create", cut: 3, times: 1 }]);
  const created = fetch(`${service.url}/v3/database/create/cut_db`, {
    method: "POST",
    headers: { authorization: `TD1 ${service.apikey}` },
  }).then((response) => response.text());
  await expect(created).rejects.toThrow();
  expect(await statusOf("/v3/table/list/cut_db")).toBe(200);
});

test("a delay comes before the rest", async () => {
  await service.fail([{ delay: 0.05, status: 500, times: 1 }]);
  const begun = performance.now();
  expect(await statusOf()).toBe(500);
  expect(performance.now() - begun).toBeGreaterThan(45);
});

test.each([
  ["GET /v3/database", true],
  ["GET /v3/database/list/", true],
  ["* /v3/*/list", true],
  ["GET /v3/:kind/list", true],
  ["GET /v3/data", false],
  ["POST /v3/database/list", false],
])("%s matches GET /v3/database/list: %s", async (request, matches) => {
  await service.fail([{ request, status: 418 }]).catch(() => undefined);
  expect((await statusOf()) === 418).toBe(matches);
  await service.fail([]);
});

test.each<[TestFailure, string]>([
  [{ request: "POST /v3/job/isue", status: 503 }, "did you mean 'POST /v3/job/issue'?"],
  [{ request: "POST /v3/job/issue/presto/shop", status: 503 }, ""],
  [{ request: "GET /v9", status: 503 }, "docs/protocol.md lists its routes"],
])("a request that no route answers is refused: %j", async (failure, hint) => {
  const message = await service.fail([failure]).then(
    () => "",
    (error: Error) => error.message,
  );
  expect(message).toBe(hint && `no route of the service matches '${failure.request}'; ${hint}`);
  await service.fail([]);
});
