import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startTestService, type TestService } from "../helpers/start-test-service.ts";

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(() => service.remove());

interface Document {
  openapi: string;
  paths: Record<
    string,
    Record<string, { operationId: string; security: object[]; parameters?: { name: string }[] }>
  >;
}

test("every described operation has a route, with the documented access", async () => {
  const document = (await (
    await service.app(new Request("http://svc.test/openapi.json"))
  ).json()) as Document;
  expect(document.openapi).toBe("3.1.0");
  const ids = new Set<string>();
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, { operationId, security, parameters = [] }] of Object.entries(operations)) {
      expect([operationId, ids.has(operationId)]).toEqual([operationId, false]);
      ids.add(operationId);
      const variables = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(parameters.map(({ name }) => name)).toEqual(expect.arrayContaining(variables));
      const url = `http://svc.test${path.replace(/\{\w+\}/g, "nothing")}`;
      const { status } = await service.app(new Request(url, { method: method.toUpperCase() }));
      const at = `${method} ${path}`;
      if (security.length > 0) expect([at, status]).toEqual([at, 401]);
      else if (path.includes("executing")) expect([at, status]).toEqual([at, 404]);
      else if (path.endsWith("/challenge")) expect([at, status]).toEqual([at, 400]);
      else expect([at, status]).toEqual([at, path.endsWith("/authenticate") ? 401 : 200]);
    }
  }
  expect(ids.size).toBeGreaterThan(60);
});
