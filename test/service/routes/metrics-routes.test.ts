import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startTestService, type TestService } from "../helpers/start-test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await service.post("/v3/database/create/test_db");
  await service.runJob("SELECT 1");
  await service.runJob("SELEC 1", { type: "hive" });
});
afterAll(() => service.remove());

test("metrics are in Prometheus format, without keys and SQL", async () => {
  const response = await service.request("/metrics");
  expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  const text = await response.text();
  expect(text).toContain('# TYPE svclib_jobs gauge\nsvclib_jobs{type="presto",status="queued"} 0\n');
  expect(text).toContain('svclib_jobs{type="presto",status="success"} 1\n');
  expect(text).toContain('svclib_jobs{type="hive",status="error"} 1\n');
  expect(text).toMatch(/^svclib_queue_waiting\{engine="embedded"\} 0$/m);
  expect(text).toMatch(/^svclib_requests_total\{status="200"\} [1-9]\d*$/m);
  expect(text).not.toContain(service.apikey);
  for (const line of text.trim().split("\n"))
    expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{[^}]+\})? -?[\d.e+-]+)$/);
});

test("they need a key", async () => {
  expect((await service.request("/metrics", { headers: { authorization: "TD1 no" } })).status).toBe(401);
});
