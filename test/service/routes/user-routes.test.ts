import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { postStatement, runStatement } from "../helpers/run-statement.ts";
import { startTestService, type TestService } from "../helpers/start-test-service.ts";

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  const path = join(service.dataDir, "keys.json");
  const { keys } = JSON.parse(await readFile(path, "utf8")) as { keys: object[] };
  keys.push({ key: "7/0f1e2d3c4b5a69788796", permission: "query_only", user_name: "ada" });
  await writeFile(path, JSON.stringify({ keys }));
  await service.close();
  service = await startTestService({ dataDir: service.dataDir });
});

afterAll(() => service.remove());

const asReader = { headers: { authorization: "TD1 7/0f1e2d3c4b5a69788796" } };
const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/);
const ada = {
  id: 2,
  name: "ada",
  email: "",
  gravatar_url: "",
  administrator: false,
  account_owner: false,
  created_at: time,
  updated_at: time,
};

test("administrators see all users, others only themselves", async () => {
  const { users } = await service.json<{ users: { name: string; administrator: boolean }[] }>(
    "/v3/user/list",
  );
  expect(users.map(({ name, administrator }) => [name, administrator])).toEqual([
    ["local", true],
    ["ada", false],
  ]);
  expect(await service.json("/v3/user/list", asReader)).toEqual({ users: [ada] });
  expect(await service.json("/v3/user/show", asReader)).toEqual(ada);
});

test("a key can query its own permissions, not those of others", async () => {
  expect(await service.json("/v3/user/apikey/validate", asReader)).toEqual({
    key_type: "normal",
    account_id: 7,
    user_id: 2,
    administrator: false,
  });
  expect(await service.json("/v3/user/apikey/validate")).toMatchObject({
    key_type: "master",
    user_id: 1,
    administrator: true,
  });
  expect(await service.json("/v3/user/apikey/list/ada", asReader)).toEqual({
    apikeys: ["7/0f1e2d3c4b5a69788796"],
  });
  expect((await service.request("/v3/user/apikey/list/ada")).status).toBe(403);
});

test("those who only query can't write, nor see, cancel or kill another user's statement", async () => {
  await service.post("/v3/database/create/test_db");
  const slow = "select count(*) from range(1000000000) a, range(1000) b";
  const { id } = await postStatement(service, slow);
  const kill = `call system.runtime.kill_query('${id}', '')`;
  const { end } = await runStatement(service, kill, { "x-trino-user": "7/0f1e2d3c4b5a69788796" });
  expect(end.error).toMatchObject({
    errorName: "PERMISSION_DENIED",
    message: `Query ${id} belongs to another user`,
  });
  for (const method of ["GET", "DELETE"])
    expect((await service.request(`/v1/query/${id}`, { ...asReader, method })).status).toBe(403);
  expect((await runStatement(service, kill)).end.error).toBeUndefined();
  const create = "create table made (a bigint)";
  const creation = await runStatement(service, create, { "x-trino-user": "7/0f1e2d3c4b5a69788796" });
  expect(creation.end.error).toMatchObject({ errorName: "PERMISSION_DENIED" });
});
