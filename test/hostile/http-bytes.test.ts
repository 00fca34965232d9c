import { mkdtemp, rm } from "node:fs/promises";
import { connect as connectSocket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { logText } from "../../src/engine/errors/log.ts";
import { startService, type Service } from "../../src/service/start-service.ts";
import { fuzz, mixed, mutate } from "./fuzz.ts";

let folder: string;
let service: Service;
const logged: string[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-bytes-"));
  service = await startService({ dataDir: folder, log: (entry) => logged.push(logText(entry)) });
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

const up = async (): Promise<number> => (await fetch(`${service.url}/v3/system/server_status`)).status;

test("for any bytes the service replies or closes the connection, and keeps running", async () => {
  const { port } = new URL(service.url);
  const good = Buffer.from(
    `POST /v3/job/issue/presto/sample_datasets HTTP/1.1\r\nhost: x\r\nauthorization: TD1 ${service.apikey}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 60\r\n\r\n--b\r\ncontent-disposition: form-data; name="query"\r\n\r\n1\r\n--b--`,
  );
  await fuzz(300, async (random) => {
    await new Promise<void>((resolve) => {
      const socket = connectSocket(Number(port), "127.0.0.1", () => socket.end(mutate(random, good)));
      socket.on("data", () => undefined);
      socket.on("close", () => resolve());
      socket.on("error", () => resolve());
      socket.setTimeout(2000, () => socket.destroy());
    });
  });
  expect(await up()).toBe(200);
});

test("for any path and query the reply is JSON with a status below 500", async () => {
  const parts = ["/", "v3", "/v3/job", "/list", "/show/1", "/result/1", "?", "format=json", "&", "from=", "-1", "9e9", "%00", "%ff", "%2e%2e", "..", "%2F", ";", "'", "é", "/v1/statement", "/executing", "wait=1e9", "wait=-1", "to=99999999999999999999", "status=x", "[", "\\", "count=1e6", "/v3/table/tail/a/b", "header=maybe", "#x"]; // prettier-ignore
  const headers = { authorization: `TD1 ${service.apikey}` };
  await fuzz(1500, async (random) => {
    const url = `http://svc.test/${mixed(random, parts, 8)}`;
    const method = random.pick(["GET", "POST", "PUT", "DELETE"]);
    const reply = await service.app(new Request(url, { method, headers }));
    const text = await reply.text();
    if (reply.status >= 500) throw new Error(`${method} ${url}: ${reply.status} ${text} ${logged.at(-1)}`);
    if (reply.status >= 400) expect(JSON.parse(text)).toMatchObject({ message: expect.any(String) });
  });
});
