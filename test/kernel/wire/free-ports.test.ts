import { createServer } from "node:net";
import { expect, test } from "@jest/globals";
import { freePorts } from "../../../src/kernel/wire/free-ports.ts";

test("returns distinct free ports below the ephemeral range", async () => {
  const ports = await freePorts(20);
  expect(new Set(ports).size).toBe(20);
  for (const port of ports) {
    expect(port).toBeGreaterThanOrEqual(20_000);
    expect(port).toBeLessThan(32_000);
  }
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(ports[0], "127.0.0.1", resolve));
  await new Promise((resolve) => server.close(resolve));
});
