import { expect, test } from "@jest/globals";
import { availableMemory } from "../../src/service/available-memory.ts";
import { startTestService } from "./helpers/start-test-service.ts";

test("a container's memory limit applies if it is below the machine's memory", () => {
  expect(availableMemory(16e9, 4e9)).toBe(4e9);
  // What the system reports without a limit.
  expect(availableMemory(16e9, 0)).toBe(16e9);
  expect(availableMemory(16e9, 2 ** 64)).toBe(16e9);
});

test.each([
  ["half of it", {}, availableMemory() / 2],
  ["what was said", { memoryBytes: 300 * 2 ** 20 }, 300 * 2 ** 20],
])("the engine may use %s", async (_, options, bytes) => {
  const service = await startTestService(options);
  try {
    await service.post("/v3/database/create/test_db");
    const id = await service.runJob("select current_setting('memory_limit') as m");
    const [limit = ""] = JSON.parse(
      await (await service.request(`/v3/job/result/${id}?format=json`)).text(),
    ) as string[];
    const [, number, unit = ""] = /^([\d.]+) ([MG])iB$/.exec(limit) ?? [];
    const engine = Number(number) * { M: 2 ** 20, G: 2 ** 30 }[unit as "M" | "G"];
    // The rest is for functions and results.
    expect(engine / (0.6 * bytes)).toBeCloseTo(1, 1);
  } finally {
    await service.remove();
  }
});
