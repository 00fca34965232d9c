import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "@jest/globals";
import { IdleWatch } from "../../../src/service/server/idle-watch.ts";

let watch: IdleWatch | null = null;
const server = createServer((_request, response) => server.emit("reply", response));

afterEach(() => {
  watch?.close();
  server.close();
});

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

test("reports once when no reply was being sent and there was no work for the given time", async () => {
  let nowMs = 0;
  let busy = true;
  let idle = 0;
  watch = new IdleWatch(
    40,
    () => busy,
    () => idle++,
    () => nowMs,
  );
  watch.watch(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const asked = fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const [reply] = (await once(server, "reply")) as [ServerResponse];
  reply.write("first piece");
  const response = await asked;
  busy = false;
  nowMs = 1000;
  await pause(60);
  expect(idle).toBe(0);
  reply.end();
  expect(await response.text()).toBe("first piece");
  busy = true;
  nowMs = 2000;
  await pause(60);
  expect(idle).toBe(0);
  busy = false;
  nowMs = 3000;
  await pause(60);
  expect(idle).toBe(1);
  nowMs = 4000;
  await pause(60);
  expect(idle).toBe(1);
});
