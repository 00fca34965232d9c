import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createWebServer } from "node:http";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { checkService } from "../../../src/cli/doctor/check-service.ts";
import { startService } from "../../../src/service/start-service.ts";
import { runningService } from "../../integration/lib/running-service.ts";

const running = runningService();
const home = mkdtempSync(join(tmpdir(), "svc-doctor-"));
afterAll(() => rmSync(home, { recursive: true }));

test("no service at all", async () => {
  expect(await checkService({ SVC_HOME: home })).toEqual({
    state: "note",
    subject: "service",
    text: "no local service runs; a notebook starts one automatically; for a script, run: npx svclib serve --samples",
  });
});

test("the service named by the environment, with its key", async () => {
  const { apikey, url } = running.service;
  const { state, text } = await checkService({ SVC_API_KEY: apikey, SVC_API_SERVER: url });
  expect(state).toBe("ok");
  expect(text.replace(/\d+ ms/, "9 ms")).toBe(
    `${url} answers in 9 ms with the key in SVC_API_KEY: 1 database`,
  );
});

test("a wrong key is a problem, and the key is not printed", async () => {
  const { state, text } = await checkService({ SVC_API_KEY: "1/wrong", SVC_API_SERVER: running.service.url });
  expect(state).toBe("fault");
  expect(text).toMatch(/^list databases failed: .*key.*; set SVC_API_KEY to a key of this service$/i);
  expect(text).not.toContain("1/wrong");
});

test("the local service's user of the key, and a key that keys.json got since the service started", async () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-doctor-"));
  const service = await startService({ dataDir: folder, port: 0 });
  try {
    const check = (key: string): ReturnType<typeof checkService> =>
      checkService({ SVC_HOME: folder, SVC_API_KEY: key });
    expect((await check(service.apikey)).text).toMatch(/ with the key in SVC_API_KEY \(local\): /);
    const path = join(folder, "keys.json");
    const { keys } = JSON.parse(readFileSync(path, "utf8")) as { keys: object[] };
    const added = { key: "2/0f1e2d3c4b5a69788796", permission: "query_only", user_name: "ada" };
    writeFileSync(path, JSON.stringify({ keys: [...keys, added] }));
    // The service looks at the file twice a second.
    let found = await check("2/0f1e2d3c4b5a69788796");
    while (found.state === "fault") {
      expect(found.text).toContain("; keys.json has this key: ");
      found = await check("2/0f1e2d3c4b5a69788796");
    }
    expect(found.text).toMatch(/ with the key in SVC_API_KEY \(ada\): /);
  } finally {
    await service.close();
    rmSync(folder, { recursive: true });
  }
});

test("a server without a key", async () => {
  expect(await checkService({ SVC_API_SERVER: "https://api.example.com" })).toMatchObject({
    state: "fault",
    text: "no API key for https://api.example.com: pass apikey or set SVC_API_KEY",
  });
});

const page = (status: number): Server =>
  createWebServer((_, reply) => {
    reply.writeHead(status, { "content-type": "text/html" }).end("<html>another program</html>");
  });

test.each<[string, Server]>([
  [
    "greets in another protocol",
    createServer((socket) => socket.on("error", () => {}).end("SSH-2.0-any\r\n")),
  ],
  ["hangs up", createServer((socket) => socket.on("error", () => {}).once("data", () => socket.destroy()))],
  ["shows a page", page(200)],
  ["knows no such path", page(404)],
])("another program at the service's address that %s", async (_, server) => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const file = JSON.stringify({ url, apikey: "1/any", secret: "any" });
  writeFileSync(join(home, "service.json"), file, { mode: 0o600 });
  try {
    const local = await checkService({ SVC_HOME: home });
    expect(local.state).toBe("fault");
    expect(local.text).toMatch(/; .*start the (local )?service again.*: npx svclib serve --samples$/);
    const named = await checkService({ SVC_API_SERVER: url, SVC_API_KEY: "1/any" });
    expect(named.state).toBe("fault");
    expect(named.text).toMatch(/; check that SVC_API_SERVER is the address of the service/);
  } finally {
    rmSync(join(home, "service.json"));
    server.close();
  }
});
