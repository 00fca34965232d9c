import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startTestService, type TestService } from "../helpers/start-test-service.ts";

// Features of the hosted service that a local one lacks. Clients retry a 5xx for minutes: no route may return one.

let service: TestService;

beforeAll(async () => (service = await startTestService()));
afterAll(() => service.remove());

test.each([
  ["/v3/schedule/list", { schedules: [] }],
  ["/v3/result/list", { results: [] }],
  ["/v3/bulk_loads", []],
  ["/v4/federated_query_configs", []],
])("%s returns an empty list", async (path, list) => {
  expect(await service.json(path)).toEqual(list);
});

test.each([
  ["GET /v3/schedule/history/daily", 404, "Schedule daily does not exist; this local service has none."],
  ["POST /v3/schedule/delete/daily", 404, "Schedule daily does not exist; this local service has none."],
  [
    "POST /v3/schedule/run/daily/1700000000",
    404,
    "Schedule daily does not exist; this local service has none.",
  ],
  [
    "GET /v3/connections/lookup?name=s3",
    404,
    "Result connection s3 does not exist; this local service has none.",
  ],
  ["POST /v3/schedule/create/daily", 422, "Schedules are not supported by this local service."],
  [
    "POST /v3/export/run/db1/t1",
    422,
    "Exports are not supported by this local service; download a result instead.",
  ],
  ["POST /v3/user/add/ada", 422, "The user of the local service changes users and keys, with svclib keys."],
  [
    "POST /v3/user/authenticate",
    401,
    "This local service has no passwords; give an API key of its keys.json instead.",
  ],
  ["GET /v9/nothing", 404, "There is no /v9/nothing on this service."],
])("%s returns %i with a reason", async (operation, status, text) => {
  const [method = "", path = ""] = operation.split(" ");
  const response = await service.request(path, { method });
  expect([response.status, await response.json()]).toEqual([
    status,
    { error: text, text, message: text, severity: "error" },
  ]);
});
