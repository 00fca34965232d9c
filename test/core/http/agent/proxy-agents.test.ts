import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { connect as connectSocket, createServer, type AddressInfo, type Server } from "node:net";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { connect } from "../../../../src/core/connect.ts";
import { NetworkError } from "../../../../src/core/errors.ts";
import { httpServer, type HttpServer } from "../../helpers/http-server.ts";
import { selfSigned } from "../../helpers/self-signed.ts";

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** A CONNECT proxy: records the requested host and forwards the bytes to another. */
const tunnel = createHttpServer();
/** A SOCKS 5 proxy without a password. */
const socks = createServer();
const secure = createHttpsServer(selfSigned(), (_, response) => response.end('{"databases":[]}'));
let plain: HttpServer;
const asked: string[] = [];

beforeAll(async () => {
  plain = await httpServer(() => ({ body: '{"databases":[]}' }));
  tunnel.on("connect", ({ url }, socket) => {
    asked.push(String(url));
    const to = connectSocket(portOf(secure), "127.0.0.1", () => socket.write("HTTP/1.1 200 OK\r\n\r\n"));
    socket.pipe(to).pipe(socket);
  });
  socks.on("connection", (socket) => {
    socket.once("data", () => {
      socket.write(Buffer.of(5, 0));
      socket.once("data", (request: Buffer) => {
        const length = request[4] ?? 0;
        asked.push(`${request.toString("latin1", 5, 5 + length)}:${request.readUInt16BE(5 + length)}`);
        const to = connectSocket(Number(new URL(plain.url).port), "127.0.0.1", () => {
          socket.write(Buffer.of(5, 0, 0, 1, 0, 0, 0, 0, 0, 0));
          socket.pipe(to).pipe(socket);
        });
      });
    });
  });
  for (const server of [tunnel, socks, secure]) await once(server.listen(0, "127.0.0.1"), "listening");
});
afterAll(async () => {
  for (const server of [tunnel, socks, secure]) server.close();
  await plain[Symbol.asyncDispose]();
});

const through = (proxy: string) => ({
  http_proxy: proxy,
  env: { SVC_ALLOW_HTTP: "api.example.invalid" },
  max_cumul_retry_delay: 0,
});

test("an https address is reached through a tunnel: the proxy sees its host, and can't substitute a certificate", async () => {
  asked.length = 0;
  await using client = connect(
    "1/k",
    "https://api.example.invalid",
    through(`http://127.0.0.1:${portOf(tunnel)}`),
  );
  await expect(client.list_databases()).rejects.toThrow(
    "the certificate of https://api.example.invalid can't be trusted (DEPTH_ZERO_SELF_SIGNED_CERT)",
  );
  expect(asked).toEqual(["api.example.invalid:443"]);
});

test.each([
  [403, "refuses to connect to https://api.example.invalid (HTTP 403)"],
  [404, "refuses to connect to https://api.example.invalid (HTTP 404)"],
  [407, "wants a user and a password: HTTPS_PROXY=http://user:password@proxy:3128"],
  [502, "refuses to connect to https://api.example.invalid (HTTP 502)"],
])("a tunnel that the proxy refuses with %s is no reply of the service", async (status, message) => {
  const refusing = createHttpServer().on("connect", (_, socket) => {
    socket.end(`HTTP/1.1 ${status} x\r\ncontent-type: application/json\r\n\r\n{"databases":[]}`);
  });
  await once(refusing.listen(0, "127.0.0.1"), "listening");
  const proxy = `http://127.0.0.1:${portOf(refusing)}`;
  await using client = connect("1/k", "https://api.example.invalid", through(proxy));
  const failure = await client.list_databases().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(NetworkError);
  expect((failure as NetworkError).message).toContain(`list databases failed: the proxy ${proxy} ${message}`);
  refusing.close();
});

test("a name that is looked up here for a SOCKS proxy is named as what is unknown", async () => {
  await using client = connect(
    "1/k",
    "http://api.example.invalid",
    through(`socks5://127.0.0.1:${portOf(socks)}`),
  );
  await expect(client.list_databases()).rejects.toThrow(
    "list databases failed: the host api.example.invalid is not known here, where socks5 looks it up; let the proxy do so, with socks5h://",
  );
});

test("a SOCKS proxy gets the host's name", async () => {
  asked.length = 0;
  await using client = connect(
    "1/k",
    "http://api.example.invalid",
    through(`socks5h://127.0.0.1:${portOf(socks)}`),
  );
  expect(await client.list_databases()).toEqual([]);
  expect(asked).toEqual(["api.example.invalid:80"]);
});

test.each([
  ["pac+http://127.0.0.1:1/proxy.pac", "a proxy is http, https or socks, not pac+http"],
  ["http://127.0.0.1:none", "the proxy is not an address such as http://proxy:3128"],
])("%s is refused by name", async (proxy, message) => {
  await using client = connect("1/k", "http://api.example.invalid", through(proxy));
  await expect(client.list_databases()).rejects.toThrow(message);
});

test.each([
  [
    "http",
    (proxy: string, endpoint: string) =>
      `the proxy ${proxy} does not answer (ECONNREFUSED), and ${endpoint} is reached through it; check HTTPS_PROXY, or name the host in NO_PROXY`,
  ],
  [
    "socks5h",
    (proxy: string, endpoint: string) => `no complete reply from ${endpoint} through the proxy ${proxy} (`,
  ],
])("a proxy by %s that does not answer is named, without its password", async (protocol, fault) => {
  const closed = createServer().listen(0, "127.0.0.1");
  await once(closed, "listening");
  const address = `127.0.0.1:${portOf(closed)}`;
  await new Promise((done) => closed.close(done));
  for (const endpoint of ["https://api.example.invalid", "http://api.example.invalid"]) {
    await using client = connect("1/k", endpoint, through(`${protocol}://ann:secret@${address}`));
    await expect(client.list_databases()).rejects.toThrow(
      `list databases failed: ${fault(`${protocol}://${address}`, endpoint)}`,
    );
  }
});
