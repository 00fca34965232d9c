import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startTestService, type TestService } from "../helpers/start-test-service.ts";

let service: TestService;
let nowMs = Date.UTC(2024, 4, 6, 7, 8, 9);

beforeAll(async () => {
  service = await startTestService({ clock: () => nowMs });
});

afterAll(() => service.remove());

test("a database is created, listed and deleted", async () => {
  expect((await service.post("/v3/database/create/web_logs")).status).toBe(200);
  nowMs += 60_000;
  await service.runJob("create table access as select 5 as time, 'a' as host from range(3)", {
    database: "web_logs",
  });
  expect(await service.json("/v3/database/list")).toEqual({
    databases: [
      {
        id: expect.any(Number),
        name: "web_logs",
        count: 3,
        created_at: "2024-05-06 07:08:09 UTC",
        updated_at: "2024-05-06 07:08:09 UTC",
        organization: null,
        permission: "administrator",
      },
    ],
  });
  expect((await service.post("/v3/database/delete/web_logs")).status).toBe(200);
  expect(await service.json("/v3/database/list")).toEqual({ databases: [] });
});

test.each([
  ["create/ab", 400],
  ["create/Upper", 400],
  ["create/with-dash", 400],
  [`create/${"x".repeat(256)}`, 400],
  ["create/information_schema", 400],
  ["create/temp", 400],
  ["create/%22%3B%20drop", 400],
  ["delete/nowhere", 404],
  ["delete/main", 404],
  ["delete/svc-notes", 404],
])("%s is a %i", async (path, status) => {
  expect((await service.post(`/v3/database/${path}`)).status).toBe(status);
});

test("a duplicate name gets a 409", async () => {
  await service.post("/v3/database/create/twice");
  const response = await service.post("/v3/database/create/twice");
  expect(response.status).toBe(409);
  expect(await response.json()).toMatchObject({ message: "Database twice already exists" });
});

test("ten created at the same time all exist", async () => {
  const names = Array.from({ length: 10 }, (_, i) => `many_${i}`);
  const statuses = await Promise.all(
    names.map(async (name) => (await service.post(`/v3/database/create/${name}`)).status),
  );
  expect(statuses).toEqual(names.map(() => 200));
});

test("one database is shown as the list shows it; a missing one is not found", async () => {
  await service.post("/v3/database/create/shown");
  const { databases } = await service.json<{ databases: { name: string }[] }>("/v3/database/list");
  const listed = databases.find(({ name }) => name === "shown");
  expect(listed).toBeDefined();
  expect(await service.json("/v3/database/show/shown")).toEqual(listed);
  expect((await service.request("/v3/database/show/absent")).status).toBe(404);
});
